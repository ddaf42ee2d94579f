import { randomUUID } from 'node:crypto'

import type { Foundation } from '../../providers/foundation.ts'
import type { Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Sealing } from '../runtime/sealing.ts'
import { isSendingAllowed, pauseMails, resumeMails } from './mail-pause.ts'
import {
  acceptedSql,
  claimedMailSchema,
  claimSql,
  deferredSql,
  failedSql,
  refusedForNowSql,
  senderRefusedSql,
  type ClaimedMail,
  openRecipient,
} from './mail-rows.ts'
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
    await database.run(deferredSql({ id, words, delaySeconds: outageDelaySeconds }))
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
        await queries.run(acceptedSql(mail.id))
        return resumeMails(deps, queries)
      case 'message':
        return void (await queries.run(failedSql(mail.id, handover.words)))
      case 'recipient':
        await queries.run(failedSql(mail.id, handover.words))
        return suppress(queries, mail, handover.words)
      case 'sender':
        await queries.run(senderRefusedSql(toDeferral(mail, handover.words)))
        return pauseMails(deps, queries, handover.words)
      case 'later':
        return void (await queries.run(refusedForNowSql(toDeferral(mail, handover.words))))
    }
  })
}

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
