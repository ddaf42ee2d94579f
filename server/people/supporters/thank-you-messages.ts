import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { ThankYouMessage } from '#shared/payouts.ts'

import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import { hashRequest, replayOrRun, type RequestHashes } from '../../platform/http/idempotency.ts'
import type { LedgerDeps } from '../../money/ledger/entries/ledger-deps.ts'
import { enqueueJob } from '../../platform/queue/queue.ts'
import { sendToOne, thankYouJob, thankYouTask, type DeliveryDeps } from './thank-you-delivery.ts'
import { thankYouDonations, type ThankYouFilter } from './thank-you-recipients.ts'

type ThankYouRequest = {
  campaignId: string
  form: ThankYouMessage
  idempotencyKey: string
}

const dayMs = 86_400_000
const maxPerDay = 5

export type ThankYouMessages = ReturnType<typeof openThankYouMessages>

/** Messages of an organiser to donors who opted in. The organiser does not learn who they are. */
export function openThankYouMessages(deps: DeliveryDeps) {
  return {
    /** Returns the number of donors that the message goes to. */
    send: (request: ThankYouRequest) => enqueue(deps, request),
    task: thankYouTask(deps),
  }
}

const storedSchema = z.object({ bodyHash: z.instanceof(Buffer), recipients: z.int() })

async function enqueue(deps: DeliveryDeps, request: ThankYouRequest): Promise<number> {
  const { campaignId, form, idempotencyKey: key } = request
  const hashes = hashRequest(deps.sealing, 'thank-you', { scope: campaignId, key, form })
  return deps.database.transaction(async (queries) => {
    // The lock keeps the daily count and the number of recipients valid until the message is stored.
    await queries.run(
      sql`select pg_advisory_xact_lock(hashtextextended(${`thank-you ${campaignId}`}, 0))`,
    )
    return replayOrRun(hashes, {
      find: () =>
        queries.row(
          storedSchema,
          sql`select body_hash as "bodyHash", recipients from thank_you_message
              where campaign_id = ${campaignId} and key_hash = ${hashes.keyHash}`,
        ),
      replay: ({ recipients }) => recipients,
      run: () => insertMessage(deps, queries, { ...request, hashes }),
    })
  })
}

async function insertMessage(
  deps: DeliveryDeps,
  queries: Transaction,
  { campaignId, form, hashes }: ThankYouRequest & { hashes: RequestHashes },
): Promise<number> {
  const { mode, now } = deps
  await refuseTooMany(queries, now(), campaignId)
  const filter: ThankYouFilter =
    'donation' in form
      ? { campaignId, donation: form.donation, minimum: null }
      : { campaignId, donation: null, minimum: form.minimum }
  const recipients = await countRecipients(deps, queries, filter)
  if (recipients === 0) throw new Refused('no-donors-to-thank')
  const id = randomUUID()
  await queries.run(sql`
    insert into thank_you_message (
      campaign_id, id, mode, key_hash, body_hash, message, donation_id, minimum_kobo, recipients, created_at)
    values (
      ${campaignId}, ${id}, ${mode}, ${hashes.keyHash}, ${hashes.bodyHash}, ${form.message}, ${filter.donation},
      ${filter.minimum}, ${recipients}, ${now()})`)
  if (filter.donation === null) await enqueueJob(queries, thankYouJob({ campaignId, id }))
  else await sendToOne(deps, queries, { campaignId, id })
  return recipients
}

async function refuseTooMany(queries: Transaction, now: Date, campaignId: string) {
  const found = await queries.row(
    z.object({ count: z.int() }),
    sql`select count(*)::integer as count from thank_you_message
        where campaign_id = ${campaignId} and created_at > ${new Date(now.getTime() - dayMs)}`,
  )
  if ((found?.count ?? 0) >= maxPerDay)
    throw new Refused('too-many-requests', { retryAfterSeconds: dayMs / 1_000 })
}

async function countRecipients(deps: LedgerDeps, queries: Transaction, filter: ThankYouFilter) {
  const found = await queries.row(
    z.object({ count: z.int() }),
    sql`select count(distinct donation.donor_key)::integer as count ${thankYouDonations(deps, filter)}`,
  )
  return found?.count ?? 0
}
