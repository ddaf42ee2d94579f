import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { outbox } from '#server/mail/outbox.ts'
import type { ProviderRefund } from '#server/providers/payments/refunds.ts'
import { kobo } from '#shared/money.ts'
import {
  emailsSchema,
  openRefundsSchema,
  auditLogSchema,
  ledgerChecksSchema,
  webhookEventsSchema,
  quarantineSchema,
} from '#shared/admin.ts'
import { testDatabase } from '#test/database.ts'
import { booked, donationBy } from '#test/ledger.ts'
import { chargeSuccess, openMoneyApp, type MoneyApp } from '#test/money-app.ts'
import { ada, as, chidi, createPerson, dada, type Person } from '#test/people.ts'

import { sql } from '../database/sql.ts'

const { database, owner, empty } = await testDatabase()
let at: MoneyApp
let people: Record<'ada' | 'chidi' | 'admin', Person>

beforeEach(async () => {
  await empty()
  at = await openMoneyApp({ database, owner })
  people = {
    ada: await createPerson(database, ada),
    chidi: await createPerson(database, chidi),
    admin: await createPerson(database, dada),
  }
})

const ask = (path: string, body: object = {}) =>
  as(at.app, people.admin)(`/api/admin${path}`, { method: 'POST', body })
const read = async <Schema extends z.ZodMiniType>(path: string, schema: Schema) =>
  z.parse(schema, await (await as(at.app, people.admin)(`/api/admin${path}`)).json())
const codeOf = async (response: Response) => {
  const text = await response.text()
  if (text === '') return response.status
  const { error } = JSON.parse(text) as { error?: { code: string } }
  return [response.status, error?.code]
}
const acts = async () =>
  (await read('/acts', auditLogSchema)).acts.map(({ act, reason }) => [act, reason])

/** A form of ₦5,000, and what its donor was given. */
async function begun(email = 'donor@example.com') {
  const started = await at.ledger.startDonation(donationBy(email))
  if (started.kind !== 'started') throw new Error(started.kind)
  return { receipt: started.receipt, reference: at.provider.lastReference() }
}

