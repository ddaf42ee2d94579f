import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { PaymentsUnavailable } from '#server/providers/payments/payments.ts'
import { kobo } from '#shared/money.ts'
import {
  emailsSchema,
  openRefundsSchema,
  auditLogSchema,
  type AuditLog,
  ledgerChecksSchema,
  webhookEventsSchema,
  quarantineSchema,
} from '#shared/admin.ts'
import { booked, listBalances } from '#test/support/money/ledger.ts'
import {
  testOutbox as outbox,
  listMails,
  listSubjects,
  plainMail,
} from '#test/support/mail/mails.ts'
import { chargeSuccess, freshMoneyApp } from '#test/support/money/money-app.ts'
import { listProviderRefunds } from '#test/support/money/refunds.ts'
import { ada, as, chidi, dada } from '#test/support/people/people.ts'

import { invariantNames } from '../../money/ledger/ledger-check.ts'
import { signedReceipts } from '../../money/receipts/receipts.ts'
import { sql } from '../../platform/database/sql.ts'
import { logChecks } from '../../transparency/check-log.ts'
import { auditActions } from './audit-log.ts'

const { at, database, owner, people } = await freshMoneyApp({ ada, chidi, admin: dada })

const post = (path: string, body: object = {}) =>
  as(at.app, people.admin)(`/api/admin${path}`, { method: 'POST', body })
const read = async <Schema extends z.ZodMiniType>(path: string, schema: Schema) =>
  z.parse(schema, await (await as(at.app, people.admin)(`/api/admin${path}`)).json())
const readOutcome = async (response: Response) => {
  const text = await response.text()
  if (text === '') return response.status
  const { error } = JSON.parse(text) as { error?: { code: string } }
  return [response.status, error?.code]
}
const readActions = async () =>
  (await read('/audit-log', auditLogSchema)).entries.map(({ action, reason }) => [action, reason])

type Words = Record<string, string>
const readWords = (name: string): unknown =>
  JSON.parse(readFileSync(`locales/en/web/${name}.json`, 'utf8'))

describe('webhooks', () => {
  it('are listed with their effect on the ledger and without their body', async () => {
    const { reference } = await at.startDonation()
    at.provider.pay(reference)
    await at.deliver(chargeSuccess(reference))
    at.pass(1_000)
    await at.deliver({ event: 'subscription.create', data: { email: 'secret@example.com' } })
    await at.runJobs()

    const page = await as(at.app, people.admin)('/api/admin/webhooks')
    const text = await page.text()
    expect(text).not.toContain('secret@example.com')
    expect(text).not.toContain('x@y.test')
    expect(z.parse(webhookEventsSchema, JSON.parse(text)).webhooks).toMatchObject([
      { event: 'subscription.create', state: 'ignored', canReplay: false, effect: null },
      {
        event: 'charge.success',
        state: 'done',
        canReplay: true,
        effect: { campaign: 'A well for Ife', amount: 5_000_00, entries: 1, raised: 5_000_00 },
      },
    ])
  })

  it('can be replayed, and the payment is booked once', async () => {
    const { reference } = await at.startDonation()
    at.provider.pay(reference)
    at.provider.setDown(true)
    await at.deliver(chargeSuccess(reference))
    await at.runJobs()
    const [failed] = (await read('/webhooks', webhookEventsSchema)).webhooks
    expect(failed).toMatchObject({ state: 'failed', effect: { entries: 0, raised: 0 } })

    at.provider.setDown(false)
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await readOutcome(await post(`/webhooks/${failed?.id}/replay`))).toBe(204)
      await at.runJobs()
    }
    expect((await read('/webhooks', webhookEventsSchema)).webhooks).toMatchObject([
      { state: 'done', effect: { entries: 1, raised: 5_000_00 } },
    ])
    expect(await booked(database)).toEqual({ entries: 1, raised: 5_000_00, balance: 0 })
    expect(await readActions()).toEqual([
      ['replay-webhook', ''],
      ['replay-webhook', ''],
      ['replay-webhook', ''],
    ])
  })
})

