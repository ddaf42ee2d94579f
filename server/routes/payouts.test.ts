import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { StoredCampaign } from '#server/providers/content/content.ts'
import { campaignPayoutsSchema, receivedDonationsSchema } from '#shared/payouts.ts'
import type { DonationForm } from '#shared/donation.ts'
import { kobo } from '#shared/money.ts'
import { insertCampaignBy } from '#test/campaigns.ts'
import { testDatabase } from '#test/database.ts'
import { donationBy } from '#test/ledger.ts'
import { openMoneyApp, type MoneyApp } from '#test/money-app.ts'
import { ada, as, bola, createPerson, dada, visitor, type Person } from '#test/people.ts'

import { sql } from '../database/sql.ts'

const { database, owner, empty } = await testDatabase()
let at: MoneyApp
let people: Record<'ada' | 'bola' | 'admin', Person>
let campaign: StoredCampaign

beforeEach(async () => {
  await empty()
  at = await openMoneyApp({ database, owner })
  people = {
    ada: await createPerson(database, ada),
    bola: await createPerson(database, bola),
    admin: await createPerson(database, dada),
  }
  campaign = await insertCampaignBy(at.content, ada, 'approved', { endDate: '2026-06-01' })
})

/** ₦5,000 from somebody, unless the form says otherwise. */
async function given(email: string, form: Partial<DonationForm> = {}) {
  const started = await at.donations.startDonation(donationBy(email, { campaign, form }))
  if (started.kind !== 'started') throw new Error(started.kind)
  const reference = at.provider.lastReference()
  at.provider.pays(reference)
  await at.donations.verifyPayment(reference, 'webhook')
  const found = await at.donations.findDonation(started.receipt)
  return { id: found?.id ?? '', receipt: started.receipt, reference }
}

const path = (rest: string) => `/api/campaigns/${campaign.id}${rest}`
const read = async <Schema extends z.ZodMiniType>(rest: string, schema: Schema) =>
  z.parse(schema, await (await as(at.app, people.ada)(path(rest))).json())
const money = () => read('/money', campaignPayoutsSchema)
const gifts = async () => (await read('/gifts', receivedDonationsSchema)).gifts

const mailRow = z.object({
  recipient: z.string(),
  subject: z.string(),
  text: z.string(),
  unsubscribe: z.nullable(z.string()),
})
const mailsAbout = (subject: string) =>
  database.rows(
    mailRow,
    sql`select recipient, subject, text, unsubscribe_url as unsubscribe from mail_outbox
        where subject like ${`${subject}%`} order by recipient, created_at`,
  )

