import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'

import { checkoutSchema, donationDetailsSchema } from '#shared/donation.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { booked } from '#test/support/money/ledger.ts'
import { freshMoneyApp } from '#test/support/money/money-app.ts'
import { ada, as, visitor } from '#test/support/people/people.ts'

const { at, database } = await freshMoneyApp({ ada })
let campaignId: string

const open = { startDate: '2026-05-02', endDate: '2026-06-01' }
const form = { amount: '5,000', email: 'Guest@Example.com' }

beforeEach(async () => {
  campaignId = (await insertCampaignBy(at.content, ada, 'approved', open)).id
})

const donate = (body: unknown, { id = campaignId, key = randomUUID() } = {}) =>
  as(at.app, visitor)(`/api/campaigns/${id}/donations`, {
    method: 'POST',
    body,
    headers: { 'idempotency-key': key },
  })

async function start() {
  const { accessCode } = checkoutSchema.parse(await (await donate(form)).json())
  return { accessCode, reference: at.provider.lastReference() }
}

const readCode = async (response: Response) =>
  ((await response.json()) as { error: { code: string } }).error.code

describe('POST /api/campaigns/:id/donations', () => {
  it('starts a payment for a guest and answers the checkout page', async () => {
    const response = await donate(form)

    expect(response.status).toBe(201)
    const { url } = checkoutSchema.parse(await response.json())
    expect(url).toBe(`https://checkout.example/${at.provider.lastReference()}`)
    expect(at.provider.started).toMatchObject([{ email: 'guest@example.com', amount: 5_000_00 }])
  })

  it('finds the campaign by an id in upper case', async () => {
    expect((await donate(form, { id: campaignId.toUpperCase() })).status).toBe(201)
    expect(at.provider.started).toMatchObject([{ metadata: { campaignId } }])
  })

  it('ignores all fields but those of the form', async () => {
    await donate({
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

  it('answers 50 simultaneous requests with one key equally, and refuses another body under that key', async () => {
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => (await donate(form, { key })).text()),
    )

    expect(new Set(answers).size).toBe(1)
    expect(at.provider.started).toHaveLength(1)
    const other = await donate({ ...form, amount: '6,000' }, { key })
    expect([other.status, await readCode(other)]).toEqual([422, 'idempotency-mismatch'])
  })

  it.each([
    [{ email: 'a@b.test' }, 'amount', 'Amount is required'],
    [{ ...form, amount: 5_000 }, 'amount', 'Amount is required'],
    [{ ...form, email: 'a@b.test\r\nBcc: c@d.test' }, 'email', 'Invalid email format'],
  ])('refuses %j', async (body, field, message) => {
    const response = await donate(body)

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { code: 'invalid-input', fields: { [field]: [message] } },
    })
    expect(at.provider.started).toEqual([])
  })

  it('refuses a campaign that has ended', async () => {
    at.clock.now = new Date('2026-05-31T23:00:00Z')

    const response = await donate(form)
    expect([response.status, await readCode(response)]).toEqual([409, 'campaign-closed'])
    expect(at.provider.started).toEqual([])
  })

  it('answers payment-unavailable, or the provider’s message when it refuses', async () => {
    at.provider.setDown(true)
    const silent = await donate(form)
    expect([silent.status, await readCode(silent)]).toEqual([502, 'payment-unavailable'])

    at.provider.setDown(false)
    at.provider.onInitialize(async () => ({ kind: 'refused', message: 'No: Check it' }))
    const refused = await donate(form)
    expect(await refused.json()).toMatchObject({
      error: { code: 'payment-refused', message: 'No: Check it' },
    })
  })
})

describe('GET /api/donations/:id', () => {
  const read = (id: string) => as(at.app, visitor)(`/api/donations/${id}`)

  it('answers the details to the holder of the access code after asking the provider', async () => {
    const { accessCode, reference } = await start()
    at.provider.pay(reference)

    const response = await read(accessCode)

    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(donationDetailsSchema.parse(await response.json())).toEqual({
      accessCode,
      status: 'success',
      amount: 5_000_00,
      mode: 'sandbox',
      createdAt: '2026-05-01T09:00:00.000Z',
      paidAt: '2026-05-01T10:00:00.000Z',
      reversed: 0,
      paidAfterEnd: false,
      channel: 'card',
      fee: 75_00,
      refunds: [],
      payout: { state: 'waiting', at: null, last4: null },
      receipt: { number: expect.any(String), code: expect.any(String) },
      campaign: { id: campaignId, slug: 'a-well-for-ife', title: 'A well for Ife' },
    })
    expect(await booked(database)).toEqual({ entries: 1, raised: 5_000_00, balance: 0 })
  })

  it('ignores the query of the address', async () => {
    const { accessCode, reference } = await start()

    const response = await read(`${accessCode}?status=success&reference=${reference}&trxref=x`)
    expect(donationDetailsSchema.parse(await response.json()).status).toBe('abandoned')
    expect(await booked(database)).toEqual({ entries: 0, raised: 0, balance: 0 })
  })

  it('asks the provider once for simultaneous requests, and again after five seconds', async () => {
    const { accessCode } = await start()

    await Promise.all(Array.from({ length: 20 }, () => read(accessCode)))
    at.pass(4_999)
    await read(accessCode)
    expect(at.provider.verified).toHaveLength(1)

    at.pass(1)
    await read(accessCode)
    expect(at.provider.verified).toHaveLength(2)
  })

  it('answers what is saved while the provider is unavailable', async () => {
    const { accessCode, reference } = await start()
    at.provider.pay(reference)
    at.provider.setDown(true)

    const response = await read(accessCode)
    expect(response.status).toBe(200)
    expect(donationDetailsSchema.parse(await response.json()).status).toBe('pending')
  })

  it("answers not-found for a guest's reference and for unknown codes", async () => {
    const { reference } = await start()
    for (const id of [reference, 'A'.repeat(22), 'x', '%00', 'AJO-'])
      expect((await read(id)).status).toBe(404)
  })

  it("answers without the donor's data", async () => {
    const { accessCode } = await start()
    expect(await (await read(accessCode)).text()).not.toMatch(/guest|@|ACCT|AJO-/i)
  })
})
