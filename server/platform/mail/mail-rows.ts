import * as z from 'zod/mini'

import { sql } from '../database/sql.ts'
import type { Sealing } from '../runtime/sealing.ts'

/** Condition on `mail_outbox`: neither sent nor given up. */
export const isWaiting = sql`sent_at is null and failed_at is null`

export const claimedMailSchema = z.object({
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
export type ClaimedMail = z.output<typeof claimedMailSchema>

/** Longer than the deadline of a delivery. If the process was killed, the mail is sent again after this time. */
const leaseSeconds = 120

/** Mails that can wait use three of four deliveries to a domain, so that a code or a link is sent at once while thousands of them wait. */
const spareDeliveries = (perDomain: number) => Math.floor(perDomain / 4)

/**
 * Claims the oldest due mail to the recipient of this mail, and before it one that cannot wait. One mail at a time to a recipient keeps
 * their order, and at most `perDomain` mails a minute go to a domain.
 */
export const claimSql = (mailId: string, perDomain: number) => sql`
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

/** Deletes the text of a sent mail at once, because it may hold a code. */
export const acceptedSql = (id: string) => sql`
  update mail_outbox set text = null, html = null, sent_at = clock_timestamp(), last_error = null, leased_until = '-infinity'
  where id = ${id}`

/** A mail that is given up keeps its text for a day, so that an admin can retry it. */
export const failedSql = (id: string, words: string) => sql`
  update mail_outbox set failed_at = clock_timestamp(), last_error = ${words}, leased_until = '-infinity' where id = ${id}`

type Deferral = { id: string; words: string; delaySeconds: number }

/** Tries the mail again after an outage. */
export const deferredSql = ({ id, words, delaySeconds }: Deferral) => sql`
  update mail_outbox set next_attempt_at = clock_timestamp() + make_interval(secs => ${delaySeconds}),
    last_error = ${words}, leased_until = '-infinity'
  where id = ${id}`

/** Tries the mail again after a refusal of the sender. Other mails are tried before it, in case that this one is the cause. */
export const senderRefusedSql = ({ id, words, delaySeconds }: Deferral) => sql`
  update mail_outbox set next_attempt_at = clock_timestamp() + make_interval(secs => ${delaySeconds}),
    attempts = attempts + 1, last_error = ${words}, leased_until = '-infinity'
  where id = ${id}`

/** The same after a refusal, which counts as an attempt. Five days after the first one the mail is given up. */
export const refusedForNowSql = ({ id, words, delaySeconds }: Deferral) => sql`
  update mail_outbox set next_attempt_at = clock_timestamp() + make_interval(secs => ${delaySeconds}),
    attempts = attempts + 1, deferred_since = coalesce(deferred_since, clock_timestamp()),
    failed_at = case when deferred_since < clock_timestamp() - interval '5 days' then clock_timestamp() end,
    last_error = ${words}, leased_until = '-infinity'
  where id = ${id}`

const purpose = 'recipient'

export type SealedRecipient = {
  sealed: Buffer
  /** The same for each spelling of the address in capital or small letters. */
  key: Buffer
  domain: string
}

export const sealRecipient = (
  sealing: Pick<Sealing, 'seal' | 'fingerprint'>,
  address: string,
): SealedRecipient => ({
  sealed: sealing.seal(purpose, address),
  key: toRecipientKey(sealing, address),
  domain: (address.split('@')[1] ?? '').toLowerCase(),
})

export const toRecipientKey = (sealing: Pick<Sealing, 'fingerprint'>, address: string): Buffer =>
  sealing.fingerprint(purpose, address.toLowerCase())

export const openRecipient = (sealing: Pick<Sealing, 'open'>, sealed: Uint8Array): string =>
  sealing.open(purpose, sealed)