describe("a campaign's money", () => {
  it('adds up from the books: what was given, what went back, what the fees took, day by day in Lagos', async () => {
    await given('one@example.com')
    // Half an hour before midnight in Lagos, which is an hour ahead.
    at.clock.now = new Date('2026-05-01T22:30:00Z')
    const second = await given('two@example.com', { amount: kobo(10_000_00) })
    at.clock.now = new Date('2026-05-01T23:30:00Z')
    await given('one@example.com', { amount: kobo(50_00) })
    at.provider.refundMade(second.reference, { amount: kobo(2_500_01), status: 'processed' })
    await at.runTask('sweep-returns')

    const { sums, days, settled } = await money()
    expect(sums).toEqual({
      given: 15_050_00,
      returned: 2_500_01,
      raised: 12_549_99,
      fees: 75_00 + 150_00 + 75,
      platform: 3_00,
      net: 12_549_99 - 225_75 - 3_00,
      gifts: 3,
    })
    expect(days).toEqual([
      { day: '2026-05-01', gifts: 2, given: 15_000_00 },
      { day: '2026-05-02', gifts: 1, given: 50_00 },
    ])
    expect(settled).toEqual({ waiting: sums.net, 'on-its-way': 0, 'paid-out': 0, failed: 0 })
  })

  it('says of each gift where its share is, as the provider does', async () => {
    const [first, second, third] = [
      await given('one@example.com'),
      await given('two@example.com', { anonymous: true }),
      await given('three@example.com', { message: 'Well done' }),
    ]
    at.provider.settles([first.reference])
    const onItsWay = at.provider.settles([second.reference], {
      status: 'processing',
      settledAt: null,
    })
    await at.runTask('sweep-settlements')
    const states = async () =>
      (await gifts())
        .toSorted((one, other) => one.contributor.localeCompare(other.contributor))
        .map(({ contributor, settlement, settledAt }) => [contributor, settlement, settledAt])
    expect(await states()).toEqual([
      ['Anonymous', 'on-its-way', null],
      ['one@example.com', 'paid-out', '2026-05-02T06:00:00.000Z'],
      ['three@example.com', 'waiting', null],
    ])
    expect((await gifts()).find(({ id }) => id === third.id)).toMatchObject({
      amount: 5_000_00,
      fee: 75_00,
      platform: 1_00,
      net: 4_924_00,
      message: 'Well done',
      status: 'success',
    })

    // Whoever is interrupted reads it once more; what has not changed is not read again.
    at.provider.settles([second.reference], { settlementId: onItsWay.settlementId })
    await at.runTask('sweep-settlements')
    expect(await at.payouts.reconcileSettlements()).toBe(0)
    expect((await states())[0]).toEqual(['Anonymous', 'paid-out', '2026-05-02T06:00:00.000Z'])
    expect((await money()).settled).toMatchObject({ 'paid-out': 9_848_00, waiting: 4_924_00 })
  })

  it('is listed page after page, and written whole for a spreadsheet, safe from formulas', async () => {
    for (let number = 0; number < 22; number++) {
      at.pass(1_000)
      await given(`donor${number}@example.com`, { message: number === 21 ? '=1+1, "really"' : '' })
    }
    const first = await read('/gifts', receivedDonationsSchema)
    const rest = await read(`/gifts?after=${first.next}`, receivedDonationsSchema)
    expect([first.gifts.length, rest.gifts.length, rest.next]).toEqual([20, 2, null])
    expect(new Set([...first.gifts, ...rest.gifts].map(({ id }) => id)).size).toBe(22)
    expect((await as(at.app, people.ada)(path('/gifts?after=nonsense'))).status).toBe(400)

    const answer = await as(at.app, people.ada)(path('/gifts.csv'))
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="gifts-${campaign.slug}.csv"`,
    )
    const lines = (await answer.text()).split('\r\n')
    expect(lines).toHaveLength(24)
    expect(lines[1]).toBe(
      `2026-05-01T09:00:22.000Z,donor21@example.com,5000.00,0.00,75.00,1.00,4924.00,success,waiting,,` +
        `"'=1+1, ""really""",${first.gifts[0]?.id}`,
    )
  })

  it.each(['bola', 'visitor'] as const)('is not shown to %s', async (name) => {
    const who = name === 'visitor' ? visitor : people[name]
    for (const rest of ['/money', '/gifts', '/gifts.csv'])
      expect((await as(at.app, who)(path(rest))).status).toBe(name === 'visitor' ? 401 : 404)
  })
})

describe('thanks', () => {
  type Asked = { key?: string; who?: Person }
  const thank = async (form: object, { key = randomUUID(), who = people.ada }: Asked = {}) => {
    const answer = await as(at.app, who)(path('/thank-you-messages'), {
      method: 'POST',
      body: { message: 'Thank you!\n\nThe pump is in.', ...form },
      headers: { 'idempotency-key': key },
    })
    const body = (await answer.json()) as { recipients?: number; error?: { code: string } }
    await at.runJobs()
    return [answer.status, body.recipients ?? body.error?.code]
  }
  const recipients = async () =>
    (await mailsAbout('A word of thanks')).map((mail) => mail.recipient)

  it('reach those who gave enough and asked to hear, each once, the anonymous too', async () => {
    const updates = true
    await given('rich@example.com', { updates, amount: kobo(20_000_00) })
    await given('rich@example.com', { updates, amount: kobo(30_000_00) })
    await given('hidden@example.com', { updates, anonymous: true })
    await given('small@example.com', { updates, amount: kobo(1_000_00) })
    await given('silent@example.com', { amount: kobo(90_000_00) })

    expect(await thank({ minimum: '5,000' })).toEqual([202, 2])
    const mails = await mailsAbout('A word of thanks')
    expect(mails.map(({ recipient }) => recipient)).toEqual([
      'hidden@example.com',
      'rich@example.com',
    ])
    expect(mails[0]?.text).toContain('The pump is in.')
    expect(mails[0]?.text).toContain(mails[0]?.unsubscribe)
    expect((await gifts()).map(({ canThank, amount }) => [amount, canThank])).toContainEqual([
      1_000_00,
      true,
    ])
    expect((await gifts()).filter(({ canThank }) => canThank)).toHaveLength(1)
  })

  it('go out once for a form that is sent many times, and to nobody twice within a week', async () => {
    const gift = await given('one@example.com', { updates: true })
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => thank({ donation: gift.id }, { key })),
    )
    expect(answers).toEqual(Array.from({ length: 6 }, () => [202, 1]))
    expect(await recipients()).toEqual(['one@example.com'])
    expect(await thank({ donation: gift.id, message: 'Else' }, { key })).toEqual([
      422,
      'idempotency-mismatch',
    ])
    expect(await thank({ minimum: '50' })).toEqual([409, 'no-donors-to-thank'])

    at.pass(7 * 86_400_000)
    expect(await thank({ minimum: '50' })).toEqual([202, 1])
    expect(await recipients()).toHaveLength(2)
  })

  it('are five a day at most', async () => {
    const ids: string[] = []
    for (let number = 0; number < 6; number++)
      ids.push((await given(`donor${number}@example.com`, { updates: true })).id)
    for (const gift of ids.slice(0, 5)) expect(await thank({ gift })).toEqual([202, 1])
    expect(await thank({ donation: ids[5] })).toEqual([429, 'too-many-requests'])
    at.pass(86_400_001)
    expect(await thank({ donation: ids[5] })).toEqual([202, 1])
  })

  it('do not reach whoever took the gift back, or ended these mails with one press and no login', async () => {
    const updates = true
    const back = await given('back@example.com', { updates })
    at.provider.refundMade(back.reference, { status: 'processed' })
    await at.runTask('sweep-returns')
    await given('done@example.com', { updates })
    expect(await thank({ minimum: '50' })).toEqual([202, 1])
    const [mail] = await mailsAbout('A word of thanks')
    const link = new URL(mail?.unsubscribe ?? '').pathname

    // As a mail program does it: from nowhere, with no cookie.
    const press = (body: string) =>
      at.app.request(link, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      })
    expect((await press('List-Unsubscribe=One-Click')).status).toBe(204)
    const byHand = await press('')
    expect([byHand.status, byHand.headers.get('location')]).toEqual([303, `${link}?done`])
    at.pass(8 * 86_400_000)
    expect(await thank({ minimum: '50' })).toEqual([409, 'no-donors-to-thank'])
    const forged = await at.app.request(`${link.slice(0, -4)}AAAA`, { method: 'POST', body: '' })
    expect(forged.status).toBe(404)
  })

  it('are the owner’s to give, not an admin’s or a stranger’s', async () => {
    await given('one@example.com', { updates: true })
    for (const who of [people.admin, people.bola])
      expect(await thank({ minimum: '50' }, { who })).toEqual([404, 'not-found'])
    expect(await thank({ minimum: '0' })).toEqual([400, 'invalid-input'])
    expect(await thank({ minimum: '50', message: ' ' })).toEqual([400, 'invalid-input'])
    expect(await recipients()).toEqual([])
  })
})

describe('a campaign that was cancelled', () => {
  const cancel = () =>
    owner.run(sql`
      insert into campaign_history (campaign_id, id, event, from_status, to_status, actor_uid, reason, at)
      values (${campaign.id}, ${randomUUID()}, 'cancel', 'approved', 'cancelled', ${people.admin.uid},
        'The organiser moved away', ${at.clock.now})`)
  const progress = async () => {
    const { cancellation } = await money()
    if (!cancellation) return null
    const { at: _at, ...counts } = cancellation
    return counts
  }
  const sendAll = async () => {
    await at.runTask('refund-cancelled')
    await at.runTask('send-refunds')
  }
  const allArrive = async () => {
    for await (const { refundId } of at.payments.refunds.listSince(new Date(0)))
      at.provider.refundBecomes(refundId, { status: 'processed' })
    at.pass(1_000)
    await at.runTask('sweep-returns')
  }

  it('sends every gift back, once, and tells each donor why; what is taken is seen by owner and operator', async () => {
    await given('one@example.com')
    const partly = await given('two@example.com')
    at.provider.refundMade(partly.reference, { amount: kobo(1_000_00), status: 'processed' })
    await at.runTask('sweep-returns')
    expect(await progress()).toBeNull()
    await cancel()
    expect(await progress()).toEqual({ gifts: 2, back: 0, onTheWay: 0, waiting: 2, refused: 0 })

    await Promise.all([sendAll(), sendAll(), sendAll()])
    expect(await progress()).toEqual({ gifts: 2, back: 0, onTheWay: 2, waiting: 0, refused: 0 })
    const mails = await mailsAbout('Your gift is on its way back')
    expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['one@example.com', 'Your gift is on its way back: ₦5,000.00'],
      ['two@example.com', 'Your gift is on its way back: ₦4,000.00'],
    ])
    expect(mails[0]?.text).toContain('The organiser moved away')

    await allArrive()
    expect(await progress()).toEqual({ gifts: 2, back: 2, onTheWay: 0, waiting: 0, refused: 0 })
    expect((await money()).sums).toMatchObject({ raised: 0, returned: 10_000_00 })
    expect((await at.ledger.checkLedger()).findings).toEqual([])
    const listed = await as(at.app, people.admin)('/api/operator/cancellations')
    expect(await listed.json()).toMatchObject({
      cancellations: [{ title: campaign.title, reason: 'The organiser moved away', back: 2 }],
    })
  })

  it('goes on after the provider was away or said no, and takes in what comes later', async () => {
    await given('one@example.com')
    await cancel()
    at.provider.down(true)
    await sendAll()
    at.provider.down(false)
    at.pass(31_000)
    await sendAll()
    expect(await mailsAbout('Your gift')).toHaveLength(1)

    const late = await given('late@example.com')
    const { create } = at.payments.refunds
    at.payments.refunds.create = async () => ({ kind: 'refused', message: 'Balance is too low' })
    await sendAll()
    expect(await progress()).toEqual({ gifts: 2, back: 0, onTheWay: 1, waiting: 0, refused: 1 })
    at.payments.refunds.create = create
    await sendAll()
    expect(await progress()).toMatchObject({ refused: 1 })
    at.pass(3_600_001)
    await sendAll()
    expect(await progress()).toMatchObject({ onTheWay: 2, refused: 0 })
    const made = await at.payments.refunds.listOf(
      (await at.payments.verify(late.reference))?.transactionId ?? 0,
    )
    expect(made).toHaveLength(1)
  })

  it('waits for the bank where a gift is disputed', async () => {
    const { reference } = await given('one@example.com')
    const { disputeId } = at.provider.disputeRaised(reference)
    await at.runTask('sweep-returns')
    await cancel()
    await sendAll()
    expect(await progress()).toMatchObject({ waiting: 1, onTheWay: 0 })
    at.provider.disputeBecomes(disputeId, { status: 'resolved', resolution: 'declined' })
    at.pass(1_000)
    await at.runTask('sweep-returns')
    await sendAll()
    expect(await progress()).toMatchObject({ waiting: 0, onTheWay: 1 })
  })
})

describe('a donor', () => {
  const swept = async () => {
    at.pass(1_000)
    await at.runTask('sweep-returns')
    await at.runJobs()
    return (await mailsAbout('Your gift')).map(({ recipient, subject }) => [recipient, subject])
  }

  it('is told once of what went back on the pages of the provider, or was lost to a bank', async () => {
    const sent = await given('sent@example.com')
    at.provider.refundMade(sent.reference, { amount: kobo(1_000_00), status: 'processed' })
    const lost = await given('lost@example.com')
    const { disputeId } = at.provider.disputeRaised(lost.reference)
    expect(await swept()).toEqual([['sent@example.com', 'Your gift went back: ₦1,000.00']])

    at.provider.disputeBecomes(disputeId, { status: 'resolved', resolution: 'merchant-accepted' })
    await swept()
    expect(await swept()).toEqual([
      ['lost@example.com', 'Your gift went back: ₦5,000.00'],
      ['sent@example.com', 'Your gift went back: ₦1,000.00'],
    ])
    const [mail] = await mailsAbout('Your gift went back: ₦5,000.00')
    expect(mail?.text).toContain('Your bank had asked for it back')
    expect(mail?.text).toContain(lost.receipt)
  })

  it('who was told the reason when it was asked for hears no second time', async () => {
    const { id, reference } = await given('asked@example.com')
    const transaction = (await at.payments.verify(reference))?.transactionId ?? 0
    const asked = await as(at.app, people.ada)(`/api/donations/${id}/refund`, {
      method: 'POST',
      body: { amount: '1,000', reason: 'Given twice' },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(asked.status).toBeLessThan(300)
    for (const { refundId } of await at.payments.refunds.listOf(transaction))
      at.provider.refundBecomes(refundId, { status: 'processed' })
    expect(await swept()).toEqual([
      ['asked@example.com', 'Your gift is on its way back: ₦1,000.00'],
    ])
    expect((await money()).sums).toMatchObject({ returned: 1_000_00 })
  })
})

it('tells the owner when a donor takes a gift back, and not who it was', async () => {
  const { receipt, id } = await given('regretful@example.com')
  const refund = (who: Person | typeof visitor, which: string) =>
    as(at.app, who)(`/api/donations/${which}/refund`, {
      method: 'POST',
      body: { reason: 'I meant another one', amount: '1,000' },
      headers: { 'idempotency-key': randomUUID() },
    })
  expect((await refund(visitor, receipt)).status).toBe(201)
  expect((await refund(people.ada, id)).status).toBe(201)
  const mails = await mailsAbout('A gift was taken back')
  expect(mails).toMatchObject([
    { recipient: ada.email, subject: 'A gift was taken back: ₦1,000.00' },
  ])
  expect(mails[0]?.text).not.toMatch(/regretful|another one/)
})
