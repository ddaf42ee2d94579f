import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { isWaiting } from '../../platform/mail/mail-rows.ts'

type Words = { kind: 'update' | 'thank-you'; id: string; donorKey: Buffer }

/** The key of a mail with an organiser's words, by which it is stored once and found again. */
export const toWordsKey = ({ kind, id, donorKey }: Words): string =>
  `${kind} ${id} ${donorKey.toString('hex')}`

type Condition = { campaignId: string; updateId: string; donorKey: string }
/** At least one condition: none would withdraw all mails. */
type Withdrawn = { [Name in keyof Condition]: Pick<Condition, Name> }[keyof Condition] &
  Partial<Condition>

/**
 * Deletes mails with organisers' words that still wait for the mail server, which takes hours when there are many. All given conditions
 * must hold.
 */
export async function withdrawWords(
  { run }: Pick<Queries, 'run'>,
  { campaignId, updateId, donorKey }: Withdrawn,
): Promise<void> {
  await run(sql`
    delete from mail_outbox where ${isWaiting} and unsubscribe_url is not null
      ${updateId === undefined ? sql`` : sql`and split_part(key, ' ', 2) = ${updateId}`}
      ${donorKey === undefined ? sql`` : sql`and split_part(key, ' ', 3) = ${donorKey}`}
      ${
        campaignId === undefined
          ? sql``
          : sql`and split_part(key, ' ', 2) in (
              select id::text from campaign_update where campaign_id = ${campaignId}
              union all select id::text from thank_you_message where campaign_id = ${campaignId})`
      }`)
}
