import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'

import { checkoutSchema, donationDetailsSchema } from '#shared/donation.ts'
import { insertCampaignBy } from '#test/campaigns.ts'
import { testDatabase } from '#test/database.ts'
import { booked } from '#test/ledger.ts'
import { openMoneyApp, type MoneyApp } from '#test/money-app.ts'
import { ada, as, bola, createPerson, visitor, type Person } from '#test/people.ts'

const { database, owner, empty } = await testDatabase()
let at: MoneyApp
let campaignId: string
let donor: Person

const open = { startDate: '2026-05-02', endDate: '2026-06-01' }
const form = { amount: '5,000', email: 'Guest@Example.com' }

beforeEach(async () => {
  await empty()
  at = await openMoneyApp({ database, owner })
  await createPerson(database, ada)
  donor = await createPerson(database, bola)
  campaignId = (await insertCampaignBy(at.content, ada, 'approved', open)).id
})

type Sent = { id?: string; who?: typeof visitor | Person; headers?: object; key?: string }

const give = (
  body: unknown,
  { id = campaignId, who = visitor, headers = {}, key = randomUUID() }: Sent = {},
) =>
  as(at.app, who)(`/api/campaigns/${id}/donations`, {
    method: 'POST',
    body,
    headers: { 'idempotency-key': key, ...headers },
  })

async function begun(who: typeof visitor | Person = visitor) {
  const { url, accessCode: receipt } = checkoutSchema.parse(await (await give(form, { who })).json())
  return { url, receipt, reference: at.provider.lastReference() }
}

const codeOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string } }).error.code

describe('POST /api/campaigns/:id/donations', () => {
  it('starts a payment for a guest and says where to pay', async () => {
    const response = await give(form)

    expect(response.status).toBe(201)
    const { url } = checkoutSchema.parse(await response.json())
    expect(url).toBe(`https://checkout.example/${at.provider.lastReference()}`)
    expect(at.provider.started).toMatchObject([{ email: 'guest@example.com', amount: 5_000_00 }])
  })

  it('finds the campaign whatever the case of its id', async () => {
    expect((await give(form, { id: campaignId.toUpperCase() })).status).toBe(201)
    expect(at.provider.started).toMatchObject([{ metadata: { campaignId } }])
  })

  it('takes nothing from the browser but the form', async () => {
    await give({
      ...form,
      subaccount: 'ACCT_of_a_thief_001',
      transaction_charge: 999_999,
      callback_url: 'https://evil.test',
      reference: 'AJO-MINE',
      metadata: { userId: 'thief', campaignId: 'another' },
    })

    const [started] = at.provider.started
    expect(started?.subAccountCode).toBe('ACCT_test0000000001')
    expect(JSON.stringify(started)).not.toMatch(/thief|evil|MINE|another/)
  })

  it('gives the same form the same answer under 50 requests at once, and refuses another body', async () => {
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => (await give(form, { key })).text()),
    )

    expect(new Set(answers).size).toBe(1)
    expect(at.provider.started).toHaveLength(1)
    const other = await give({ ...form, amount: '6,000' }, { key })
    expect([other.status, await codeOf(other)]).toEqual([422, 'idempotency-mismatch'])
  })

  it.each([
    [{ email: 'a@b.test' }, 'amount', 'Amount is required'],
    [{ ...form, amount: '49.99' }, 'amount', 'Amount must be between ₦50.00 and ₦10,000,000.00'],
    [{ ...form, amount: '1e5' }, 'amount', 'Amount is required'],
    [{ ...form, amount: 5_000 }, 'amount', 'Amount is required'],
    [{ amount: '5,000' }, 'email', 'Email is required'],
    [{ ...form, email: 'nobody' }, 'email', 'Invalid email format'],
    [{ ...form, email: 'a@b.test\r\nBcc: c@d.test' }, 'email', 'Invalid email format'],
  ])('refuses %j', async (body, field, message) => {
    const response = await give(body)

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { code: 'invalid-input', fields: { [field]: [message] } },
    })
    expect(at.provider.started).toEqual([])
  })

  it('refuses what is not a form: bad JSON, another type, too much, no key', async () => {
    const raw = (text: string, headers = {}) =>
      give(Buffer.from(text), { headers: { 'content-type': 'application/json', ...headers } })

    const refusals = [
      await raw('{"amount":'),
      await raw('amount=5', { 'content-type': 'application/x-www-form-urlencoded' }),
      await raw(JSON.stringify({ ...form, message: 'x'.repeat(70_000) })),
      await give(form, { key: '' }),
    ]

    expect(await Promise.all(refusals.map(async (r) => [r.status, await codeOf(r)]))).toEqual([
      [400, 'invalid-body'],
      [415, 'unsupported-media-type'],
      [413, 'body-too-large'],
      [400, 'invalid-input'],
    ])
    expect(at.provider.started).toEqual([])
  })

  it('refuses a request that another site sent', async () => {
    const response = await give(form, { headers: { origin: 'https://evil.test' } })

    expect([response.status, await codeOf(response)]).toEqual([403, 'foreign-origin'])
    expect(at.provider.started).toEqual([])
  })

  it.each(['pending', 'rejected'] as const)(
    'answers for a %s campaign as if it did not exist',
    async (status) => {
      const { id } = await insertCampaignBy(at.content, ada, status, open)

      const response = await give(form, { id })
      expect([response.status, await codeOf(response)]).toEqual([404, 'not-found'])
      expect((await give(form, { id: randomUUID() })).status).toBe(404)
      expect(at.provider.started).toEqual([])
    },
  )

  it('refuses an expired campaign by our clock', async () => {
    at.clock.now = new Date('2026-05-31T23:00:00Z')

    const response = await give(form)
    expect([response.status, await codeOf(response)]).toEqual([409, 'campaign-closed'])
    expect(at.provider.started).toEqual([])
  })

  it('says plainly that the provider could not be reached, or what it did not accept', async () => {
    at.provider.down(true)
    const silent = await give(form)
    expect([silent.status, await codeOf(silent)]).toEqual([502, 'payment-unavailable'])

    at.provider.down(false)
    at.provider.onInitialize(async () => ({ kind: 'refused', message: 'No: Check it' }))
    const refused = await give(form)
    expect(await refused.json()).toMatchObject({
      error: { code: 'payment-refused', message: 'No: Check it' },
    })
  })
})