describe('quarantined payments', () => {
  const listQuarantined = async () =>
    (await read('/quarantine?order=newest', quarantineSchema)).quarantine
  const resolve = async (resolution: string, reason = 'Confirmed by the bank') => {
    const [first] = await listQuarantined()
    return readOutcome(await post(`/quarantine/${first?.id}/${resolution}`, { reason }))
  }
  const listAtProvider = () => listProviderRefunds(at.payments)
  /** The provider reports a smaller amount than was requested. */
  async function payTooLittle() {
    const donation = await at.startDonation()
    const amount = kobo(4_000_00)
    await at.pay(donation.reference, { amount, requestedAmount: amount })
    return donation
  }

  it('are listed with expected and actual values', async () => {
    await payTooLittle()
    expect(await listQuarantined()).toMatchObject([
      {
        reason: 'amount',
        campaign: 'A well for Ife',
        expected: { amount: 5_000_00, currency: 'NGN' },
        seen: { amount: 4_000_00, currency: 'NGN', mode: 'sandbox' },
        canCredit: true,
        canRefund: true,
      },
    ])
  })

  it('tell the donor on the page and in one mail what arrived and until when it is decided', async () => {
    const { accessCode } = await payTooLittle()
    const read = async () => {
      const found = await at.donations.findDonation(accessCode)
      return found && at.donations.refreshDonation(found)
    }
    await at.runTask('mail-held-payments')
    await at.runTask('mail-held-payments')

    expect(await listMails(database)).toMatchObject([
      { recipient: 'donor@example.com', subject: 'We received ₦4,000.00 and are checking it' },
    ])
    const [row] = await listQuarantined()
    const until = new Date(Date.parse(row?.at ?? '') + 7 * 86_400_000).toISOString()
    expect(await read()).toMatchObject({ amount: 5_000_00, held: { arrived: 4_000_00, until } })

    expect(await resolve('dismiss')).toBe(204)
    expect(await read()).toMatchObject({ held: { arrived: 4_000_00, until: null } })
  })

  it('are credited if they match when the provider is asked again', async () => {
    const { reference } = await at.startDonation()
    const { subAccountCode } = at.provider.updatePayment(reference, {})
    await at.pay(reference, { subAccountCode: 'ACCT_another' })
    expect(await resolve('credit')).toEqual([409, 'quarantined-payment-mismatch'])
    expect(await booked(database)).toEqual({ entries: 1, raised: 0, balance: 0 })
    expect(await listQuarantined()).toHaveLength(1)

    at.provider.pay(reference, { subAccountCode })
    expect(await resolve('credit')).toBe(204)
    expect(await booked(database)).toEqual({ entries: 3, raised: 5_000_00, balance: 0 })
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })

  it.each([
    [4_000_00, 5_000_00, 4_000_00],
    [4_000_00, 4_000_00, 4_000_00],
    [6_080_00, 6_000_00, 6_000_00],
    [1, 1, 1],
  ])('of %i kobo for %i requested ones are credited with %i', async (amount, asked, raised) => {
    const paid = { amount: kobo(amount), requestedAmount: kobo(asked), fees: kobo(1) }
    const reference = await at.donate(undefined, {}, paid)
    expect(await booked(database)).toEqual({ entries: 1, raised: 0, balance: 0 })

    expect(await resolve('credit')).toBe(204)
    await at.donations.verifyPayment(reference, 'webhook')

    expect(await booked(database)).toMatchObject({ raised, balance: 0 })
    expect(await listBalances(database)).not.toHaveProperty('unidentified')
    expect(await listQuarantined()).toEqual([])
    expect(await readActions()).toEqual([['credit', 'Confirmed by the bank']])
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })

  it('are refunded once when 6 admins act at the same time, with a mail to the donor, and raise nothing', async () => {
    const { accessCode } = await payTooLittle()
    const [first] = await listQuarantined()
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () =>
        readOutcome(await post(`/quarantine/${first?.id}/refund`, { reason: 'Too little' })),
      ),
    )

    expect(answers.filter((answer) => answer === 204)).toHaveLength(1)
    expect((await listAtProvider()).map(({ amount }) => amount)).toEqual([4_000_00])
    expect(await listMails(database)).toMatchObject([
      { recipient: 'donor@example.com', subject: 'Your refund is on its way: ₦4,000.00' },
    ])
    expect(await booked(database)).toMatchObject({ raised: 0 })
    const found = await at.donations.findDonation(accessCode)
    expect(found && (await at.donations.refreshDonation(found)).status).toBe('refunded')
    await at.runTask('reconcile-reversals')
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })

  it('are not refunded twice when only the response was lost', async () => {
    await payTooLittle()
    const { create } = at.payments.refunds
    at.payments.refunds.create = async (refund) => {
      await create(refund)
      at.provider.setDown(true)
      return create(refund)
    }
    expect(await resolve('refund')).toEqual([502, 'payment-unavailable'])
    at.provider.setDown(false)
    at.payments.refunds.create = create
    expect(await listQuarantined()).toMatchObject([{ state: 'refunding', canCredit: false }])
    expect(await resolve('refund')).toEqual([409, 'already-resolved'])

    at.pass(30_001)
    expect(await resolve('refund')).toBe(204)
    expect(await listAtProvider()).toHaveLength(1)
  })

  it('are refunded by the rest when a part was refunded on the provider’s pages', async () => {
    const { reference } = await payTooLittle()
    at.provider.addRefund(reference, { amount: kobo(1_000_00) })
    expect(await resolve('refund')).toBe(204)
    expect((await listAtProvider()).map(({ amount }) => amount)).toEqual([1_000_00, 3_000_00])
    expect(await listMails(database)).toMatchObject([
      { subject: 'Your refund is on its way: ₦3,000.00' },
    ])
  })

  it('are not refunded while a bank disputes them, and afterwards by what the bank left', async () => {
    const { reference } = await payTooLittle()
    const { disputeId } = at.provider.addDispute(reference)
    const report = async (change: object) => {
      at.provider.updateDispute(disputeId, change)
      at.pass(1)
      await at.runTask('reconcile-reversals')
    }
    await report({})
    expect(await listQuarantined()).toMatchObject([{ canRefund: false }])
    expect(await resolve('refund')).toEqual([409, 'quarantined-payment-mismatch'])

    const lost = { status: 'resolved', resolution: 'merchant-accepted' }
    await report({ ...lost, refundAmount: kobo(4_000_00) })
    expect(await resolve('refund')).toEqual([409, 'quarantined-payment-mismatch'])
    await report({ ...lost, refundAmount: kobo(1_000_00) })
    expect(await resolve('refund')).toBe(204)
    expect((await listAtProvider()).map(({ amount }) => amount)).toEqual([3_000_00])
  })

  it('can be dismissed when the refund got no response and the bank has returned the money since', async () => {
    const { reference } = await payTooLittle()
    const { create } = at.payments.refunds
    at.payments.refunds.create = async () => {
      throw new PaymentsUnavailable('timed out')
    }
    expect(await resolve('refund')).toEqual([502, 'payment-unavailable'])
    at.payments.refunds.create = create
    expect(await resolve('dismiss')).toEqual([409, 'already-resolved'])
    const lost = { status: 'resolved', resolution: 'auto-accepted' }
    at.provider.addDispute(reference, lost)
    at.pass(30_001)
    await at.runTask('reconcile-reversals')
    expect(await resolve('refund')).toEqual([409, 'quarantined-payment-mismatch'])
    expect(await resolve('dismiss')).toBe(204)
    expect(await listQuarantined()).toEqual([])
  })

  it('are refunded also when they were dismissed while the provider made the refund', async () => {
    await payTooLittle()
    const { create } = at.payments.refunds
    at.payments.refunds.create = async (refund) => {
      at.pass(30_001)
      expect(await resolve('dismiss')).toBe(204)
      return create(refund)
    }
    expect(await resolve('refund')).toBe(204)
    const { rows } = await owner.pool.query(
      'select state, refund_id is not null as "isNamed" from quarantined_payment',
    )
    expect(rows).toEqual([{ state: 'refunded', isNamed: true }])
  })

  it('stay open when the provider refuses the refund', async () => {
    await payTooLittle()
    at.payments.refunds.create = async () => ({
      kind: 'refused',
      reason: 'insufficient-balance',
      message: 'Balance is too low',
    })
    expect(await resolve('refund')).toEqual([409, 'refund-refused'])
    expect(await listQuarantined()).toMatchObject([{ state: 'open', canRefund: true }])
    expect(await readActions()).toEqual([])
  })

  /** A reference of ours whose donation was lost. */
  const lost = (number: number) => `AJO-${String(number).padStart(32, '0')}`

  it('without a donation can be refunded, or dismissed with a reason', async () => {
    at.provider.pay(lost(1))
    at.provider.pay(lost(2))
    await at.donations.verifyPayment(lost(1), 'sweep')
    at.pass(1)
    await at.donations.verifyPayment(lost(2), 'sweep')
    expect(await listQuarantined()).toMatchObject([
      { reason: 'unknown-reference', campaign: null, canCredit: false, canRefund: true },
      {},
    ])
    expect(await resolve('refund')).toBe(204)
    at.pass(1)
    expect(await resolve('dismiss', '  ')).toEqual([400, 'invalid-input'])
    expect(await resolve('dismiss', 'Nobody asks for it')).toBe(204)
    expect(await listQuarantined()).toEqual([])
    expect(await readActions()).toEqual([
      ['dismiss', 'Nobody asks for it'],
      ['refund', 'Confirmed by the bank'],
    ])
  })

  it('without a donation are listed again with their dispute', async () => {
    at.provider.pay(lost(1))
    await at.donations.verifyPayment(lost(1), 'sweep')
    const { disputeId } = at.provider.addDispute(lost(1))
    at.pass(1)
    await at.runTask('reconcile-reversals')
    await at.runTask('reconcile-reversals')
    expect(await listQuarantined()).toMatchObject([
      { reason: `dispute ${disputeId}`, canRefund: false, canCredit: false },
      { reason: 'unknown-reference', canRefund: false },
    ])
    expect(await resolve('refund')).toEqual([409, 'quarantined-payment-mismatch'])

    const dispute = (await listQuarantined())[0]
    const dismissal = { reason: 'The bank declined it' }
    expect((await post(`/quarantine/${dispute?.id}/dismiss`, dismissal)).status).toBe(204)
    expect(await resolve('refund')).toEqual([409, 'quarantined-payment-mismatch'])
    at.provider.updateDispute(disputeId, { status: 'resolved', resolution: 'declined' })
    at.pass(1)
    await at.runTask('reconcile-reversals')
    expect(await resolve('refund')).toBe(204)
  })

  it('of other shops on the same key are counted per day, and nobody can refund them', async () => {
    for (let number = 0; number < 60; number++) {
      at.provider.pay(`WOO-${number}`)
      await at.donations.verifyPayment(`WOO-${number}`, 'sweep')
      await at.donations.verifyPayment(`WOO-${number}`, 'sweep')
    }
    await payTooLittle()

    const { quarantine, others, next } = await read('/quarantine', quarantineSchema)
    expect(quarantine).toMatchObject([{ reason: 'amount' }])
    expect(others).toMatchObject([{ payments: 60, amount: 60 * 5_000_00 }])
    expect(next).toBeNull()
    expect(await booked(database)).toEqual({ entries: 1, raised: 0, balance: 0 })
  })

  it('are listed newest first, in pages', async () => {
    for (let number = 0; number < 60; number++) {
      at.pass(1)
      at.provider.pay(lost(number))
      await at.donations.verifyPayment(lost(number), 'sweep')
    }
    const first = await read('/quarantine?order=newest', quarantineSchema)
    const second = await read(`/quarantine?order=newest&after=${first.next}`, quarantineSchema)
    expect([...first.quarantine, ...second.quarantine].map(({ reference }) => reference)).toEqual(
      Array.from({ length: 60 }, (_, index) => lost(59 - index)),
    )
    expect([first.quarantine.length, second.next]).toEqual([50, null])
  })

  it('that share a reference with another payment are refunded by themselves', async () => {
    const { reference } = await at.startDonation()
    const { transactionId } = at.provider.pay(reference)
    await at.donations.verifyPayment(reference, 'webhook')
    at.provider.updatePayment(reference, { transactionId: transactionId + 1 })
    await at.donations.verifyPayment(reference, 'webhook')
    expect(await listQuarantined()).toMatchObject([
      { reason: 'second-transaction', canRefund: true },
    ])
    expect(await resolve('credit')).toEqual([409, 'quarantined-payment-mismatch'])
    expect(await resolve('refund')).toBe(204)
    expect(await listAtProvider()).toMatchObject([
      { transactionId: transactionId + 1, amount: 5_000_00 },
    ])
    expect((await read('/refunds', openRefundsSchema)).refunds).toMatchObject([
      { amount: 5_000_00, state: 'pending' },
    ])

    for (const { refundId } of await listAtProvider())
      at.provider.updateRefund(refundId, { status: 'processed' })
    at.pass(1)
    await at.runTask('reconcile-reversals')
    expect(await booked(database)).toMatchObject({ raised: 5_000_00 })
    expect((await at.ledger.checkLedger()).findings).toEqual([])
    expect((await read('/refunds', openRefundsSchema)).refunds).toEqual([])
  })

  it('that were refunded take nothing from a donation that was paid again', async () => {
    const { reference, accessCode } = await payTooLittle()
    expect(await resolve('refund')).toBe(204)
    const [refund] = await listAtProvider()
    const { refundId = 0, transactionId = 0 } = refund ?? {}
    at.pass(1)
    const amount = kobo(5_000_00)
    const again = { transactionId: transactionId + 1, amount, requestedAmount: amount }
    at.provider.pay(reference, again)
    expect(await at.donations.verifyPayment(reference, 'webhook')).toBe('counted')

    const found = await at.donations.findDonation(accessCode)
    if (!found) throw new Error('the donation was not stored')
    expect(
      await at.refunds.previewRefund(found, undefined, { role: 'admin', uid: 'admin' }),
    ).toMatchObject({ amount })
    at.provider.updateRefund(refundId, { status: 'processed' })
    at.provider.addBalanceChange({ difference: -4_000_00, causeId: refundId })
    await at.runTask('reconcile-reversals')
    await at.runTask('reconcile-settlements')
    expect((await at.ledger.checkLedger()).findings).toEqual([])
    expect(await booked(database)).toMatchObject({ raised: 5_000_00 })
  })

  it('whose transaction is counted under another reference cannot be refunded', async () => {
    const [{ reference }, other] = [
      await at.startDonation(),
      await at.startDonation('two@example.com'),
    ]
    const { transactionId } = at.provider.pay(reference)
    await at.donations.verifyPayment(reference, 'webhook')
    at.provider.pay(other.reference, { transactionId })
    await at.donations.verifyPayment(other.reference, 'webhook')
    expect(await listQuarantined()).toMatchObject([{ reason: 'transaction', canRefund: false }])
    expect(await resolve('refund')).toEqual([409, 'quarantined-payment-mismatch'])
  })
})