describe('the events of the provider', () => {
  it('are listed with what came of them, and without what stood in them', async () => {
    const { reference } = await begun()
    at.provider.pays(reference)
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

  it('are worked on once more by hand, and booked once however often that is', async () => {
    const { reference } = await begun()
    at.provider.pays(reference)
    at.provider.down(true)
    await at.deliver(chargeSuccess(reference))
    await at.runJobs()
    const [failed] = (await read('/events', webhookEventsSchema)).events
    expect(failed).toMatchObject({ state: 'failed', effect: { entries: 0, raised: 0 } })

    at.provider.down(false)
    for (let turn = 0; turn < 3; turn++) {
      expect(await codeOf(await ask(`/events/${failed?.id}/replay`))).toBe(204)
      await at.runJobs()
    }
    expect((await read('/events', webhookEventsSchema)).events).toMatchObject([
      { state: 'done', effect: { entries: 1, raised: 5_000_00 } },
    ])
    expect(await booked(database)).toEqual({ entries: 1, raised: 5_000_00, balance: 0 })
    expect(await acts()).toEqual([
      ['replay', ''],
      ['replay', ''],
      ['replay', ''],
    ])
  })
})

describe('money that was kept aside', () => {
  const held = async () => (await read('/quarantine', quarantineSchema)).quarantine
  const decide = async (how: string, reason = 'The bank told us so') => {
    const [first] = await held()
    return codeOf(await ask(`/quarantine/${first?.id}/${how}`, { reason }))
  }
  const sentBack = async () => {
    const refunds: ProviderRefund[] = []
    for await (const refund of at.payments.refunds.listSince(new Date(0))) refunds.push(refund)
    return refunds
  }
  /** The provider says that less was asked for than our books say. */
  async function short() {
    const gift = await begun()
    at.provider.pays(gift.reference, { amount: kobo(4_000_00), requestedAmount: kobo(4_000_00) })
    await at.ledger.verifyPayment(gift.reference, 'webhook')
    return gift
  }

  it('is shown with what was expected and what was seen', async () => {
    await short()
    expect(await held()).toMatchObject([
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

  it('is booked only if the provider says by now what was asked for', async () => {
    const { reference } = await short()
    expect(await decide('credit')).toEqual([409, 'quarantined-payment-mismatch'])
    expect(await booked(database)).toMatchObject({ entries: 0 })
    expect(await held()).toHaveLength(1)

    at.provider.pays(reference, { amount: kobo(5_000_00), requestedAmount: kobo(5_000_00) })
    expect(await decide('credit')).toBe(204)
    expect(await booked(database)).toEqual({ entries: 1, raised: 5_000_00, balance: 0 })
    expect(await held()).toEqual([])
    expect(await acts()).toEqual([['credit', 'The bank told us so']])
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })

  it('goes back once, whoever presses at the same moment; the donor is told and nothing is booked', async () => {
    const { receipt } = await short()
    const [first] = await held()
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () =>
        codeOf(await ask(`/quarantine/${first?.id}/refund`, { reason: 'Too little' })),
      ),
    )

    expect(answers.filter((answer) => answer === 204)).toHaveLength(1)
    expect((await sentBack()).map(({ amount }) => amount)).toEqual([4_000_00])
    const mails = await database.rows(
      z.object({ recipient: z.string(), subject: z.string() }),
      sql`select recipient, subject from mail_outbox`,
    )
    expect(mails).toEqual([
      { recipient: 'donor@example.com', subject: 'Your gift is on its way back: ₦4,000.00' },
    ])
    expect(await booked(database)).toMatchObject({ entries: 0 })
    const found = await at.ledger.findDonation(receipt)
    expect(found && (await at.ledger.refreshDonation(found)).status).toBe('refunded')
    await at.runTask('sweep-returns')
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })

  it('is not sent back twice where only the answer was lost', async () => {
    await short()
    const { create } = at.payments.refunds
    at.payments.refunds.create = async (refund) => {
      await create(refund)
      at.provider.down(true)
      return create(refund)
    }
    expect(await decide('refund')).toEqual([502, 'payment-unavailable'])
    at.provider.down(false)
    at.payments.refunds.create = create
    expect(await held()).toMatchObject([{ state: 'refunding', canCredit: false }])
    expect(await decide('refund')).toEqual([409, 'already-resolved'])

    at.pass(30_001)
    expect(await decide('refund')).toBe(204)
    expect(await sentBack()).toHaveLength(1)
  })

  it('stays where the provider refuses to send it', async () => {
    await short()
    at.payments.refunds.create = async () => ({ kind: 'refused', message: 'Balance is too low' })
    expect(await decide('refund')).toEqual([409, 'refund-refused'])
    expect(await held()).toMatchObject([{ state: 'open', canRefund: true }])
    expect(await acts()).toEqual([])
  })

  it('of nobody here goes back as well, or is dismissed with a reason', async () => {
    at.provider.pays('another-shop-1')
    at.provider.pays('another-shop-2')
    await at.ledger.verifyPayment('another-shop-1', 'sweep')
    at.pass(1)
    await at.ledger.verifyPayment('another-shop-2', 'sweep')
    expect(await held()).toMatchObject([
      { reason: 'unknown-reference', campaign: null, canCredit: false, canRefund: true },
      {},
    ])
    expect(await decide('refund')).toBe(204)
    at.pass(1)
    expect(await decide('dismiss', '  ')).toEqual([400, 'invalid-input'])
    expect(await decide('dismiss', 'Of our other shop')).toBe(204)
    expect(await held()).toEqual([])
    expect(await acts()).toEqual([
      ['dismiss', 'Of our other shop'],
      ['refund', 'The bank told us so'],
    ])
  })

  it('of two payments under one number is not sent back by that number', async () => {
    const { reference } = await begun()
    const { transactionId } = at.provider.pays(reference)
    await at.ledger.verifyPayment(reference, 'webhook')
    at.provider.becomes(reference, { transactionId: transactionId + 1 })
    await at.ledger.verifyPayment(reference, 'webhook')
    expect(await held()).toMatchObject([{ reason: 'second-transaction', canRefund: false }])
    expect(await decide('refund')).toEqual([409, 'quarantined-payment-mismatch'])
    expect(await decide('credit')).toEqual([409, 'quarantined-payment-mismatch'])
    expect(await booked(database)).toMatchObject({ entries: 1, raised: 5_000_00 })
  })
})

describe('what waits', () => {
  it('are refunds under way, and disputes by their deadlines', async () => {
    const gifts = [await begun('one@example.com'), await begun('two@example.com')]
    for (const { reference } of gifts) {
      at.provider.pays(reference)
      await at.ledger.verifyPayment(reference, 'webhook')
    }
    at.provider.refundMade(gifts[0]?.reference ?? '', { status: 'needs-attention' })
    at.provider.disputeRaised(gifts[1]?.reference ?? '')
    await at.runTask('sweep-returns')

    expect(await read('/returns', openRefundsSchema)).toMatchObject({
      refunds: [
        { campaign: 'A well for Ife', amount: 5_000_00, state: 'needs-attention', askedBy: null },
      ],
      disputes: [
        {
          campaign: 'A well for Ife',
          amount: 5_000_00,
          status: 'awaiting-merchant-feedback',
          dueAt: '2026-05-03T02:00:00.000Z',
        },
      ],
    })
  })

  it('has its alarm: a mail when a dispute begins, and one when little time is left', async () => {
    const { reference } = await begun()
    at.provider.pays(reference)
    await at.ledger.verifyPayment(reference, 'webhook')
    const { disputeId } = at.provider.disputeRaised(reference)
    await at.deliver({ event: 'charge.dispute.create', data: { id: disputeId } })
    await at.runJobs()
    const subjects = async () => {
      const mails = await database.rows(
        z.object({ subject: z.string() }),
        sql`select subject from mail_outbox where recipient = 'operator@ajo.example' order by created_at`,
      )
      return mails.map(({ subject }) => subject)
    }
    const deadline = '3 May 2026 at 03:00 (Lagos)'
    expect(await subjects()).toEqual([`Dispute: answer until ${deadline}`])
    await at.runTask('send-dispute-alerts')
    expect(await subjects()).toHaveLength(1)
    at.clock.now = new Date('2026-05-02T23:00:00Z')
    await at.runTask('send-dispute-alerts')
    expect(await subjects()).toEqual([
      `Dispute: answer until ${deadline}`,
      `Dispute: little time left to answer until ${deadline}`,
    ])
    await at.runTask('send-dispute-alerts')
    expect(await subjects()).toHaveLength(2)
  })

  it('are the findings of the proofs, and a new look at once where one is wanted', async () => {
    const { reference } = await begun()
    at.provider.pays(reference)
    await at.ledger.verifyPayment(reference, 'webhook')
    await owner.run(
      sql`update platform_total set raised_kobo = raised_kobo + 1, gross_kobo = gross_kobo + 1`,
    )

    expect(await codeOf(await ask('/proofs'))).toBe(204)
    await at.runJobs()
    const { proofs } = await read('/proofs', ledgerChecksSchema)
    expect(new Set(proofs.map(({ kind }) => kind))).toEqual(new Set(['ledger', 'provider']))
    expect(proofs.find(({ kind }) => kind === 'ledger')?.findings).toMatchObject([
      { name: 'the totals of each platform are the sum of the entries' },
    ])
    expect(await acts()).toEqual([['prove', '']])
  })

  it('are mails that nobody takes, with masked addresses, and they can be tried again', async () => {
    await database.transaction((queries) =>
      outbox.enqueue(queries, {
        to: 'ngozi@example.com',
        subject: 'Confirm your email address',
        text: 'a code',
        html: 'a code',
      }),
    )
    await owner.run(sql`update mail_outbox set failed_at = now(), last_error = 'SMTP 550'`)
    const page = await as(at.app, people.admin)('/api/admin/emails')
    const text = await page.text()
    expect(text).not.toMatch(/ngozi|a code/)
    const { failed, undelivered: stuck } = z.parse(emailsSchema, JSON.parse(text))
    expect([failed, stuck]).toMatchObject([
      1,
      [{ recipient: 'n•••@example.com', state: 'failed', error: 'SMTP 550', canRetry: true }],
    ])

    expect(await codeOf(await ask(`/mails/${stuck[0]?.id}/retry`))).toBe(204)
    expect(await read('/mails', emailsSchema)).toMatchObject({
      waiting: 1,
      failed: 0,
      stuck: [],
    })
    expect(await codeOf(await ask(`/mails/${stuck[0]?.id}/retry`))).toEqual([404, 'not-found'])
  })
})

it.each(['ada', 'chidi'] as const)('does not exist for %s', async (name) => {
  for (const path of [
    'events',
    'proofs',
    'quarantine',
    'returns',
    'mails',
    'acts',
    'cancellations',
  ])
    expect(await codeOf(await as(at.app, people[name])(`/api/admin/${path}`))).toEqual([
      404,
      'not-found',
    ])
})
