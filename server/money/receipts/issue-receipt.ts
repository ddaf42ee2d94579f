import * as z from 'zod/mini'

import { type PaymentMode, paymentModes } from '#shared/donation.ts'
import { lagosDay } from '#shared/day.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import type { Kobo } from '#shared/money.ts'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import {
  statusFactsColumns,
  statusFactsJoins,
  statusFactsSchema,
  toDonationStatus,
} from '../donations/donation-list.ts'
import type { DonationKey } from '../ledger/provider-report.ts'
import { donorLanguage, languageSchema } from '../../platform/mail/reader-language.ts'
import { hasConfirmedAddress } from '../../people/supporters/mail-links.ts'
import { toSubject } from '../../transparency/add-batch.ts'
import { generateReceiptNumber, generateVerificationCode } from './receipt-number.ts'
import type { Signing } from './signing.ts'

const rowSchema = z.extend(statusFactsSchema, {
  campaignId: z.string(),
  id: z.string(),
  title: z.string(),
  /** How it was paid, and the fee that the provider took, once it says so. */
  channel: z.nullable(z.string()),
  fee: z.nullable(koboSchema),
  mode: z.enum(paymentModes),
  accessCode: z.string(),
  donorName: z.string(),
  emailSealed: z.instanceof(Buffer),
  language: languageSchema,
  donorKey: z.instanceof(Buffer),
  /** The donor wants updates, and the address is not confirmed. */
  needsConfirmation: z.boolean(),
  paidAt: z.date(),
  number: z.nullable(z.string()),
  code: z.nullable(z.string()),
  donatedAt: z.nullable(z.date()),
  keyId: z.nullable(z.string()),
  signature: z.nullable(z.instanceof(Buffer)),
  year: z.nullable(z.int()),
  serial: z.nullable(z.int()),
})
/** A donation whose payment has been booked, with its receipt if that has been issued. */
type ReceiptRow = z.output<typeof rowSchema>

/** `facts` are as signed; `reversed` and `status` are the donation's present ones. */
export type IssuedReceipt = Pick<
  ReceiptRow,
  | 'accessCode'
  | 'donorName'
  | 'emailSealed'
  | 'language'
  | 'donorKey'
  | 'needsConfirmation'
  | 'reversed'
  | 'channel'
  | 'fee'
> & {
  facts: ReceiptFacts
  keyId: string
  signature: Buffer
  /** Counts the receipts of a year without a gap: 2026/000042. */
  serial: string
  status: string
}

/** Donations without a booked payment have no receipt and are left out. `from` must provide the table `donation`. */
export const findReceiptRows = (queries: Queries, from: Sql, rest: Sql) =>
  queries.rows(
    rowSchema,
    sql`
    select donation.campaign_id as "campaignId", donation.id, donation.campaign_title as title, donation.mode,
      donation.access_code as "accessCode", donation.donor_name as "donorName", donation.donor_email_sealed as "emailSealed",
      ${donorLanguage} as language,
      donation.donor_key as "donorKey", (donation.wants_updates and not ${hasConfirmedAddress}) as "needsConfirmation",
      known.channel, known.fees_kobo as fee, ${statusFactsColumns},
      receipt.number, receipt.code, receipt.donated_at as "donatedAt", receipt.key_id as "keyId", receipt.signature,
      receipt.year, receipt.serial
    from ${from}
    join ledger_entry charge on charge.campaign_id = donation.campaign_id and charge.donation_id = donation.id and charge.kind = 'charge'
    ${statusFactsJoins}
    left join receipt on receipt.campaign_id = donation.campaign_id and receipt.donation_id = donation.id
    ${rest}`,
  )

export async function findReceiptRow(
  queries: Queries,
  { campaignId, id }: DonationKey,
): Promise<ReceiptRow | undefined> {
  const [row] = await findReceiptRows(
    queries,
    sql`donation`,
    sql`where donation.campaign_id = ${campaignId} and donation.id = ${id}`,
  )
  return row
}

export type IssueDeps = { signing: Signing; now: () => Date }

/** Issues the receipt at the first request. Locks the donation's row until the transaction ends. */
export async function issueReceipt(
  deps: IssueDeps,
  queries: Transaction,
  donation: DonationKey,
): Promise<IssuedReceipt | undefined> {
  // The lock comes before the read, so that a receipt that another transaction has issued meanwhile is seen.
  await queries.run(sql`
    select from donation where campaign_id = ${donation.campaignId} and id = ${donation.id} for update`)
  const row = await findReceiptRow(queries, donation)
  return row && (toIssuedReceipt(row) ?? insertReceipt(deps, queries, row))
}