describe('pending work', () => {
  it('mails the admin once when a dispute is opened', async () => {
    const reference = await at.donate()
    const { disputeId } = at.provider.addDispute(reference)
    await at.deliver({ event: 'charge.dispute.create', data: { id: disputeId } })
    await at.runJobs()
    const subjects = () => listSubjects(database, 'admin@ajo.example')
    const expected = ['Dispute due in less than 72 hours: respond by 3 May 2026 at 03:00 (Lagos)']
    expect(await subjects()).toEqual(expected)
    await at.runTask('send-dispute-alerts')
    expect(await subjects()).toEqual(expected)
  })

  it('lists findings of ledger checks, and runs the checks on request', async () => {
    await at.donate()
    await owner.run(
      sql`update platform_total set raised_kobo = raised_kobo + 1, gross_kobo = gross_kobo + 1`,
    )

    expect(await readOutcome(await post('/ledger-checks'))).toBe(204)
    await at.runJobs()
    const { ledgerChecks } = await read('/ledger-checks', ledgerChecksSchema)
    expect(new Set(ledgerChecks.map(({ kind }) => kind))).toEqual(new Set(['ledger', 'provider']))
    const name = 'the platform totals are the sums of the entries'
    const findFound = async () =>
      (await read('/ledger-checks', ledgerChecksSchema)).ledgerChecks.find(
        ({ kind }) => kind === 'ledger',
      )?.findings
    expect(await findFound()).toMatchObject([{ name, campaignId: null, donationId: null }])
    await owner.run(sql`
      update ledger_finding set key = (select campaign_id || ' ' || id from donation limit 1) where name = ${name}`)
    const [known] = await database.rows(
      z.object({ campaignId: z.string(), donationId: z.string() }),
      sql`select campaign_id as "campaignId", id as "donationId" from donation`,
    )
    expect(await findFound()).toMatchObject([{ name, ...known }])
    expect(await readActions()).toEqual([['run-ledger-checks', '']])
  })

  it('lists failed emails with masked addresses, and retries them', async () => {
    await database.transaction((queries) =>
      outbox.enqueue(
        queries,
        plainMail('ngozi@example.com', 'Confirm your email address', 'a code'),
      ),
    )
    await owner.run(sql`update mail_outbox set failed_at = now(), last_error = 'SMTP 550'`)
    const page = await as(at.app, people.admin)('/api/admin/emails')
    const text = await page.text()
    expect(text).not.toMatch(/ngozi|a code/)
    const { failed, undelivered } = z.parse(emailsSchema, JSON.parse(text))
    expect([failed, undelivered]).toMatchObject([
      1,
      [{ recipient: 'n•••@example.com', state: 'failed', error: 'SMTP 550', canRetry: true }],
    ])

    expect(await readOutcome(await post(`/emails/${undelivered[0]?.id}/retry`))).toBe(204)
    expect(await read('/emails', emailsSchema)).toMatchObject({
      waiting: 1,
      failed: 0,
      undelivered: [],
    })
    expect(await readOutcome(await post(`/emails/${undelivered[0]?.id}/retry`))).toEqual([
      404,
      'not-found',
    ])
  })
})

