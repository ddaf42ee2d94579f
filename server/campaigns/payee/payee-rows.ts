import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'

import {
  isInstitution,
  payeeSchema,
  payeeStates,
  type PayeeForm,
  type PayeeAnswer,
} from '#shared/payee.ts'
import { terms, toTermMs } from '#shared/terms.ts'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { Mail, Outbox } from '../../platform/mail/mail.ts'
import { type Reader, writeMail } from '../../platform/mail/write-mail.ts'
import { texts } from '../../text/texts.ts'
import { Refused } from '../../platform/http/context.ts'
import { findLanguage } from '../../platform/mail/reader-language.ts'

export const payeeEmailPurpose = 'payee-email'

const payeeRow = z.extend(z.omit(payeeSchema, { email: true, canAskAgain: true }), {
  campaignId: z.string(),
  subAccountCode: z.string(),
  isCurrent: z.boolean(),
  emailSealed: z.nullable(z.instanceof(Buffer)),
  links: z.int(),
  answeredAt: z.nullable(z.date()),
})
/** Who receives the money that is paid out to one bank account of a campaign. */
export type PayeeRow = z.output<typeof payeeRow>
export type PayeeKey = Pick<PayeeRow, 'campaignId' | 'subAccountCode'>

/** The most mails that one person gets about one account. */
export const maxLinks = 5

const columns = sql`campaign_id as "campaignId", sub_account_code as "subAccountCode", is_current as "isCurrent", kind, name,
  email_sealed as "emailSealed", cac_number as "cacNumber", scuml_number as "scumlNumber", state, links, answered_at as "answeredAt",
  confirmed_name as "confirmedName"`

export const findPayee = (
  queries: Queries,
  { campaignId, subAccountCode }: PayeeKey,
): Promise<PayeeRow | undefined> =>
  queries.row(
    payeeRow,
    sql`select ${columns} from campaign_payee
      where campaign_id = ${campaignId} and sub_account_code = ${subAccountCode}`,
  )

/** An answer of the person waits until the transaction has ended. */
export async function lockPayeeState(
  queries: Transaction,
  { campaignId, subAccountCode }: PayeeKey,
): Promise<PayeeRow['state'] | undefined> {
  return queries.value(
    z.enum(payeeStates),
    sql`select state from campaign_payee
      where campaign_id = ${campaignId} and sub_account_code = ${subAccountCode} for update`,
  )
}

/** The row with the address of the person. */
export function openPayee(sealing: Pick<Sealing, 'open'>, row: PayeeRow) {
  const { emailSealed, ...payee } = row
  const email = emailSealed === null ? null : sealing.open(payeeEmailPurpose, emailSealed)
  return { ...payee, email }
}
export type OpenedPayee = ReturnType<typeof openPayee>

/** A question that was not answered in time is not found; the answers stay readable for those who gave them. */
export const findByLink = (queries: Queries, linkHash: Buffer, now: Date) =>
  queries.row(
    payeeRow,
    sql`select ${columns} from campaign_payee
      where link_hash = ${linkHash} and (link_expires_at is null or link_expires_at > ${now})`,
  )

/** What a form says about the payee, without what does not belong to the kind. */
export function toPayee(form: PayeeForm) {
  const { payeeKind: kind } = form
  const number = (text: string) => (isInstitution(kind) && text !== '' ? text : null)
  return {
    kind,
    name: kind === 'self' ? '' : form.payeeName,
    email: kind === 'person' ? form.payeeEmail.toLowerCase() : null,
    cacNumber: number(form.cacNumber),
    scumlNumber: number(form.scumlNumber),
  }
}
type NewPayee = ReturnType<typeof toPayee>

export const isSamePayee = (one: NewPayee, other: NewPayee) =>
  (['kind', 'name', 'email', 'cacNumber', 'scumlNumber'] as const).every(
    (field) => one[field] === other[field],
  )

type Save = PayeeKey & {
  payee: NewPayee
  isCurrent: boolean
  /** Undefined keeps it. */
  confirmedName: string | null | undefined
  at: Date
}

