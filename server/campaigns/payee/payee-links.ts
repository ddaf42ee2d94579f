import { createHash, randomBytes } from 'node:crypto'

import { terms, toTermMs } from '#shared/terms.ts'

import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import type { Outbox } from '../../platform/mail/mail.ts'
import { findLanguage } from '../../platform/mail/reader-language.ts'
import { payeeQuestionMail } from './payee-mail.ts'
import { maxLinks, type PayeeKey } from './payee-rows.ts'

export const payeeLinkPattern = /^[\w-]{43}$/

/** Only the hash is stored, so that the database opens no link. */
export const toPayeeLinkHash = (token: string): Buffer =>
  createHash('sha256').update(token).digest()

export const toPayeeUrl = (publicUrl: string, token: string) =>
  new URL(`/payee/${token}`, publicUrl).href

type Deps = { outbox: Outbox; publicUrl: string }
type Question = PayeeKey & {
  email: string
  name: string
  organiser: string
  title: string
  /** The language in which the organiser uses Ajo. */
  ownerUid: string
  at: Date
}

/** Mails a new link. The one before stops working. */
export async function sendQuestion(
  { outbox, publicUrl }: Deps,
  queries: Transaction,
  { campaignId, subAccountCode, email, at, ...question }: Question,
): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(at.getTime() + toTermMs(terms.payeeLink))
  const isAsked = await queries.run(sql`
    update campaign_payee set link_hash = ${toPayeeLinkHash(token)}, link_expires_at = ${expiresAt}, links = links + 1
    where campaign_id = ${campaignId} and sub_account_code = ${subAccountCode} and state = 'asked' and links < ${maxLinks}`)
  // The person answered meanwhile, with a link that must go on working.
  if (isAsked === 0) throw new Refused('campaign-status-changed')
  const language = await findLanguage(queries, question.ownerUid)
  const url = toPayeeUrl(publicUrl, token)
  await outbox.enqueue(queries, payeeQuestionMail(email, language, { ...question, url }))
}
