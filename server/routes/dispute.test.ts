import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { disputeSchema, disputesSchema } from '#shared/dispute.ts'
import { kobo } from '#shared/money.ts'
import { problemSchema } from '#shared/errors.ts'
import { sql } from '#server/platform/database/sql.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { listSubjects } from '#test/support/mail/mails.ts'
import { freshMoneyApp } from '#test/support/money/money-app.ts'
import { ada, as, chidi, createPerson, dada } from '#test/support/people/people.ts'
import { readPdfText } from '#test/support/documents/pdf-text.ts'
import { listRefunds, sendDueRefunds } from '#test/support/money/refunds.ts'

import { PaymentsUnavailable } from '../providers/payments/payments.ts'
import type { StoredCampaign } from '../providers/content/content.ts'

const { at, database, people } = await freshMoneyApp({ ada, reviewer: chidi })
const { reviewer } = people
let campaign: StoredCampaign

beforeEach(async () => {
  campaign = await insertCampaignBy(at.content, ada, 'approved', { endDate: '2026-12-01' })
})

async function dispute(donorUid: string | null = null) {
  const paid = { paidAt: at.clock.now }
  const reference = await at.donate('donor@example.com', { campaign, donorUid }, paid)
  const { disputeId } = at.provider.addDispute(reference)
  await at.deliver({ event: 'charge.dispute.create', data: { id: disputeId } })
  await at.runJobs()
  return disputeId
}

const message = 'The donor gave to the well and has a receipt.'
async function read(id: number) {
  const response = await as(at.app, reviewer)(`/api/disputes/${id}`)
  return z.parse(disputeSchema, await response.json())
}
async function post(id: number, kind: 'accept' | 'decline', body: object = {}) {
  const path = `/api/disputes/${id}/${kind}`
  const response = await as(at.app, reviewer)(path, { method: 'POST', body: { message, ...body } })
  if (response.ok) return response.status
  const { error } = z.parse(problemSchema, await response.json())
  return error.fields ? Object.keys(error.fields).join(' ') : error.code
}
const countReversed = async () =>
  (
    await database.rows(
      z.object({}),
      sql`select from ledger_entry where kind = 'reversal' or reversal_key is not null`,
    )
  ).length

