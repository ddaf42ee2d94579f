import * as z from 'zod/mini'

import { paymentModes } from '#shared/donation.ts'
import { koboSchema, type Kobo } from '#shared/money.ts'

/** What a receipt says and never changes. Not who gave: what a donor typed is no fact, and must be free to go when they do. */
export const receiptFactsSchema = z.object({
  number: z.string(),
  code: z.string(),
  amount: koboSchema,
  givenAt: z.date(),
  mode: z.enum(paymentModes),
  campaign: z.object({ id: z.string(), title: z.string() }),
})
export type ReceiptFacts = z.output<typeof receiptFactsSchema>

/** The one way of writing it down, line by line. The signature is over these very bytes: never change it, begin a version 2. */
export function signedText({ number, code, amount, givenAt, mode, campaign }: ReceiptFacts) {
  return `Ajo receipt, version 1
number: ${number}
code: ${code}
amount: NGN ${plainAmount(amount)}
given: ${givenAt.toISOString()}
campaign: ${campaign.id}
title: ${campaign.title.replaceAll(/\p{Cc}+/gu, ' ')}
money: ${mode}
`
}

function plainAmount(amount: Kobo): string {
  return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
}
