import * as z from 'zod/mini'

import { paymentModes } from '#shared/donation.ts'
import { lagosToday } from '#shared/day.ts'

import type { Queries } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'
import {
  courseColumns,
  courseJoined,
  courseSchema,
  shownStatus,
} from '../donations/donation-status.ts'
import type { DonationPlace } from '../ledger/returns/settle-returns.ts'
import { signedText, type ReceiptFacts } from './receipt-facts.ts'
import { newReceiptNumber, newVerificationCode } from './receipt-number.ts'
import type { Signing } from './signing.ts'

const giftSchema = z.extend(courseSchema, {
  campaignId: z.string(),
  id: z.string(),
  title: z.string(),
  mode: z.enum(paymentModes),
  page: z.string(),
  donorName: z.string(),
  emailSealed: z.instanceof(Buffer),
  paidAt: z.date(),
  number: z.nullable(z.string()),
  code: z.nullable(z.string()),
  givenAt: z.nullable(z.date()),
  keyId: z.nullable(z.string()),
  signature: z.nullable(z.instanceof(Buffer)),
})
type Gift = z.output<typeof giftSchema>

/** A receipt as it was signed, and how its gift stands today. `page` is the code of the donor's own page. */
export type IssuedReceipt = Pick<Gift, 'page' | 'donorName' | 'emailSealed' | 'returned'> & {
  facts: ReceiptFacts
  keyId: string
  signature: Buffer
  status: string
}

/** Gifts whose money was booked, `from` the table that leads to them. Nothing else has a receipt. */
export const receiptsOf = (queries: Queries, from: Sql, rest: Sql) =>
  queries.rows(
    giftSchema,
    sql`
    select donation.campaign_id as "campaignId", donation.id, donation.campaign_title as title, donation.mode,
      donation.receipt as page, donation.donor_name as "donorName", donation.donor_email_sealed as "emailSealed",
      coalesce(known.paid_at, charge.at) as "paidAt", ${courseColumns},
      receipt.number, receipt.code, receipt.given_at as "givenAt", receipt.key_id as "keyId", receipt.signature
    from ${from}
    join ledger_entry charge on charge.campaign_id = donation.campaign_id and charge.donation_id = donation.id and charge.kind = 'charge'
    ${courseJoined}
    left join receipt on receipt.campaign_id = donation.campaign_id and receipt.donation_id = donation.id
    ${rest}`,
  )

/** What receipts are made with. */
export type Issuing = { signing: Signing; now: () => Date }

/** The receipt of a gift, made and signed the first time that anybody asks for it. The gift's row is held until the transaction ends. */
export async function issueReceipt(
  issuing: Issuing,
  queries: Queries,
  { campaignId, id }: DonationPlace,
): Promise<IssuedReceipt | undefined> {
  // Held first and read afterwards: what somebody else has issued in the meantime is seen then.
  await queries.run(sql`
    select from donation where campaign_id = ${campaignId} and id = ${id} for update`)
  const [gift] = await receiptsOf(
    queries,
    sql`donation`,
    sql`where donation.campaign_id = ${campaignId} and donation.id = ${id}`,
  )
  return gift && (issuedOf(gift) ?? keep(issuing, queries, gift))
}

/** Undefined where nobody has asked for it yet. */
export function issuedOf(gift: Gift): IssuedReceipt | undefined {
  const { number, code, givenAt, keyId, signature } = gift
  if (number === null || code === null || !givenAt || keyId === null || !signature) return undefined
  return receiptOf(gift, { number, code, givenAt, keyId, signature })
}

type Signed = { number: string; code: string; givenAt: Date; keyId: string; signature: Buffer }

function receiptOf(gift: Gift, { keyId, signature, ...rest }: Signed): IssuedReceipt {
  const { page, donorName, emailSealed, returned } = gift
  const facts = factsOf(gift, rest)
  return {
    facts,
    page,
    donorName,
    emailSealed,
    returned,
    keyId,
    signature,
    status: shownStatus(gift),
  }
}

function factsOf(
  { amount, mode, campaignId, title }: Gift,
  rest: Pick<ReceiptFacts, 'number' | 'code' | 'givenAt'>,
): ReceiptFacts {
  return { ...rest, amount, mode, campaign: { id: campaignId, title } }
}

async function keep({ signing, now }: Issuing, queries: Queries, gift: Gift) {
  const { campaignId, id, paidAt: givenAt } = gift
  const number = await claimNumber(queries, gift)
  const code = newVerificationCode()
  const signature = signing.sign(signedText(factsOf(gift, { number, code, givenAt })))
  const { keyId, publicKey } = signing
  const at = now()
  await queries.run(sql`
    insert into receipt_key (key_id, public_key, first_used_at) values (${keyId}, ${publicKey}, ${at})
    on conflict do nothing`)
  await queries.run(sql`
    insert into receipt_code (code, campaign_id, donation_id) values (${code}, ${campaignId}, ${id})`)
  await queries.run(sql`
    insert into receipt (campaign_id, donation_id, number, code, given_at, issued_at, key_id, signature)
    values (${campaignId}, ${id}, ${number}, ${code}, ${givenAt}, ${at}, ${keyId}, ${signature})`)
  return receiptOf(gift, { number, code, givenAt, keyId, signature })
}

/** By the year of the gift in Lagos. One that is taken gives way to another. */
async function claimNumber(queries: Queries, { campaignId, id, paidAt }: Gift): Promise<string> {
  const year = Number(lagosToday(paidAt).slice(0, 4))
  for (;;) {
    const number = newReceiptNumber(year)
    const kept = await queries.run(sql`
      insert into receipt_number (number, campaign_id, donation_id) values (${number}, ${campaignId}, ${id})
      on conflict do nothing`)
    if (kept === 1) return number
  }
}
