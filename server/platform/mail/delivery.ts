import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Foundation } from '../../providers/foundation.ts'
import type { Transaction } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'
import type { Sealing } from '../runtime/sealing.ts'
import { isSendingAllowed, pauseMails, resumeMails } from './mail-pause.ts'
import { isWaiting, openRecipient } from './mail-rows.ts'
import { MailServerUnavailable, type Handover, type MailTransport } from './smtp.ts'

export type DeliveryDeps = Pick<
  Foundation,
  'database' | 'outbox' | 'log' | 'adminEmail' | 'publicUrl'
> & {
  sealing: Pick<Sealing, 'seal' | 'fingerprint' | 'open'>
  transport: MailTransport
  /** The most mails per minute to one domain. */
  perDomain: number
}

/**
 * Claims one mail, sends it outside of any transaction and records the result. True if the mail was accepted, so that the recipient's
 * next mail can follow. Throws `MailServerUnavailable` after it has recorded that the mail waits.
 */
export async function deliverNext(
  deps: DeliveryDeps,
  mailId: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const mail = await claim(deps, mailId)
  if (!mail) return false
  const handover = await send(deps, mail, signal)
  await record(deps, mail, handover)
  return handover.kind === 'accepted'
}

/** Undefined if no mail to the recipient is due, or mails are paused. */
async function claim(
  { database, perDomain }: DeliveryDeps,
  mailId: string,
): Promise<ClaimedMail | undefined> {
  if (!(await isSendingAllowed(database))) return undefined
  return database.row(claimedMailSchema, claimSql(mailId, perDomain))
}

const claimedMailSchema = z.object({
  id: z.string(),
  recipientSealed: z.instanceof(Buffer),
  recipientKey: z.instanceof(Buffer),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  unsubscribeUrl: z.nullable(z.string()),
  attempts: z.int(),
  isSuppressed: z.boolean(),
})
type ClaimedMail = z.output<typeof claimedMailSchema>

/** Longer than the deadline of a delivery. If the process was killed, the mail is sent again after this time. */
const leaseSeconds = 120

/** Mails that can wait use three of four deliveries to a domain, so that a code or a link is sent at once while thousands of them wait. */
const spareDeliveries = (perDomain: number) => Math.floor(perDomain / 4)

/**
 * Claims the oldest due mail to the recipient of this mail, and before it one that cannot wait. One mail at a time to a recipient keeps
 * their order, and at most `perDomain` mails a minute go to a domain.
 */
const claimSql = (mailId: string, perDomain: number) => sql`
  update mail_outbox mail
  set leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds}), attempted_at = clock_timestamp()
  where id = (
    select candidate.id from mail_outbox candidate
    where candidate.recipient_key = (select recipient_key from mail_outbox where id = ${mailId})
      and ${isWaiting} and candidate.next_attempt_at <= clock_timestamp()
      and not exists (
        select from mail_outbox other
        where other.recipient_key = candidate.recipient_key and other.leased_until > clock_timestamp()
          and other.sent_at is null and other.failed_at is null)
      and (
        select count(*) from mail_outbox recent
        where recent.domain = candidate.domain and recent.attempted_at > clock_timestamp() - interval '1 minute'
      ) < ${perDomain}::integer - case when candidate.turn > 0 then ${spareDeliveries(perDomain)}::integer else 0 end
    order by candidate.turn > 0, candidate.created_at, candidate.id limit 1 for update)
    and leased_until <= clock_timestamp() and ${isWaiting}
  returning id, recipient_sealed as "recipientSealed", recipient_key as "recipientKey", subject, text, html, unsubscribe_url as "unsubscribeUrl", attempts,
    unsubscribe_url is not null and exists (
      select from mail_suppression where address_key = mail.recipient_key) as "isSuppressed"`

/** The circuit breaker of the lane spares the mail server, so that mails can follow soon after an outage. */
const outageDelaySeconds = 60

async function send(
  { database, sealing, transport }: DeliveryDeps,
  mail: ClaimedMail,
  signal: AbortSignal | undefined,
): Promise<Handover> {
  const { id, subject, text, html, unsubscribeUrl, isSuppressed } = mail
  if (isSuppressed) return { kind: 'message', words: 'the address does not exist' }
  const kind = unsubscribeUrl === null ? 'transactional' : { unsubscribeUrl }
  try {
    const to = openRecipient(sealing, mail.recipientSealed)
    return await transport.send({ id, to, subject, text, html, kind }, signal)
  } catch (error) {
    const words = error instanceof MailServerUnavailable ? error.message : 'the delivery failed'
    await database.run(retrySql({ id, words, delaySeconds: outageDelaySeconds }))
    throw error
  }
}

async function record(deps: DeliveryDeps, mail: ClaimedMail, handover: Handover): Promise<void> {
  if (handover.kind !== 'accepted')
    deps.log.warn(
      { mailId: mail.id, refused: handover.kind, words: handover.words },
      'the mail server refused a mail',
    )
  await deps.database.transaction(async (queries) => {
    switch (handover.kind) {
      case 'accepted':
        // The text goes at once, because it may hold a code.
        await queries.run(sql`
          update mail_outbox set text = null, html = null, sent_at = clock_timestamp(), last_error = null, leased_until = '-infinity'
          where id = ${mail.id}`)
        return resumeMails(deps, queries)
      case 'message':
        return void (await queries.run(failedSql(mail.id, handover.words)))
      case 'recipient':
        await queries.run(failedSql(mail.id, handover.words))
        return suppress(queries, mail, handover.words)
      case 'sender':
        // Other mails are tried before it, in case that this one is the cause.
        await queries.run(retrySql(toDeferral(mail, handover.words), countedAttempt))
        return pauseMails(deps, queries, handover.words)
      case 'later':
        return void (await queries.run(retrySql(toDeferral(mail, handover.words), dayOfRefusal)))
    }
  })
}

/** A mail that is given up keeps its text for a day, so that an admin can retry it. */
const failedSql = (id: string, words: string) => sql`
  update mail_outbox set failed_at = clock_timestamp(), last_error = ${words}, leased_until = '-infinity' where id = ${id}`

type Deferral = { id: string; words: string; delaySeconds: number }

/** Tries the mail again. */
const retrySql = ({ id, words, delaySeconds }: Deferral, more: Sql = sql``) => sql`
  update mail_outbox set next_attempt_at = clock_timestamp() + make_interval(secs => ${delaySeconds}),
    last_error = ${words}, leased_until = '-infinity' ${more}
  where id = ${id}`
const countedAttempt = sql`, attempts = attempts + 1`
/** Five days after the first refusal the mail is given up. */
const dayOfRefusal = sql`${countedAttempt}, deferred_since = coalesce(deferred_since, clock_timestamp()),
    failed_at = case when deferred_since < clock_timestamp() - interval '5 days' then clock_timestamp() end`

const minute = 60
const hour = 60 * minute
/** Delay after each attempt. Servers that defer unknown senders accept after minutes; full mailboxes take hours. */
const delays = [minute, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 4 * hour]

function toDeferral({ id, attempts }: ClaimedMail, words: string) {
  return { id, words, delaySeconds: delays[attempts] ?? delays.at(-1) ?? hour }
}

async function suppress(
  { run }: Transaction,
  { recipientSealed, recipientKey }: ClaimedMail,
  words: string,
): Promise<void> {
  await run(sql`
    insert into mail_suppression (id, address_sealed, address_key, words)
    values (${randomUUID()}, ${recipientSealed}, ${recipientKey}, ${words})
    on conflict (address_key) do update set words = excluded.words, at = excluded.at`)
}
