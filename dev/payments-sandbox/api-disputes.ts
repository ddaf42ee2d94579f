import { Hono } from 'hono'

import type { Queries } from '#server/database/database.ts'

import { resolveDispute, shownDispute } from './dispute-moves.ts'
import { disputesOf, findDispute, listDisputes, saveDispute, type Dispute } from './disputes.ts'
import { invalidAmount, invalidParams, missing, succeed } from './envelope.ts'
import { newId } from './identifiers.ts'
import { listMeta, pageOf, spanOf } from './paging.ts'
import type { MoveParts } from './refund-moves.ts'
import { requestBody, textOf } from './request-body.ts'
import { findById, findByReference, lockByReference, type Transaction } from './transactions.ts'

type Parts = MoveParts & { publicUrl: string; onQueued: () => void }
type Body = Record<string, unknown>

export function disputeApi(parts: Parts) {
  const { database, publicUrl, onQueued } = parts
  return new Hono()
    .get('/', async (c) => {
      const page = pageOf(c)
      const { status = null, transaction = null } = c.req.query()
      const filters = { status, transaction, ...spanOf(c) }
      const { rows, total } = await listDisputes(database, filters, page)
      const data = await Promise.all(rows.map((dispute) => shown(database, parts, dispute)))
      return succeed(c, 'Disputes retrieved', { data, meta: listMeta(page, rows, total) })
    })
    .get('/transaction/:id', async (c) => {
      const id = Number(c.req.param('id'))
      const transaction = Number.isSafeInteger(id) ? await findById(database, id) : undefined
      const disputes = transaction ? await disputesOf(database, transaction.reference) : []
      const last = disputes.at(-1)
      if (!last) throw unknown()
      const data = await shown(database, parts, last)
      return succeed(c, 'Dispute retrieved successfully', { data })
    })
    .get('/:id', async (c) => {
      const dispute = await known(database, c.req.param('id'))
      return succeed(c, 'Dispute retrieved', { data: await shown(database, parts, dispute) })
    })
    .get('/:id/upload_url', async (c) => {
      await known(database, c.req.param('id'))
      const name = textOf(c.req.query('upload_filename'))
      if (name === null) throw missing('Upload filename is required')
      const fileName = `${newId(parts.now())}-${name.replace(/[^\w.-]/g, '')}`
      const signedUrl = `${publicUrl}/uploads/${fileName}`
      return succeed(c, 'Upload url generated', { data: { signedUrl, fileName } })
    })
    .put('/:id', async (c) => {
      const body = await requestBody(c)
      const data = await changed(parts, c.req.param('id'), (queries, open) =>
        update(queries, parts, { ...open, body }),
      )
      // The provider answers a change with a list of one.
      return succeed(c, 'Dispute updated successfully', { data: [data] })
    })
    .post('/:id/evidence', async (c) => {
      const body = await requestBody(c)
      const data = await changed(parts, c.req.param('id'), async (queries, { dispute }) => {
        const evidence = evidenceOf(body, dispute.id, parts.now())
        await saveDispute(queries, { ...dispute, evidence }, parts.now())
        return evidence
      })
      return succeed(c, 'Evidence created', { data })
    })
    .put('/:id/resolve', async (c) => {
      const body = await requestBody(c)
      const data = await changed(parts, c.req.param('id'), (queries, open) =>
        resolve(queries, parts, { ...open, body }),
      )
      onQueued()
      return succeed(c, 'Dispute successfully resolved', { data })
    })
}

type Open = { dispute: Dispute; transaction: Transaction }

/** Works on a dispute that is still open, under the lock of its payment. */
async function changed<Answer>(
  { database }: Parts,
  text: string,
  work: (queries: Queries, open: Open) => Promise<Answer>,
): Promise<Answer> {
  const { reference, id } = await known(database, text)
  return database.transaction(async (queries) => {
    const transaction = await lockByReference(queries, reference)
    const dispute = await findDispute(queries, id)
    if (!transaction || !dispute) throw unknown()
    if (dispute.resolution) throw invalidParams('Dispute has been resolved')
    return work(queries, { dispute, transaction })
  })
}

async function update(
  queries: Queries,
  parts: Parts,
  { dispute, transaction, body }: Open & { body: Body },
) {
  const changedDispute = {
    ...dispute,
    refund_amount: amountOf(body.refund_amount, transaction.amount),
    uploaded_filename: textOf(body.uploaded_filename) ?? dispute.uploaded_filename,
  }
  await saveDispute(queries, changedDispute, parts.now())
  return shownDispute(queries, parts, { dispute: changedDispute, transaction })
}

async function resolve(
  queries: Queries,
  parts: Parts,
  { dispute, transaction, body }: Open & { body: Body },
) {
  const resolution = textOf(body.resolution)
  if (resolution !== 'merchant-accepted' && resolution !== 'declined')
    throw invalidParams('Resolution is invalid')
  const message = textOf(body.message)
  if (message === null) throw missing('Message is required')
  const filename = textOf(body.uploaded_filename)
  const answered: Dispute = {
    ...dispute,
    message,
    uploaded_filename: filename ?? dispute.uploaded_filename,
  }
  if (resolution === 'declined' && !filename && !dispute.evidence)
    throw missing('Uploaded filename is required')
  if (resolution === 'merchant-accepted')
    answered.refund_amount = amountOf(body.refund_amount, transaction.amount)
  return resolveDispute(queries, parts, {
    transaction,
    dispute: answered,
    resolution,
    by: 'merchant',
  })
}

function evidenceOf(body: Body, disputeId: number, now: Date) {
  const required = (name: string) => {
    const value = textOf(body[name])
    if (value === null) throw missing(`${name} is required`)
    return value
  }
  return {
    customer_email: required('customer_email'),
    customer_name: required('customer_name'),
    customer_phone: required('customer_phone'),
    service_details: required('service_details'),
    delivery_address: textOf(body.delivery_address),
    dispute: disputeId,
    id: newId(now),
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  }
}

function amountOf(value: unknown, most: number): number {
  const text = textOf(value)
  if (text === null) throw missing('Refund amount is required')
  const amount = /^\d{1,12}$/.test(text) ? Number(text) : 0
  if (amount === 0) throw invalidAmount()
  if (amount > most) throw invalidAmount('Refund amount cannot be more than the transaction amount')
  return amount
}

const unknown = () => invalidParams('Dispute not found', 404)

async function known(queries: Queries, text: string): Promise<Dispute> {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  const dispute = Number.isSafeInteger(id) ? await findDispute(queries, id) : undefined
  if (!dispute) throw unknown()
  return dispute
}

async function shown(queries: Queries, parts: Parts, dispute: Dispute) {
  const transaction = await findByReference(queries, dispute.reference)
  if (!transaction) throw unknown()
  return shownDispute(queries, parts, { dispute, transaction })
}
