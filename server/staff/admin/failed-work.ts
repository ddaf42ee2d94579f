import * as z from 'zod/mini'

import {
  failedJobSchema,
  webhookEventSchema,
  type FailedJob,
  type WebhookEvent,
  undeliveredEmailSchema,
  type Emails,
  type SuppressedAddress,
} from '#shared/admin.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import { kobo } from '#shared/money.ts'
import type { StaffListPage, StaffListQuery } from '#shared/staff-list.ts'

import type { Cursor } from '../../money/donations/donation-list.ts'
import { webhookJob } from '../../money/donations/donations.ts'
import { readListPage, type ListQuery } from '../../platform/lists/list-page.ts'
import type { Database } from '../../platform/database/database.ts'
import { sql, asUuid } from '../../platform/database/sql.ts'
import { enqueueJob } from '../../platform/queue/queue.ts'
import { hidePersonalData } from '../../platform/runtime/log.ts'
import { recordAction } from './audit-log.ts'
import { findPause } from '../../platform/mail/mail-pause.ts'
import { retryMail } from '../../platform/mail/outbox.ts'
import { openRecipient } from '../../platform/mail/mail-rows.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'

const jobList: ListQuery = {
  items: [
    sql`
  select id, (next_attempt_at is not null)::integer as rank, failed_at as at, task as kind, task || ' ' || id || ' ' || coalesce(error, '') as words,
    task, attempts, coalesce(error, '') as error, next_attempt_at as "nextAttemptAt"
  from job.failed()`,
  ],
}

type JobDeps = { database: Database; now: () => Date }

/** Jobs whose last attempt failed, also those that are not tried again. */
export function failedJobs({ database, now }: JobDeps) {
  return {
    /** Jobs without a next attempt come first, because only an admin makes them run again. */
    async list(query: StaffListQuery = {}): Promise<StaffListPage & { jobs: FailedJob[] }> {
      const { rows, page } = await readListPage(database, failedJobSchema, jobList, query)
      return { ...page, jobs: rows.map((job) => ({ ...job, error: hidePersonalData(job.error) })) }
    },

    find: (id: string) =>
      database.row(
        z.object({ id: z.string(), task: z.string() }),
        sql`select id, task from job.failed() where id = ${id}`,
      ),

    async retry(
      { id, task }: { id: string; task: string },
      by: { uid: string; reason: string },
    ): Promise<void> {
      await database.transaction(async (queries) => {
        await queries.run(sql`select job.retry(${id})`)
        const subject = `${task} ${id}`
        await recordAction(queries, { ...by, action: 'retry-job', subject, at: now() })
      })
    },
  }
}

const pageRows = 30

const webhookRow = z.extend(z.omit(webhookEventSchema, { canReplay: true, effect: true }), {
  campaign: z.nullable(z.string()),
  amount: z.nullable(koboSchema),
  entries: z.int(),
  raised: koboSchema,
})

type Deps = { database: Database; now: () => Date }

/** Webhooks of the payment provider, each with the ledger entries of the donation that it concerns. */
export function webhookEvents({ database, now }: Deps) {
  return {
    /** A page of 30, newest first. `next` is the cursor of the following page. */
    async list(after?: Cursor) {
      const found = await database.rows(webhookRow, webhooksSql(after))
      const page = found.slice(0, pageRows)
      const last = found.length > pageRows ? page.at(-1) : undefined
      return {
        webhooks: page.map(toWebhookEvent),
        next: last ? `${Date.parse(last.receivedAt)}.${last.id}` : null,
      }
    },

    /** A webhook without a reference or dispute names nothing that the provider could be asked about. */
    findReplayable: (id: string) =>
      database.row(
        z.object({ id: z.string() }),
        sql`select id from webhook_inbox
            where id = ${asUuid(id)}::uuid and (reference is not null or dispute_id is not null)`,
      ),

    /** Processes the webhook again. What has been booked is not booked twice. */
    async replay({ id }: { id: string }, uid: string): Promise<void> {
      await database.transaction(async (queries) => {
        await queries.run(sql`
          update webhook_inbox set state = 'received', last_error = null, next_attempt_at = null
          where id = ${id} and state <> 'processing'`)
        await enqueueJob(queries, webhookJob(id))
        await recordAction(queries, { uid, action: 'replay-webhook', subject: id, at: now() })
      })
    },
  }
}

const webhooksSql = (after: Cursor | undefined) => sql`
  select inbox.id, inbox.event, inbox.reference, inbox.dispute_id as "disputeId", inbox.state, inbox.attempts,
    inbox.last_error as error, inbox.received_at as "receivedAt", coalesce(inbox.facts, '{}') as facts, donation.campaign_title as campaign,
    donation.amount_kobo as amount, coalesce(booked.entries, 0)::integer as entries, coalesce(booked.raised, 0)::bigint as raised
  from (
    select * from webhook_inbox
    ${after ? sql`where (received_at, id) < (${after.createdAt}, ${after.id}::uuid)` : sql``}
    order by received_at desc, id desc limit ${pageRows + 1}) inbox
  left join lateral (
    select campaign_id, donation_id from donation_reference where donation_reference.reference = inbox.reference
    union all
    select campaign_id, donation_id from provider_dispute dispute
    where dispute.dispute_id = inbox.dispute_id and dispute.mode = inbox.mode
    limit 1) place on true
  left join donation on donation.campaign_id = place.campaign_id and donation.id = place.donation_id
  left join lateral (
    select count(*) as entries, sum(raised_kobo) as raised from ledger_entry entry
    where entry.campaign_id = place.campaign_id and entry.donation_id = place.donation_id) booked on true
  order by inbox.received_at desc, inbox.id desc`

