import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { StoredCampaign } from '#server/providers/content/content.ts'
import {
  campaignPayoutsSchema,
  ownPayoutsSchema,
  receivedDonationsSchema,
} from '#shared/payouts.ts'
import type { DonationForm } from '#shared/donation.ts'
import { lagosDay, nextWorkingDay } from '#shared/day.ts'
import { kobo } from '#shared/money.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { listMails, withOtherEnd } from '#test/support/mail/mails.ts'
import { freshMoneyApp } from '#test/support/money/money-app.ts'
import { ada, as, bola, dada, visitor, type Person } from '#test/support/people/people.ts'
import { requestRefundLink } from '#test/support/money/refund-link.ts'
import { passRefundTime } from '#test/support/money/refunds.ts'

import { sql } from '../platform/database/sql.ts'

const { at, database, owner, people } = await freshMoneyApp({ ada, bola, admin: dada })
let campaign: StoredCampaign

beforeEach(async () => {
  campaign = await insertCampaignBy(at.content, ada, 'approved', { endDate: '2026-06-01' })
})

/** A paid donation of ₦5,000, unless the form says otherwise. */
async function donate(email: string, form: Partial<DonationForm> = {}) {
  const { accessCode, reference } = await at.startDonation(email, { campaign, form })
  if (form.updates) await at.confirmedAddresses.confirmAccount(email)
  await at.pay(reference, { paidAt: at.clock.now })
  const found = await at.donations.findDonation(accessCode)
  return { id: found?.id ?? '', accessCode, reference }
}

const path = (rest: string) => `/api/campaigns/${campaign.id}${rest}`
const read = async <Schema extends z.ZodMiniType>(rest: string, schema: Schema) =>
  z.parse(schema, await (await as(at.app, people.ada)(path(rest))).json())
const readPayouts = () => read('/payouts', campaignPayoutsSchema)
const readDonations = async () => (await read('/donations', receivedDonationsSchema)).donations

const findMails = async (subject: string) =>
  (await listMails(database))
    .filter((mail) => mail.subject.startsWith(subject))
    .toSorted((a, b) => a.recipient.localeCompare(b.recipient))