/** Another payee of the same account is asked anew. */
export async function savePayee(
  { queries, sealing }: { queries: Queries; sealing: Pick<Sealing, 'seal'> },
  save: Save,
): Promise<void> {
  const { campaignId, subAccountCode, payee, isCurrent, confirmedName = null, at } = save
  const { kind, name, email, cacNumber, scumlNumber } = payee
  const emailSealed = email === null ? null : sealing.seal(payeeEmailPurpose, email)
  const keepsName = save.confirmedName === undefined
  const state = kind === 'person' ? 'asked' : 'not-asked'
  const confirmedAt = confirmedName === null ? null : at
  if (isCurrent)
    await queries.run(sql`
      update campaign_payee set is_current = false where campaign_id = ${campaignId} and sub_account_code <> ${subAccountCode}`)
  await queries.run(sql`
    insert into campaign_payee as known (campaign_id, sub_account_code, is_current, kind, name, email_sealed, cac_number, scuml_number,
      state, confirmed_name, confirmed_at, created_at)
    values (${campaignId}, ${subAccountCode}, ${isCurrent}, ${kind}, ${name}, ${emailSealed}, ${cacNumber},
      ${scumlNumber}, ${state}, ${confirmedName}, ${confirmedAt}::timestamptz, ${at})
    on conflict (campaign_id, sub_account_code) do update set
      is_current = excluded.is_current, kind = excluded.kind, name = excluded.name,
      email_sealed = excluded.email_sealed,
      cac_number = excluded.cac_number, scuml_number = excluded.scuml_number, state = excluded.state, link_hash = null,
      link_expires_at = null, links = 0, answered_at = null,
      confirmed_name = case when ${keepsName}::boolean then known.confirmed_name else excluded.confirmed_name end,
      confirmed_at = case when ${keepsName}::boolean then known.confirmed_at else excluded.confirmed_at end`)
}

/** The payee of the account that the campaign has from now on. */
export async function makeCurrent(
  queries: Queries,
  { campaignId, subAccountCode }: PayeeKey,
): Promise<void> {
  await queries.run(sql`
    update campaign_payee set is_current = false where campaign_id = ${campaignId} and sub_account_code <> ${subAccountCode}`)
  await queries.run(sql`
    update campaign_payee set is_current = true where campaign_id = ${campaignId} and sub_account_code = ${subAccountCode}`)
}

type QuestionMail = { name: string; organiser: string; title: string; url: string }

/** Asks the person whom an organiser named whether the money is for them. */
export function payeeQuestionMail(
  reader: Reader,
  { name, organiser, title, url }: QuestionMail,
): Mail {
  const { subject, lead, ask, link, unexpected } = texts[reader.language].campaign.payee.question
  return writeMail({ ...reader, reason: 'payee' }, `${subject}: ${title}`, [
    lead({ name, organiser, title }),
    ask,
    { label: link, url },
    unexpected,
  ])
}

/** To the person who confirmed, with the link by which they withdraw it. */
export function payeeConfirmedMail(
  reader: Reader,
  { title, url }: Pick<QuestionMail, 'title' | 'url'>,
): Mail {
  const { subject, lead, withdraw, link } = texts[reader.language].campaign.payee.confirmed
  return writeMail({ ...reader, reason: 'payee' }, `${subject}: ${title}`, [
    lead({ title }),
    withdraw,
    { label: link, url },
  ])
}

/** To the organiser. */
export function payeeAnswerMail(
  reader: Reader,
  { answer, name, title, url }: Omit<QuestionMail, 'organiser'> & { answer: PayeeAnswer },
): Mail {
  const { answers, link } = texts[reader.language].campaign.payee
  const { subject, lead, next } = answers[answer]
  return writeMail({ ...reader, reason: 'organiser' }, `${subject}: ${title}`, [
    lead({ name, title }),
    next,
    { label: link, url },
  ])
}

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
  const reader = { to: email, language: await findLanguage(queries, question.ownerUid) }
  const url = toPayeeUrl(publicUrl, token)
  await outbox.enqueue(queries, payeeQuestionMail(reader, { ...question, url }))
}