function toWebhookEvent(row: z.output<typeof webhookRow>): WebhookEvent {
  const { campaign, amount, entries, raised, error, ...event } = row
  return {
    ...event,
    error: error?.slice(0, 200) ?? null,
    canReplay: event.reference !== null || event.disputeId !== null,
    effect: campaign === null ? null : { campaign, amount: amount ?? kobo(0), entries, raised },
  }
}

const countsRow = z.object({ waiting: z.int(), sent: z.int(), failed: z.int() })
const mailRow = z.extend(z.omit(undeliveredEmailSchema, { recipient: true }), {
  sealed: z.nullable(z.instanceof(Buffer)),
})

type MailDeps = { database: Database; sealing: Pick<Sealing, 'open'>; now: () => Date }

export function undeliveredMail({ database, sealing, now }: MailDeps) {
  const suppressed = suppressedAddresses({ database, sealing, now })
  return {
    suppressed,

    /** Counts of the outbox, and the mails that failed or have waited for 5 minutes; of the kind 'suppressed' the addresses that get none. */
    async read(query: StaffListQuery = {}): Promise<Emails> {
      const counts = await database.row(countsRow, countsSql)
      const isOfAddresses = query.kind === addressKind
      const addresses = await suppressed.list(isOfAddresses ? query : { q: query.q })
      const mails = await readListPage(database, mailRow, mailList, query)
      const pause = await findPause(database)
      return {
        ...(isOfAddresses ? addresses.page : mails.page),
        kinds: [...mails.page.kinds, ...addresses.page.kinds],
        ...(counts ?? { waiting: 0, sent: 0, failed: 0 }),
        pause: pause ? { words: pause.words, since: pause.since.toISOString() } : null,
        suppressed: query.kind && !isOfAddresses ? [] : addresses.rows,
        undelivered: mails.rows.map(({ sealed, ...mail }) => ({
          ...mail,
          // The address of a mail that was given up is removed after a day.
          recipient: maskEmail(sealed ? openRecipient(sealing, sealed) : ''),
        })),
      }
    },

    findFailed: (id: string) =>
      database.row(
        z.object({ id: z.string() }),
        sql`select id from mail_outbox where id = ${asUuid(id)}::uuid and failed_at is not null and text is not null`,
      ),

    async retry({ id }: { id: string }, uid: string): Promise<void> {
      await database.transaction(async (queries) => {
        await retryMail(queries, id)
        await recordAction(queries, { uid, action: 'retry-email', subject: id, at: now() })
      })
    },
  }
}

const countsSql = sql`
  select (select count(*) from mail_outbox where sent_at is null and failed_at is null)::integer as waiting,
    (select count(*) from mail_outbox where sent_at > statement_timestamp() - interval '1 day')::integer as sent,
    (select count(*) from mail_outbox where failed_at is not null)::integer as failed`

const mailColumns = sql`id::text, subject || ' ' || coalesce(last_error, '') as words, recipient_sealed as sealed, subject, last_error as error`
const mailList: ListQuery = {
  order: 'newest',
  items: [
    sql`select ${mailColumns}, 'failed' as state, 'failed' as kind, 0 as rank, failed_at as at, text is not null as "canRetry"
      from mail_outbox where failed_at is not null`,
    sql`select ${mailColumns}, 'waiting' as state, 'waiting' as kind, 1 as rank, created_at as at, false as "canRetry"
      from mail_outbox where sent_at is null and failed_at is null
        and (last_error is not null or created_at < statement_timestamp() - interval '5 minutes')`,
  ],
}

const addressRow = z.object({
  id: z.string(),
  sealed: z.instanceof(Buffer),
  words: z.string(),
  at: z.date(),
})

const addressKind = 'suppressed'
const addressList: ListQuery = {
  order: 'newest',
  items: [
    sql`select id::text, 0 as rank, at, ${addressKind}::text as kind, words, address_sealed as sealed
      from mail_suppression where address_key is not null`,
  ],
}

/** Addresses that do not exist, according to their mail servers. */
function suppressedAddresses({ database, sealing, now }: MailDeps) {
  return {
    async list(query: StaffListQuery) {
      const { rows, page } = await readListPage(database, addressRow, addressList, query)
      return {
        page,
        rows: rows.map(({ id, sealed, words, at }): SuppressedAddress => ({
          id,
          address: maskEmail(openRecipient(sealing, sealed)),
          words,
          at: at.toISOString(),
        })),
      }
    },

    find: (id: string) =>
      database.row(
        z.object({ id: z.string() }),
        sql`select id from mail_suppression where id = ${asUuid(id)}::uuid`,
      ),

    async remove({ id }: { id: string }, by: { uid: string; reason: string }): Promise<void> {
      await database.transaction(async (queries) => {
        await queries.run(sql`delete from mail_suppression where id = ${id}`)
        await recordAction(queries, { ...by, action: 'remove-suppression', subject: id, at: now() })
      })
    },
  }
}

/** 'a•••@example.com': lets an admin recognise an address without being able to write to it. */
export function maskEmail(email: string): string {
  const [, first = '', domain = ''] = /^(.).*(@[^@]*)$/u.exec(email) ?? []
  return `${first}•••${domain}`
}
