import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/database/sql.ts'
import { standingSandbox } from '#test/standing-sandbox.ts'

import { publishedPeriods } from './periods.ts'

const { clock, database, pass, pay, sandbox, start, verify } = await standingSandbox()

const { disputeMs, disputeReminderMs } = publishedPeriods

const rowSchema = z.looseObject({ id: z.number(), status: z.string() })

async function raised(reference = 'ajo-1', amount: number | null = null) {
  const dispute = await sandbox.raiseDispute({ reference, amount, category: 'chargeback' })
  if (!dispute) throw new Error('no dispute')
  return dispute.id
}

async function read(id: number) {
  const { body } = await sandbox.api(`/dispute/${id}`)
  return z.parse(rowSchema, body.data)
}

const put = (path: string, body: unknown) => sandbox.api(path, body, { method: 'PUT' })

const events = async () =>
  (
    await database.rows(
      z.object({ event: z.string() }),
      sql`select event from sandbox.delivery where event like 'charge.dispute.%' order by created_at`,
    )
  ).map(({ event }) => event)

const evidence = {
  customer_email: 'donor@example.com',
  customer_name: 'Ada',
  customer_phone: '08012345678',
  service_details: 'A donation, with a receipt',
}

describe('a dispute', () => {
  it('waits for the merchant, says until when, and hides who paid', async () => {
    await pay('ajo-1')
    const id = await raised()
    const dispute = await read(id)
    expect(dispute).toMatchObject({
      status: 'awaiting-merchant-feedback',
      resolution: null,
      refund_amount: 500_000,
      category: 'chargeback',
      attachments: '[]',
      dueAt: new Date(clock.now.getTime() + disputeMs).toISOString(),
      transaction: { reference: 'ajo-1', status: 'success', customer: null },
    })
    expect(await events()).toEqual(['charge.dispute.create'])
  })

  it('is reminded of every four hours and lost after sixteen', async () => {
    await pay('ajo-1')
    const id = await raised()
    for (let hours = 4; hours < 16; hours += 4) await pass(disputeReminderMs)
    expect((await read(id)).status).toBe('awaiting-merchant-feedback')
    await pass(disputeReminderMs - 1)
    expect((await read(id)).resolution).toBeNull()
    await pass(1)
    expect(await read(id)).toMatchObject({ status: 'resolved', resolution: 'auto-accepted' })
    expect((await verify('ajo-1')).status).toBe('reversed')
    expect(await events()).toEqual([
      'charge.dispute.create',
      'charge.dispute.remind',
      'charge.dispute.remind',
      'charge.dispute.remind',
      'charge.dispute.resolve',
    ])
    expect(await pass(disputeMs)).toBe(0)
  })

  it('that is accepted takes the money at once', async () => {
    await pay('ajo-1')
    const id = await raised()
    const { status, body } = await put(`/dispute/${id}/resolve`, {
      resolution: 'merchant-accepted',
      message: 'We give it back',
      refund_amount: 500_000,
      uploaded_filename: '',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      message: 'Dispute successfully resolved',
      data: { resolution: 'merchant-accepted', transaction: { status: 'reversed' } },
    })
    expect((await verify('ajo-1')).status).toBe('reversed')
    expect((await sandbox.api('/refund', { transaction: 'ajo-1' })).status).toBe(400)
  })

  it('of a part leaves the payment a success', async () => {
    await pay('ajo-1')
    const id = await raised('ajo-1', 200_000)
    await put(`/dispute/${id}/resolve`, {
      resolution: 'merchant-accepted',
      message: 'Yes',
      refund_amount: 200_000,
    })
    expect((await verify('ajo-1')).status).toBe('success')
    const { body } = await sandbox.api('/refund', { transaction: 'ajo-1' })
    expect(body.data).toMatchObject({ amount: 300_000 })
  })

  it('is declined with evidence or a file, and with nothing else', async () => {
    await pay('ajo-1')
    const id = await raised()
    const decline = () =>
      put(`/dispute/${id}/resolve`, {
        resolution: 'declined',
        message: 'It was a gift',
        refund_amount: 0,
      })
    expect((await decline()).status).toBe(400)
    const missing = await sandbox.api(`/dispute/${id}/evidence`, { ...evidence, customer_name: '' })
    expect(missing).toMatchObject({ status: 400, body: { code: 'missing_params' } })
    const added = await sandbox.api(`/dispute/${id}/evidence`, evidence)
    expect(added.body).toMatchObject({ message: 'Evidence created', data: { dispute: id } })
    expect((await decline()).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'resolved', resolution: 'declined' })
    expect((await verify('ajo-1')).status).toBe('success')
    expect((await decline()).body.message).toBe('Dispute has been resolved')
  })

  it('takes another amount and a file, and answers with a list of one', async () => {
    await pay('ajo-1')
    const id = await raised()
    const upload = await sandbox.api(`/dispute/${id}/upload_url?upload_filename=receipt.pdf`)
    const { fileName } = z.parse(z.object({ fileName: z.string() }), upload.body.data)
    const { body } = await put(`/dispute/${id}`, {
      refund_amount: 100_000,
      uploaded_filename: fileName,
    })
    expect(body.data).toMatchObject([
      { refund_amount: 100_000, attachments: JSON.stringify([fileName]) },
    ])
    const tooMuch = await put(`/dispute/${id}`, { refund_amount: 500_001 })
    expect(tooMuch.body.code).toBe('invalid_amount')
  })

  it('may be paid by a refund that names it, where the faults want it so', async () => {
    sandbox.faults.set({ shapes: { isDisputeRefunded: true } })
    await pay('ajo-1')
    const id = await raised()
    await pass(disputeMs)
    const { body } = await sandbox.api('/refund?transaction=ajo-1')
    expect(body.data).toMatchObject([{ dispute: id, amount: 500_000, status: 'processed' }])
    expect((await verify('ajo-1')).status).toBe('reversed')
  })
})

it('is raised about money that was paid, and is still there', async () => {
  const raise = () => sandbox.raiseDispute({ reference: 'ajo-1', amount: null, category: 'fraud' })
  await start('ajo-1')
  expect(await raise()).toBeUndefined()
  await pay('ajo-2')
  await sandbox.api('/refund', { transaction: 'ajo-2' })
  expect(
    await sandbox.raiseDispute({ reference: 'ajo-2', amount: null, category: 'fraud' }),
  ).toBeUndefined()
})

it('lists disputes by payment, state and time', async () => {
  const { id: transactionId } = await pay('ajo-1')
  await pay('ajo-2')
  const first = await raised('ajo-1')
  clock.now = new Date(clock.now.getTime() + 60_000)
  const second = await raised('ajo-2')
  const ids = async (query: string) => {
    const { body } = await sandbox.api(`/dispute?${query}`)
    return z.parse(z.array(rowSchema), body.data).map(({ id }) => id)
  }
  expect(await ids('')).toEqual([second, first])
  expect(await ids(`transaction=${transactionId}`)).toEqual([first])
  expect(await ids('status=resolved')).toEqual([])
  expect(await ids(`from=${clock.now.toISOString()}`)).toEqual([second])
  expect(await ids('use_cursor=true&perPage=1')).toEqual([second])
  const of = await sandbox.api(`/dispute/transaction/${transactionId}`)
  expect(of.body.data).toMatchObject({ id: first })
  expect((await sandbox.api('/dispute/12345')).status).toBe(404)
})