describe('a dispute', () => {
  it('is listed with its deadline, and has evidence ready', async () => {
    const id = await dispute()
    const list = await (await as(at.app, reviewer)('/api/disputes')).json()
    const dueAt = '2026-05-03T02:00:00.000Z'
    expect(z.parse(disputesSchema, list).disputes).toMatchObject([
      { id, campaign: campaign.title, state: 'open', dueAt, conflicts: [] },
    ])
    const { evidence, canAnswer } = await read(id)
    expect(canAnswer).toBe(true)
    expect(evidence).toMatchObject({
      donor: { email: 'donor@example.com' },
      receipt: { number: expect.stringMatching(/^2026-/) as string },
      campaign: { title: campaign.title, raiseMoneyFor: campaign.raiseMoneyFor },
      correspondence: [{ kind: 'receipt' }],
    })
    const pdf = await as(at.app, reviewer)(`/api/disputes/${id}/evidence.pdf`)
    const text = readPdfText(Buffer.from(await pdf.arrayBuffer()))
    expect(text).toContain(evidence.receipt?.number)
    expect(text).toContain(campaign.title)
  })

  it('is declined once with one file when 16 answers arrive at the same time, and nothing is booked', async () => {
    const id = await dispute()
    const files: string[] = []
    const { uploadFile } = at.payments.disputes
    at.payments.disputes.uploadFile = async (disputeId, file) => {
      files.push(readPdfText(Buffer.from(file.bytes)))
      return uploadFile(disputeId, file)
    }
    const answers = await Promise.all(Array.from({ length: 16 }, () => post(id, 'decline')))
    expect(answers.filter((answer) => answer === 204)).toHaveLength(1)
    expect(files).toHaveLength(1)
    expect(files[0]).toContain('has a receipt')
    expect(await read(id)).toMatchObject({
      state: 'resolved',
      resolution: 'declined',
      canAnswer: false,
      answers: [{ kind: 'decline', state: 'sent', message, name: 'Chidi Okafor' }],
    })
    expect(await countReversed()).toBe(0)
    expect(await post(id, 'accept', { amount: '50' })).toBe('dispute-closed')
  })

  it('is accepted with a part of the donation, which is booked', async () => {
    const id = await dispute()
    expect(await post(id, 'accept', { amount: '1,000,000' })).toBe('amount')
    expect(await post(id, 'accept', { amount: '0' })).toBe('amount')
    expect(await post(id, 'accept', { amount: '2,000', message: 'Yes' })).toBe('message')
    expect(await post(id, 'accept', { amount: '2,000' })).toBe(204)
    expect(await read(id)).toMatchObject({
      resolution: 'merchant-accepted',
      amount: 2_000_00,
      answers: [{ kind: 'accept', refund: 2_000_00, state: 'sent' }],
    })
    expect(await countReversed()).toBe(1)
    expect((await at.ledger.checkLedger()).findings).toEqual([])
  })

  it('is accepted with no more than an earlier refund and another acceptance have left', async () => {
    const id = await dispute()
    const reference = at.provider.lastReference()
    at.provider.addRefund(reference, { amount: kobo(1_000_00), status: 'processed' })
    const other = at.provider.addDispute(reference).disputeId
    at.pass(1_000)
    await at.runTask('reconcile-reversals')
    expect(await read(id)).toMatchObject({ acceptable: 4_000_00 })
    expect(await post(id, 'accept', { amount: '5,000' })).toBe('amount')

    const answers = await Promise.all(
      [id, other].map((each) => post(each, 'accept', { amount: '4,000' })),
    )
    expect(new Set(answers)).toEqual(new Set([204, 'amount']))
    const rows = await database.rows(
      z.object({ loss: z.int() }),
      sql`select coalesce(sum(platform_loss_kobo), 0)::bigint as loss from ledger_entry`,
    )
    expect(rows).toEqual([{ loss: 0 }])
  })

  it('of a payment on hold is accepted with no more than was paid and not refunded', async () => {
    const reference = await at.start('donor@example.com', { campaign })
    const paid = { amount: kobo(4_000_00), requestedAmount: kobo(4_000_00) }
    await at.pay(reference, { ...paid, paidAt: at.clock.now })
    at.provider.addRefund(reference, { amount: kobo(1_000_00) })
    const { disputeId } = at.provider.addDispute(reference)
    await at.runTask('reconcile-reversals')
    expect(await read(disputeId)).toMatchObject({ acceptable: 3_000_00 })
    expect(await post(disputeId, 'accept', { amount: '4,000' })).toBe('amount')
    expect(await post(disputeId, 'accept', { amount: '3,000' })).toBe(204)
  })

  it('can be accepted in whole while a refund waits for it, which is then given up', async () => {
    const id = await dispute()
    const row = await database.row(
      z.object({ campaignId: z.string(), id: z.string() }),
      sql`select campaign_id as "campaignId", donation_id as id from provider_dispute where dispute_id = ${id}`,
    )
    at.provider.updateDispute(id, { status: 'resolved', resolution: 'declined' })
    at.pass(1_000)
    await at.runTask('reconcile-reversals')
    at.provider.setDown(true)
    await at.refunds.requestRefund({
      donation: row ?? { campaignId: '', id: '' },
      form: { reason: 'A mistake' },
      idempotencyKey: 'refund',
      by: { role: 'owner', uid: ada.uid },
    })
    at.provider.setDown(false)
    at.provider.updateDispute(id, { status: 'awaiting-merchant-feedback', resolution: null })
    at.pass(1_000)
    await at.runTask('reconcile-reversals')
    // The provider does not have the refund, and the dispute holds it back.
    for (let turn = 0; turn < 2; turn++) await sendDueRefunds(database, at)
    expect(await listRefunds(database)).toMatchObject([{ state: 'held', problem: 'disputed' }])
    expect(await post(id, 'accept', { amount: '5,000' })).toBe(204)
    await sendDueRefunds(database, at)
    expect(await listRefunds(database)).toMatchObject([{ state: 'given-up' }])
  })

  it('is refused after its deadline', async () => {
    const id = await dispute()
    at.clock.now = new Date('2026-05-03T02:00:00Z')
    expect(await post(id, 'decline')).toBe('dispute-closed')
    expect(await read(id)).toMatchObject({ state: 'late', canAnswer: false, answers: [] })
  })

  it('is listed with the conflict of interest of its reader', async () => {
    const donor = await createPerson(database, dada)
    await dispute(dada.uid)
    const list = await (await as(at.app, donor)('/api/disputes')).json()
    expect(z.parse(disputesSchema, list).disputes).toMatchObject([{ conflicts: ['donated'] }])
  })
})

