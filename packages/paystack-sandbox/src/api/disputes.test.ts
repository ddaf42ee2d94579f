import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '../storage/database.ts'
import { standingSandbox } from '../../test/standing-sandbox.ts'
import { publishedPeriods } from '../lifecycle/periods.ts'

const { clock, database, pass, pay, sandbox, start, verify } = await standingSandbox()

const { disputeMs, disputeReminderMs } = publishedPeriods

const uploadSchema = z.object({ signedUrl: z.string(), fileName: z.string() })
const rowSchema = z.looseObject({ id: z.number(), status: z.string() })

async function raise(reference = 'ajo-1', amount: number | null = null) {
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
  it('sends a reminder every four hours and is accepted after sixteen', async () => {
    await pay('ajo-1')
    const id = await raise()
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

  it('leaves the payment successful when only a part is disputed', async () => {
    await pay('ajo-1')
    const id = await raise('ajo-1', 200_000)
    await put(`/dispute/${id}/resolve`, {
      resolution: 'merchant-accepted',
      message: 'Yes',
      refund_amount: 200_000,
    })
    expect((await verify('ajo-1')).status).toBe('success')
    const refund = { transaction: 'ajo-1', amount: 300_000 }
    expect((await sandbox.api('/refund', refund)).status).toBe(200)
  })

  it('returns an upload URL for evidence', async () => {
    await pay('ajo-1')
    const id = await raise()
    const { body } = await sandbox.api(`/dispute/${id}/upload_url?upload_filename=receipt.pdf`)
    const { signedUrl, fileName } = z.parse(uploadSchema, body.data)
    expect(fileName).toMatch(/^\d+-receipt\.pdf$/)
    expect(signedUrl).toBe(`${sandbox.origin}/sandbox/uploads/${fileName}`)
    const decline = { resolution: 'declined', message: 'No', refund_amount: 0 }
    const withFile = (name: string) =>
      put(`/dispute/${id}/resolve`, { ...decline, uploaded_filename: name })
    expect((await withFile(fileName)).body.message).toBe('Uploaded file does not exist')
    const send = (url: string) => fetch(url, { method: 'PUT', body: '%PDF-1.7' })
    expect((await send(`${signedUrl}x`)).status).toBe(403)
    expect((await send(signedUrl)).status).toBe(200)
    expect((await withFile('another.pdf')).status).toBe(400)
    expect((await withFile(fileName)).status).toBe(200)
  })

  it('takes no file after 30 minutes, and no answer after the deadline', async () => {
    await pay('ajo-1')
    const id = await raise()
    const { body } = await sandbox.api(`/dispute/${id}/upload_url?upload_filename=receipt.pdf`)
    const { signedUrl } = z.parse(uploadSchema, body.data)
    clock.now = new Date(clock.now.getTime() + 30 * 60_000)
    expect((await fetch(signedUrl, { method: 'PUT', body: '%PDF-1.7' })).status).toBe(403)
    await sandbox.api(`/dispute/${id}/evidence`, evidence)
    clock.now = new Date(clock.now.getTime() + disputeMs)
    const late = await put(`/dispute/${id}/resolve`, { resolution: 'declined', message: 'No' })
    expect(late.body.message).toBe('Dispute has been resolved')
  })

  it('creates a refund that names the dispute under the fault isDisputeRefunded', async () => {
    sandbox.faults.set({ shapes: { isDisputeRefunded: true } })
    const { id: transactionId } = await pay('ajo-1')
    const id = await raise()
    await pass(disputeMs)
    const { body } = await sandbox.api(`/refund?transaction=${transactionId}`)
    expect(body.data).toMatchObject([{ dispute: id, amount: 500_000, status: 'processed' }])
    expect((await verify('ajo-1')).status).toBe('reversed')
  })
})

it('is not raised for unpaid or refunded payments', async () => {
  const claim = (reference: string) =>
    sandbox.raiseDispute({ reference, amount: null, category: 'fraud' })
  await start('ajo-1')
  expect(await claim('ajo-1')).toBeUndefined()
  await pay('ajo-2')
  await sandbox.api('/refund', { transaction: 'ajo-2' })
  expect(await claim('ajo-2')).toBeUndefined()
})

it('lists disputes by creation time', async () => {
  await pay('ajo-1')
  await pay('ajo-2')
  const first = await raise('ajo-1')
  clock.now = new Date(clock.now.getTime() + 60_000)
  const second = await raise('ajo-2')
  const ids = async (query: string) => {
    const { body } = await sandbox.api(`/dispute?${query}`)
    return z.parse(z.array(rowSchema), body.data).map(({ id }) => id)
  }
  expect(await ids('')).toEqual([second, first])
  expect(await ids(`from=${clock.now.toISOString()}`)).toEqual([second])
  expect(await ids('use_cursor=true&perPage=1')).toEqual([second])
  expect((await sandbox.api('/dispute/12345')).status).toBe(404)
})