/** Undefined if the receipt has not been issued. */
export function toIssuedReceipt(row: ReceiptRow): IssuedReceipt | undefined {
  const { number, code, donatedAt, keyId, signature, year, serial } = row
  if (number === null || code === null || !donatedAt || keyId === null || !signature)
    return undefined
  if (year === null || serial === null) return undefined
  return toReceipt(row, { number, code, donatedAt, keyId, signature, year, serial })
}

type SignedFields = {
  number: string
  code: string
  donatedAt: Date
  keyId: string
  signature: Buffer
  year: number
  serial: number
}

function toReceipt(row: ReceiptRow, signed: SignedFields): IssuedReceipt {
  const { keyId, signature, year, serial, ...fields } = signed
  const {
    accessCode,
    donorName,
    emailSealed,
    language,
    donorKey,
    needsConfirmation,
    returned: reversed,
    channel,
    fee,
  } = row
  const facts = toFacts(row, fields)
  const status = toDonationStatus(row)
  const donor = { donorName, emailSealed, language, donorKey, needsConfirmation }
  const issued = { keyId, signature, serial: formatSerial({ year, serial }), status }
  return { facts, accessCode, ...donor, reversed, channel, fee, ...issued }
}

export const formatSerial = ({ year, serial }: { year: number; serial: number }) =>
  `${year}/${String(serial).padStart(6, '0')}`

function toFacts(
  { amount, mode, campaignId, id, title }: ReceiptRow,
  fields: Pick<ReceiptFacts, 'number' | 'code' | 'donatedAt'>,
): ReceiptFacts {
  const subject = toSubject({ donationId: id, effectKey: '' })
  return { ...fields, amount, mode, campaign: { id: campaignId, title }, subject }
}

async function insertReceipt({ signing, now }: IssueDeps, queries: Transaction, row: ReceiptRow) {
  const { campaignId, id, paidAt: donatedAt } = row
  const number = await claimNumber(queries, row)
  const code = generateVerificationCode()
  const signature = signing.sign(toSignedText(toFacts(row, { number, code, donatedAt })))
  const { keyId, publicKey } = signing
  const at = now()
  await queries.run(sql`
    insert into receipt_key (key_id, public_key, first_used_at) values (${keyId}, ${publicKey}, ${at})
    on conflict do nothing`)
  await queries.run(sql`
    insert into receipt_code (code, campaign_id, donation_id) values (${code}, ${campaignId}, ${id})`)
  // The year is that of the issue, so that no receipt is added to a year that is over.
  const issued = await queries.row(
    z.object({ year: z.int(), serial: z.int() }),
    sql`
    with counted as (
      insert into receipt_year as known (mode, year, issued) values (${row.mode}, ${Number(lagosDay(at).slice(0, 4))}, 1)
      on conflict (mode, year) do update set issued = known.issued + 1 returning mode, year, issued)
    insert into receipt (campaign_id, donation_id, number, code, donated_at, issued_at, key_id, signature, mode, year, serial)
    select ${campaignId}, ${id}::uuid, ${number}, ${code}, ${donatedAt}::timestamptz, ${at}::timestamptz, ${keyId}, ${signature}::bytea,
      mode, year, issued from counted
    returning year, serial`,
  )
  if (issued === undefined) throw new Error('a receipt was not stored')
  return toReceipt(row, { number, code, donatedAt, keyId, signature, ...issued })
}

/** The year is that of the payment in Lagos. A number that is taken is drawn again. */
async function claimNumber(
  queries: Transaction,
  { campaignId, id, paidAt }: ReceiptRow,
): Promise<string> {
  const year = Number(lagosDay(paidAt).slice(0, 4))
  for (;;) {
    const number = generateReceiptNumber(year)
    const inserted = await queries.run(sql`
      insert into receipt_number (number, campaign_id, donation_id) values (${number}, ${campaignId}, ${id})
      on conflict do nothing`)
    if (inserted === 1) return number
  }
}

/** What is signed. The donor's name is left out: it is unverified, and must be erasable with the account. */
export type ReceiptFacts = {
  number: string
  code: string
  amount: Kobo
  donatedAt: Date
  mode: PaymentMode
  campaign: { id: string; title: string }
  /** What the leaf in the transparency log is about. */
  subject: string
}

/** The bytes that are signed. Any change invalidates existing signatures, so a new format needs a new version number. */
export function toSignedText({
  number,
  code,
  amount,
  donatedAt,
  mode,
  campaign,
  subject,
}: ReceiptFacts) {
  return `Donation receipt, version 1
number: ${number}
code: ${code}
amount: NGN ${toDecimal(amount)}
donated: ${donatedAt.toISOString()}
campaign: ${campaign.id}
title: ${campaign.title.replaceAll(/\p{Cc}+/gu, ' ')}
mode: ${mode}
subject: ${subject}
`
}

function toDecimal(amount: Kobo): string {
  return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
}