describe('the audit log', () => {
  it('lists every act once over its pages, whichever table holds it', async () => {
    const started = new Date('2026-05-01T09:00:00Z').getTime()
    // Several acts have the same time, so the pages are divided by time and id.
    const times = Array.from(
      { length: 120 },
      (_, index) => started + Math.floor(index / 7) * 60_000,
    )
    await database.run(sql`
      insert into audit_log (id, uid, action, subject, reason, at)
      select gen_random_uuid(), 'chidi', 'retry-job', 'job ' || number, '', to_timestamp(ms / 1000.0)
      from unnest(${times}::bigint[]) with ordinality as acts (ms, number)`)
    await database.run(sql`
      insert into payout_stop (campaign_id, kind, started_at, ended_at, ended_by, reason)
      select 'campaign ' || number, 'reviewer', to_timestamp(ms / 1000.0), to_timestamp(ms / 1000.0), 'chidi', 'Seen'
      from unnest(${times}::bigint[]) with ordinality as acts (ms, number)`)
    const pages = []
    for (let next: string | null = ''; next !== null;) {
      const page: AuditLog = await read(`/audit-log${next && `?after=${next}`}`, auditLogSchema)
      pages.push(page.entries)
      next = page.next
    }
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 50, 50, 40])
    const entries = pages.flat()
    expect(new Set(entries.map(({ subject }) => subject)).size).toBe(240)
    const ats = entries.map(({ at: time }) => time)
    expect(ats).toEqual(ats.toSorted().toReversed())
  })

  it('says what each act is about', async () => {
    const about = { 'write-off': 'campaign c1', 'end-sessions': 'uid', 'hold-payouts': 'c2' }
    for (const [action, subject] of Object.entries(about))
      await database.run(sql`
        insert into audit_log (id, uid, action, subject, reason, at)
        values (gen_random_uuid(), 'chidi', ${action}, ${subject}, '', now())`)
    const { entries } = await read('/audit-log', auditLogSchema)
    expect(new Set(entries.map((entry) => `${entry.about} ${entry.subject}`))).toEqual(
      new Set(['campaign c1', 'person uid', 'campaign c2']),
    )
  })

  it('has plain words for every act, and ledger checks for every finding', () => {
    const { names } = readWords('audit-log') as { names: Words }
    expect(auditActions.filter((action) => !(action in names))).toEqual([])
    const { checks } = readWords('ledger-findings') as { checks: { money: Words; other: Words } }
    const findings = [...invariantNames, ...Object.values(logChecks), signedReceipts]
    expect(Object.keys({ ...checks.money, ...checks.other }).toSorted()).toEqual(
      findings.toSorted(),
    )
  })

  it('refuses a cursor that it did not give out', async () => {
    const response = await as(at.app, people.admin)('/api/admin/audit-log?after=x')
    expect(await readOutcome(response)).toEqual([400, 'invalid-input'])
  })
})