describe('GET /api/donations/:id', () => {
  const read = (id: string, who: typeof visitor | Person = visitor) =>
    as(at.app, who)(`/api/donations/${id}`)

  it('tells whoever holds the code how it stands, after asking the provider', async () => {
    const { receipt, reference } = await begun()
    at.provider.pays(reference)

    const response = await read(receipt)

    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(donationDetailsSchema.parse(await response.json())).toEqual({
      receipt,
      status: 'success',
      amount: 5_000_00,
      mode: 'sandbox',
      createdAt: '2026-05-01T09:00:00.000Z',
      paidAt: '2026-05-01T10:00:00.000Z',
      returned: 0,
      late: false,
      document: { number: expect.any(String), code: expect.any(String) },
      campaign: { id: campaignId, slug: 'a-well-for-ife', title: 'A well for Ife' },
    })
    expect(await booked(database)).toEqual({ entries: 1, raised: 5_000_00, balance: 0 })
  })

  it('never believes the address', async () => {
    const { receipt, reference } = await begun()

    const response = await read(`${receipt}?status=success&reference=${reference}&trxref=x`)
    expect(donationDetailsSchema.parse(await response.json()).status).toBe('abandoned')
    expect(await booked(database)).toEqual({ entries: 0, raised: 0, balance: 0 })
  })

  it('asks the provider once for many who wait, and again only after five seconds', async () => {
    const { receipt } = await begun()

    await Promise.all(Array.from({ length: 20 }, () => read(receipt)))
    at.pass(4_999)
    await read(receipt)
    expect(at.provider.verified).toHaveLength(1)

    at.pass(1)
    await read(receipt)
    expect(at.provider.verified).toHaveLength(2)
  })

  it('says what the books say while the provider is out of reach', async () => {
    const { receipt, reference } = await begun()
    at.provider.pays(reference)
    at.provider.down(true)

    const response = await read(receipt)
    expect(response.status).toBe(200)
    expect(donationDetailsSchema.parse(await response.json()).status).toBe('pending')
  })

  it("answers the provider's reference to whoever gave, and to nobody else", async () => {
    const { reference, receipt } = await begun(donor)
    at.provider.pays(reference)
    const stranger = await createPerson(database, {
      ...ada,
      uid: randomUUID(),
      email: 'eve@example.com',
    })

    expect((await read(reference)).status).toBe(404)
    expect((await read(reference, stranger)).status).toBe(404)
    expect(at.provider.verified).toEqual([])
    expect(donationDetailsSchema.parse(await (await read(reference, donor)).json())).toMatchObject({
      receipt,
      status: 'success',
    })
  })

  it("does not answer a guest's reference, nor a code that nobody was given", async () => {
    const { reference } = await begun()
    for (const id of [reference, 'A'.repeat(22), 'x', '%00', 'AJO-'])
      expect((await read(id)).status).toBe(404)
  })

  it('answers with nothing about the donor', async () => {
    const { receipt } = await begun()
    expect(await (await read(receipt)).text()).not.toMatch(/guest|@|ACCT|AJO-/i)
  })
})
