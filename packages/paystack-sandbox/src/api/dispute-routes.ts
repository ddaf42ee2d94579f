import { Hono } from 'hono'

import type { Queries } from '../storage/database.ts'
import {
  invalidAmount,
  invalidParams,
  missing,
  notFound,
  succeed,
  listMeta,
  parseDateRange,
  parsePage,
  readBody,
  toText,
} from '../http/envelope.ts'
import { resolveDispute } from '../lifecycle/dispute-lifecycle.ts'
import type { RouteDeps } from '../lifecycle/periods.ts'
import {
  loadDisputeResponses,
  findDispute,
  listDisputes,
  saveDispute,
  type Dispute,
} from '../state/disputes.ts'
import { newId, listByReference, lockByReference, type Transaction } from '../state/transactions.ts'
import { insertUpload, isUploaded } from '../state/uploads.ts'

type Body = Record<string, unknown>

export function disputeRoutes(deps: RouteDeps) {
  const { database, publicUrl, onQueued } = deps
  return new Hono()
    .get('/', async (c) => {
      const page = parsePage(c)
      const { rows, total } = await listDisputes(database, parseDateRange(c), page)
      const data = await loadResponses(database, deps, rows)
      return succeed(c, 'Disputes retrieved', { data, meta: listMeta(page, rows, total) })
    })
    .get('/:id', async (c) => {
      const dispute = await requireDispute(database, c.req.param('id'))
      const [data] = await loadResponses(database, deps, [dispute])
      return succeed(c, 'Dispute retrieved', { data })
    })
    .get('/:id/upload_url', async (c) => {
      const { id } = await requireDispute(database, c.req.param('id'))
      const name = toText(c.req.query('upload_filename'))
      if (name === null) throw missing('Upload filename is required')
      const fileName = `${newId(deps.now())}-${name.replace(/[^\w.-]/g, '')}`
      const expiresAt = new Date(deps.now().getTime() + uploadMs)
      await insertUpload(database, { fileName, disputeId: id, expiresAt })
      const signedUrl = `${publicUrl}/uploads/${fileName}`
      return succeed(c, 'Upload url generated', { data: { signedUrl, fileName } })
    })
    .post('/:id/evidence', async (c) => {
      const body = await readBody(c)
      const data = await withOpenDispute(deps, c.req.param('id'), async (queries, { dispute }) => {
        const evidence = parseEvidence(body, dispute.id, deps.now())
        await saveDispute(queries, { ...dispute, evidence }, deps.now())
        return evidence
      })
      return succeed(c, 'Evidence created', { data })
    })
    .put('/:id/resolve', async (c) => {
      const body = await readBody(c)
      const data = await withOpenDispute(deps, c.req.param('id'), (queries, open) =>
        resolve(queries, deps, { ...open, body }),
      )
      onQueued()
      return succeed(c, 'Dispute successfully resolved', { data })
    })
}

/** How long the address of an upload works. */
const uploadMs = 30 * 60_000

type OpenDispute = { dispute: Dispute; transaction: Transaction }

/** Runs work on an unresolved dispute while its payment is locked. */
async function withOpenDispute<Result>(
  { database, now }: RouteDeps,
  text: string,
  work: (queries: Queries, open: OpenDispute) => Promise<Result>,
): Promise<Result> {
  const { reference, id } = await requireDispute(database, text)
  return database.transaction(async (queries) => {
    const transaction = await lockByReference(queries, reference)
    const dispute = await findDispute(queries, id)
    if (!transaction || !dispute) throw disputeNotFound()
    if (dispute.resolution || dispute.due_at <= now())
      throw invalidParams('Dispute has been resolved')
    return work(queries, { dispute, transaction })
  })
}

async function resolve(
  queries: Queries,
  deps: RouteDeps,
  { dispute, transaction, body }: OpenDispute & { body: Body },
) {
  const resolution = toText(body.resolution)
  if (resolution !== 'merchant-accepted' && resolution !== 'declined')
    throw invalidParams('Resolution is invalid')
  const message = toText(body.message)
  if (message === null) throw missing('Message is required')
  const filename = toText(body.uploaded_filename)
  if (filename && !(await isUploaded(queries, dispute.id, filename)))
    throw invalidParams('Uploaded file does not exist')
  const answered: Dispute = {
    ...dispute,
    message,
    uploaded_filename: filename ?? dispute.uploaded_filename,
  }
  if (resolution === 'declined' && !filename && !dispute.evidence)
    throw missing('Uploaded filename is required')
  if (resolution === 'merchant-accepted')
    answered.refund_amount = parseAmount(body.refund_amount, transaction.amount)
  return resolveDispute(queries, deps, {
    transaction,
    dispute: answered,
    resolution,
    by: 'merchant',
  })
}

function parseEvidence(body: Body, disputeId: number, now: Date) {
  const required = (name: string) => {
    const value = toText(body[name])
    if (value === null) throw missing(`${name} is required`)
    return value
  }
  return {
    customer_email: required('customer_email'),
    customer_name: required('customer_name'),
    customer_phone: required('customer_phone'),
    service_details: required('service_details'),
    delivery_address: toText(body.delivery_address),
    dispute: disputeId,
    id: newId(now),
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  }
}

function parseAmount(value: unknown, max: number): number {
  const text = toText(value)
  if (text === null) throw missing('Refund amount is required')
  const amount = /^\d{1,12}$/.test(text) ? Number(text) : 0
  if (amount === 0) throw invalidAmount()
  if (amount > max) throw invalidAmount('Refund amount cannot be more than the transaction amount')
  return amount
}

const disputeNotFound = () => notFound('Dispute not found')

async function requireDispute(queries: Queries, text: string): Promise<Dispute> {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  const dispute = Number.isSafeInteger(id) ? await findDispute(queries, id) : undefined
  if (!dispute) throw disputeNotFound()
  return dispute
}

async function loadResponses(queries: Queries, deps: RouteDeps, disputes: readonly Dispute[]) {
  const references = disputes.map(({ reference }) => reference)
  const transactions = await listByReference(queries, references)
  const disputed = disputes.map((dispute) => {
    const transaction = transactions.get(dispute.reference)
    if (!transaction) throw disputeNotFound()
    return { dispute, transaction }
  })
  return loadDisputeResponses(queries, deps, disputed)
}
