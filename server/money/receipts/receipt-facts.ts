import type { PaymentMode } from '#shared/donation.ts'
import type { Kobo } from '#shared/money.ts'

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
  return `Ajo receipt, version 1
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