describe('the payouts of a campaign', () => {
  it('sums donations, refunds and fees from the ledger, by days in Lagos', async () => {
    await donate('one@example.com')
    // Half an hour before midnight in Lagos (UTC+1).
    at.clock.now = new Date('2026-05-01T22:30:00Z')
    const second = await donate('two@example.com', { amount: kobo(10_000_00) })
    at.clock.now = new Date('2026-05-01T23:30:00Z')
    await donate('one@example.com', { amount: kobo(50_00) })
    at.provider.addRefund(second.reference, { amount: kobo(2_500_01), status: 'processed' })
    await at.runTask('reconcile-reversals')

    const { sums, days, payouts } = await readPayouts()
    expect(sums).toEqual({
      donated: 15_050_00,
      reversed: 2_500_01,
      raised: 12_549_99,
      fees: 75_00 + 150_00 + 75,
      platform: 3_00,
      other: 0,
      net: 12_549_99 - 225_75 - 3_00,
      donations: 3,
    })
    expect(days).toEqual([
      { day: '2026-05-01', donations: 2, donated: 15_000_00 },
      { day: '2026-05-02', donations: 1, donated: 50_00 },
    ])
    const dueBy = nextWorkingDay(lagosDay(at.clock.now))
    expect(payouts).toEqual({ due: sums.net, dueBy, held: 0, paidOut: 0, owedBack: 0 })
  })

  it('shows the settlement of each donation as the provider reports it', async () => {
    const [first, second, third] = [
      await donate('one@example.com', { name: 'One' }),
      await donate('two@example.com', { anonymous: true }),
      await donate('three@example.com', { name: 'Three', message: 'Well done' }),
    ]
    at.provider.addSettlement([first.reference])
    const onItsWay = at.provider.addSettlement([second.reference], {
      status: 'processing',
      settledAt: null,
    })
    await at.runTask('reconcile-settlements')
    const states = async () =>
      (await readDonations())
        .toSorted((one, other) => one.donor.localeCompare(other.donor))
        .map(({ donor, settlement, settledAt }) => [donor, settlement, settledAt])
    expect(await states()).toEqual([
      ['Anonymous', 'on-its-way', null],
      ['One', 'paid-out', '2026-05-02T06:00:00.000Z'],
      ['Three', 'waiting', null],
    ])
    expect((await readDonations()).find(({ id }) => id === third.id)).toMatchObject({
      amount: 5_000_00,
      fee: 75_00,
      platform: 1_00,
      net: 4_924_00,
      message: 'Well done',
      status: 'success',
    })

    // A settlement that has not changed is not read again.
    at.provider.addSettlement([second.reference], { settlementId: onItsWay.settlementId })
    await at.runTask('reconcile-settlements')
    expect(await at.payouts.reconcileSettlements()).toBe(0)
    expect((await states())[0]).toEqual(['Anonymous', 'paid-out', '2026-05-02T06:00:00.000Z'])
    expect((await readPayouts()).payouts).toEqual({
      due: 4_924_00,
      dueBy: nextWorkingDay(lagosDay(at.clock.now)),
      held: 0,
      paidOut: 9_848_00,
      owedBack: 0,
    })
  })

  it('lists donations in pages, and exports all of them without formulas', async () => {
    for (let number = 0; number < 22; number++) {
      at.pass(1_000)
      const message = number === 21 ? '=1+1, "really"' : ''
      await donate(`donor${number}@example.com`, { message, shareEmail: true })
    }
    const first = await read('/donations', receivedDonationsSchema)
    const rest = await read(`/donations?after=${first.next}`, receivedDonationsSchema)
    expect([first.donations.length, rest.donations.length, rest.next]).toEqual([20, 2, null])
    expect(new Set([...first.donations, ...rest.donations].map(({ id }) => id)).size).toBe(22)
    expect((await as(at.app, people.ada)(path('/donations?after=nonsense'))).status).toBe(400)

    const response = await as(at.app, people.ada)(path('/donations.csv'))
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="donations-${campaign.slug}.csv"`,
    )
    const lines = (await response.text()).split('\r\n')
    expect(lines).toHaveLength(24)
    expect(lines[1]).toBe(
      `2026-05-01,10:00:22,,donor21@example.com,5000.00,0.00,75.00,1.00,4924.00,success,waiting,,` +
        `"'=1+1, ""really""",${first.donations[0]?.id}`,
    )
  })
})

describe('the money of all campaigns', () => {
  const readAll = async (who: Person) =>
    z.parse(ownPayoutsSchema, await (await as(at.app, who)('/api/payouts')).json())
  const insert = (user: typeof ada, title: string) =>
    insertCampaignBy(at.content, user, 'approved', { title, endDate: '2026-06-01' })

  it('has the sums of each own campaign that received money, and no donor', async () => {
    const refunded = await insert(ada, 'Returned after its payout')
    const held = await insert(ada, 'Held')
    await insert(ada, 'Without money')
    const ofBola = await insert(bola, 'Of another person')
    const paidOut = await donate('one@example.com')
    const returned = await at.donate('two@example.com', { campaign: refunded })
    await at.donate('three@example.com', { campaign: refunded })
    await at.donate('four@example.com', { campaign: held })
    await at.donate('five@example.com', { campaign: ofBola })
    at.provider.addSettlement([paidOut.reference, returned])
    await at.runTask('reconcile-settlements')
    at.provider.addRefund(returned, { status: 'processed' })
    await at.runTask('reconcile-reversals')
    await database.run(sql`insert into campaign_freeze (campaign_id, reason, actor_uid, at)
      values (${held.id}, 'A report', 'reviewer', ${at.clock.now})`)
    await at.runTask('apply-payout-holds')

    const { dueBy, campaigns } = await readAll(people.ada)
    expect(dueBy).toBe(nextWorkingDay(lagosDay(at.clock.now)))
    const byId = new Map(campaigns.map((each) => [each.id, each]))
    expect(new Set(byId.keys())).toEqual(new Set([campaign.id, refunded.id, held.id]))
    for (const { id, title } of [campaign, refunded, held]) {
      const answer = await as(at.app, people.ada)(`/api/campaigns/${id}/payouts`)
      const { sums, payouts } = z.parse(campaignPayoutsSchema, await answer.json())
      const { donations: _donations, ...own } = { id, title, ...sums, ...payouts }
      expect({ ...byId.get(id), dueBy }).toEqual(own)
      const { raised, fees, platform, other, net } = own
      expect(raised - fees - platform + other).toBe(net)
      expect(own.due + own.held + own.paidOut - own.owedBack).toBe(net)
    }
    expect(byId.get(campaign.id)).toMatchObject({ paidOut: 4_924_00, due: 0, held: 0, owedBack: 0 })
    expect(byId.get(refunded.id)).toMatchObject({ raised: 5_000_00, paidOut: 4_924_00 })
    expect(byId.get(held.id)).toMatchObject({ paidOut: 0, due: 0, held: 4_924_00 })

    const overview = await (await as(at.app, people.ada)('/api/overview/account')).json()
    const sum = (name: 'due' | 'held' | 'paidOut' | 'owedBack') =>
      campaigns.reduce((total, each) => total + each[name], 0)
    expect(overview).toMatchObject({
      organiser: {
        payouts: {
          due: sum('due'),
          held: sum('held'),
          paidOut: sum('paidOut'),
          owedBack: sum('owedBack'),
        },
      },
    })
    expect((await readAll(people.bola)).campaigns.map(({ id }) => id)).toEqual([ofBola.id])
  })

  it('is an empty list before the first donation, and nothing for visitors', async () => {
    expect((await readAll(people.ada)).campaigns).toEqual([])
    expect((await as(at.app, visitor)('/api/payouts')).status).toBe(401)
  })
})

describe('thank-you messages', () => {
  const thank = async (form: object, { key = randomUUID() as string } = {}) => {
    const response = await as(at.app, people.ada)(path('/thank-you-messages'), {
      method: 'POST',
      body: { message: 'Thank you!\n\nThe pump is in.', ...form },
      headers: { 'idempotency-key': key },
    })
    const body = (await response.json()) as { recipients?: number; error?: { code: string } }
    await at.runJobs()
    return [response.status, body.recipients ?? body.error?.code]
  }
  const recipients = async () => (await findMails('A thank-you from')).map((mail) => mail.recipient)

  it('reach each donor who gave the minimum and agreed to updates once, also anonymous ones', async () => {
    const updates = true
    await donate('rich@example.com', { updates, amount: kobo(20_000_00) })
    await donate('rich@example.com', { updates, amount: kobo(30_000_00) })
    await donate('hidden@example.com', { updates, anonymous: true })
    await donate('small@example.com', { updates, amount: kobo(1_000_00) })
    await donate('silent@example.com', { amount: kobo(90_000_00) })

    expect(await thank({ minimum: '5,000' })).toEqual([202, 2])
    const mails = await findMails('A thank-you from')
    expect(mails.map(({ recipient }) => recipient)).toEqual([
      'hidden@example.com',
      'rich@example.com',
    ])
    expect(mails[0]?.text).toContain('The pump is in.')
    expect(mails[0]?.text).toContain(mails[0]?.unsubscribe)
    expect(
      (await readDonations()).map(({ canThank, amount }) => [amount, canThank]),
    ).toContainEqual([1_000_00, true])
    expect((await readDonations()).filter(({ canThank }) => canThank)).toHaveLength(1)
  })

  it('are sent once for a repeated form, and to each donor at most once a week', async () => {
    const donation = await donate('one@example.com', { updates: true })
    const key = randomUUID()
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => thank({ donation: donation.id }, { key })),
    )
    expect(responses).toEqual(Array.from({ length: 6 }, () => [202, 1]))
    expect(await recipients()).toEqual(['one@example.com'])
    expect(await thank({ donation: donation.id, message: 'Else' }, { key })).toEqual([
      422,
      'idempotency-mismatch',
    ])
    expect(await thank({ minimum: '50' })).toEqual([409, 'no-donors-to-thank'])

    at.pass(7 * 86_400_000)
    expect(await thank({ minimum: '50' })).toEqual([202, 1])
    expect(await recipients()).toHaveLength(2)
  })

  it('for one donation leave nothing to thank as soon as the response is sent', async () => {
    const { id: donation } = await donate('one@example.com', { updates: true })
    await as(at.app, people.ada)(path('/thank-you-messages'), {
      method: 'POST',
      body: { message: 'Thank you!', donation },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect((await readDonations()).map(({ canThank }) => canThank)).toEqual([false])
  })

  it('are limited to five a day', async () => {
    const ids: string[] = []
    for (let number = 0; number < 6; number++)
      ids.push((await donate(`donor${number}@example.com`, { updates: true })).id)
    for (const donation of ids.slice(0, 5)) expect(await thank({ donation })).toEqual([202, 1])
    expect(await thank({ donation: ids[5] })).toEqual([429, 'too-many-requests'])
    at.pass(86_400_001)
    expect(await thank({ donation: ids[5] })).toEqual([202, 1])
  })

  it('do not reach donors who were refunded, or who unsubscribed with one click and no login', async () => {
    const updates = true
    const refunded = await donate('refunded@example.com', { updates })
    at.provider.addRefund(refunded.reference, { status: 'processed' })
    await at.runTask('reconcile-reversals')
    await donate('done@example.com', { updates })
    expect(await thank({ minimum: '50' })).toEqual([202, 1])
    const [mail] = await findMails('A thank-you from')
    const link = new URL(mail?.unsubscribe ?? '').pathname

    // Mail programs send neither an origin nor a cookie.
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
    const forged = await at.app.request(withOtherEnd(link), { method: 'POST', body: '' })
    expect(forged.status).toBe(404)
  })

  it('need a minimum above zero and a text', async () => {
    await donate('one@example.com', { updates: true })
    expect(await thank({ minimum: '0' })).toEqual([400, 'invalid-input'])
    expect(await thank({ minimum: '50', message: ' ' })).toEqual([400, 'invalid-input'])
    expect(await recipients()).toEqual([])
  })
})

describe('a cancelled campaign', () => {
  const cancel = () =>
    owner.run(sql`
      insert into campaign_history (campaign_id, id, event, from_status, to_status, actor_uid, reason, at)
      values (${campaign.id}, ${randomUUID()}, 'cancel', 'approved', 'cancelled', ${people.admin.uid},
        'The organiser moved away', ${at.clock.now})`)
  const none = { refunded: 0, inProgress: 0, waiting: 0, failed: 0, needsAttention: 0, givenUp: 0 }
  const two = { donations: 2, ...none }
  const progress = async () => {
    const { cancellation } = await readPayouts()
    if (!cancellation) return null
    const { at: _at, nextAt: _nextAt, ...counts } = cancellation
    return counts
  }
  const sendRefunds = async () => {
    await at.runTask('refund-cancelled-campaigns')
    await at.runTask('send-refunds')
  }
  const processRefunds = async () => {
    for await (const { refundId } of at.payments.refunds.listSince(new Date(0)))
      at.provider.updateRefund(refundId, { status: 'processed' })
    at.pass(1_000)
    await at.runTask('reconcile-reversals')
    await at.runTask('send-refunds')
  }

  it('refunds every donation once, mails each donor the reason, and shows the progress to owner and admin', async () => {
    await donate('one@example.com')
    const partly = await donate('two@example.com')
    at.provider.addRefund(partly.reference, { amount: kobo(1_000_00), status: 'processed' })
    await at.runTask('reconcile-reversals')
    expect(await progress()).toBeNull()
    await cancel()
    expect(await progress()).toEqual({ ...two, waiting: 2 })

    await Promise.all([sendRefunds(), sendRefunds(), sendRefunds()])
    expect(await progress()).toEqual({ ...two, inProgress: 2 })
    const mails = await findMails('Your refund is on its way')
    expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['one@example.com', 'Your refund is on its way: ₦5,000.00'],
      ['two@example.com', 'Your refund is on its way: ₦4,000.00'],
    ])
    expect(mails[0]?.text).toContain('The organiser moved away')

    await processRefunds()
    expect(await progress()).toEqual({ ...two, refunded: 2 })
    expect((await readPayouts()).sums).toMatchObject({ raised: 0, reversed: 10_000_00 })
    expect((await at.ledger.checkLedger()).findings).toEqual([])
    const listed = await as(at.app, people.admin)('/api/admin/cancellations')
    expect(await listed.json()).toMatchObject({
      cancellations: [{ title: campaign.title, reason: 'The organiser moved away', refunded: 2 }],
    })
  })

  it('repeats refunds that failed or were refused, and refunds donations that are paid later', async () => {
    await donate('one@example.com')
    await cancel()
    at.provider.setDown(true)
    await sendRefunds()
    at.provider.setDown(false)
    await passRefundTime(database)
    await sendRefunds()
    expect(await findMails('Your refund')).toHaveLength(1)

    const late = await donate('late@example.com')
    const { create } = at.payments.refunds
    at.payments.refunds.create = async () => ({
      kind: 'refused',
      reason: 'insufficient-balance',
      message: 'Balance is too low',
    })
    await sendRefunds()
    expect(await progress()).toEqual({ ...two, inProgress: 1, failed: 1 })
    at.payments.refunds.create = create
    await sendRefunds()
    expect(await progress()).toMatchObject({ failed: 1 })
    await passRefundTime(database)
    await sendRefunds()
    expect(await progress()).toMatchObject({ inProgress: 2, failed: 0 })
    const made = await at.payments.refunds.listForTransaction(
      (await at.payments.verify(late.reference))?.transactionId ?? 0,
    )
    expect(made).toHaveLength(1)
  })

  it('waits until the bank has decided a dispute', async () => {
    const { reference } = await donate('one@example.com')
    const { disputeId } = at.provider.addDispute(reference)
    await at.runTask('reconcile-reversals')
    await cancel()
    await sendRefunds()
    expect(await progress()).toMatchObject({ waiting: 1, inProgress: 0 })
    at.provider.updateDispute(disputeId, { status: 'resolved', resolution: 'declined' })
    at.pass(1_000)
    await at.runTask('reconcile-reversals')
    await sendRefunds()
    expect(await progress()).toMatchObject({ waiting: 0, inProgress: 1 })
  })
})

describe('a donor', () => {
  const listMailsAfterReconciliation = async () => {
    at.pass(1_000)
    await at.runTask('reconcile-reversals')
    await at.runJobs()
    return (await findMails('Your '))
      .filter(({ subject }) => !subject.endsWith('donation receipt'))
      .map(({ recipient, subject }) => [recipient, subject])
  }

  it('is mailed once about a refund on the provider’s dashboard and about a lost dispute', async () => {
    const sent = await donate('sent@example.com')
    at.provider.addRefund(sent.reference, { amount: kobo(1_000_00), status: 'processed' })
    const lost = await donate('lost@example.com')
    const { disputeId } = at.provider.addDispute(lost.reference)
    expect(await listMailsAfterReconciliation()).toEqual([
      ['sent@example.com', 'Your donation was refunded: ₦1,000.00'],
    ])

    at.provider.updateDispute(disputeId, { status: 'resolved', resolution: 'merchant-accepted' })
    await listMailsAfterReconciliation()
    expect(await listMailsAfterReconciliation()).toEqual([
      ['lost@example.com', 'Your donation was refunded: ₦5,000.00'],
      ['sent@example.com', 'Your donation was refunded: ₦1,000.00'],
    ])
    const [mail] = await findMails('Your donation was refunded: ₦5,000.00')
    expect(mail?.text).toContain('Your bank disputed the payment')
    expect(mail?.text).toContain(lost.accessCode)
  })

  it('is not mailed again about a refund that was requested on Ajo', async () => {
    const { id, reference } = await donate('asked@example.com')
    const transaction = (await at.payments.verify(reference))?.transactionId ?? 0
    const asked = await as(at.app, people.ada)(`/api/donations/${id}/refund`, {
      method: 'POST',
      body: { amount: '1,000', reason: 'Given twice' },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(asked.status).toBeLessThan(300)
    for (const { refundId } of await at.payments.refunds.listForTransaction(transaction))
      at.provider.updateRefund(refundId, { status: 'processed' })
    expect(await listMailsAfterReconciliation()).toEqual([
      ['asked@example.com', 'Your refund is on its way: ₦1,000.00'],
    ])
    expect((await readPayouts()).sums).toMatchObject({ reversed: 1_000_00 })
  })
})

it('mails the owner about a refund that a donor requested, without the donor’s identity', async () => {
  const { accessCode, id } = await donate('regretful@example.com')
  const refund = (who: Person | typeof visitor, which: string) =>
    as(at.app, who)(`/api/donations/${which}/refund`, {
      method: 'POST',
      body: { reason: 'I meant another one', amount: '1,000' },
      headers: { 'idempotency-key': randomUUID() },
    })
  const link = await requestRefundLink(at, database, { accessCode, email: 'regretful@example.com' })
  expect((await refund(visitor, link)).status).toBe(201)
  expect((await refund(people.ada, id)).status).toBe(201)
  const mails = await findMails('A donor requested a refund')
  expect(mails).toMatchObject([
    { recipient: ada.email, subject: 'A donor requested a refund: ₦985.00' },
  ])
  expect(mails[0]?.text).not.toMatch(/regretful|another one/)
})