describe('an answer', () => {
  const failOnce = (method: 'find' | 'uploadFile' | 'decline', after = false) => {
    const original = at.payments.disputes[method] as (...args: unknown[]) => Promise<unknown>
    const fail = async (...args: unknown[]) => {
      Object.assign(at.payments.disputes, { [method]: original })
      if (after) await original(...args)
      throw new PaymentsUnavailable('down')
    }
    Object.assign(at.payments.disputes, { [method]: fail })
  }

  it.each(['find', 'uploadFile', 'decline'] as const)(
    'is kept and sent again where the provider fails at %s',
    async (method) => {
      const id = await dispute()
      failOnce(method)
      expect(await post(id, 'decline')).toBe(204)
      expect(await read(id)).toMatchObject({ canAnswer: false, answers: [{ state: 'sending' }] })
      expect(await post(id, 'accept', { amount: '50' })).toBe('already-resolved')
      at.pass(2 * 60_000)
      await at.runTask('send-dispute-answers')
      expect(await read(id)).toMatchObject({ resolution: 'declined', answers: [{ state: 'sent' }] })
    },
  )

  it('whose response was lost is not sent twice', async () => {
    const id = await dispute()
    failOnce('decline', true)
    expect(await post(id, 'decline')).toBe(204)
    at.payments.disputes.decline = async () => {
      throw new Error('sent twice')
    }
    at.pass(2 * 60_000)
    await at.runTask('send-dispute-answers')
    expect(await read(id)).toMatchObject({ resolution: 'declined', answers: [{ state: 'sent' }] })
  })

  it('is sent again when the bank takes the dispute up again and the earlier resolution is still reported', async () => {
    const id = await dispute()
    expect(await post(id, 'decline')).toBe(204)
    at.provider.updateDispute(id, { status: 'awaiting-merchant-feedback' })
    at.pass(1_000)
    await at.runTask('reconcile-reversals')
    let declined = 0
    const { decline } = at.payments.disputes
    at.payments.disputes.decline = (...words) => {
      declined += 1
      return decline(...words)
    }
    expect(await post(id, 'decline')).toBe(204)
    expect(declined).toBe(1)
  })

  it('that the provider refuses says why, and another one may follow', async () => {
    const id = await dispute()
    const { decline } = at.payments.disputes
    at.payments.disputes.decline = async () => ({ kind: 'refused', message: 'File is unreadable' })
    expect(await post(id, 'decline')).toBe('dispute-refused')
    expect(await read(id)).toMatchObject({
      canAnswer: true,
      answers: [{ state: 'refused', refusal: 'File is unreadable' }],
    })
    at.payments.disputes.decline = decline
    expect(await post(id, 'decline')).toBe(204)
  })

  it('that comes after the bank decided is recorded as late', async () => {
    const id = await dispute()
    await at.payments.disputes.accept(id, { message: 'By hand', refundAmount: campaign.goal })
    expect(await post(id, 'decline')).toBe('dispute-closed')
    expect(await read(id)).toMatchObject({
      resolution: 'merchant-accepted',
      answers: [{ state: 'too-late' }],
    })
  })
})

describe('the alarms', () => {
  const subjects = () => listSubjects(database, 'admin@ajo.example')
  const alarm = async (iso: string) => {
    at.clock.now = new Date(iso)
    await at.runTask('send-dispute-alerts')
    await at.runTask('send-dispute-alerts')
  }

  it('are mailed 72, 24 and 6 hours before the deadline, each once, and not after it', async () => {
    const id = await dispute()
    const due = new Date('2026-05-10T12:00:00Z')
    const before = await subjects()
    await database.run(sql`update provider_dispute set due_at = ${due} where dispute_id = ${id}`)
    const expected = [
      ['2026-05-05T12:00:00Z', 1],
      ['2026-05-07T11:59:00Z', 1],
      ['2026-05-07T12:00:00Z', 2],
      ['2026-05-09T11:59:00Z', 2],
      ['2026-05-09T12:00:00Z', 3],
      ['2026-05-10T05:59:00Z', 3],
      ['2026-05-10T06:00:00Z', 4],
      ['2026-05-10T11:59:00Z', 4],
      ['2026-05-10T12:00:00Z', 4],
    ] as const
    const counts: [string, number][] = []
    for (const [time] of expected) {
      await alarm(time)
      counts.push([time, (await subjects()).length - before.length])
    }
    expect(counts).toEqual(expected)
    expect((await subjects()).slice(before.length).map((subject) => subject.split(':')[0])).toEqual(
      [
        'New dispute',
        'Dispute due in less than 72 hours',
        'Dispute due in less than 24 hours',
        'Dispute due in less than 6 hours',
      ],
    )
  })

  it('go on while an answer does not reach the provider', async () => {
    const id = await dispute()
    at.provider.setDown(true)
    expect(await post(id, 'decline')).toBe(204)
    at.pass(10 * 60_000)
    await alarm(at.clock.now.toISOString())
    const before = await subjects()
    await alarm('2026-05-02T20:00:00Z')
    expect((await subjects()).slice(before.length)).toEqual([
      expect.stringContaining('Dispute due in less than 6 hours'),
    ])
  })

  it('end with the answer', async () => {
    const id = await dispute()
    await post(id, 'decline')
    const before = await subjects()
    await alarm('2026-05-02T23:00:00Z')
    expect(await subjects()).toEqual(before)
  })
})
