import * as z from 'zod/mini'

import { emailSchema } from './account.ts'
import { donationMax, donationMin } from './fees.ts'
import { invalid } from './messages.ts'
import { koboSchema, parseNaira, type Kobo } from './money.ts'

const amount = z.pipe(
  z.string(invalid.amount).check(z.minLength(1, { error: invalid.amount, abort: true })),
  z.transform((text, context): Kobo => {
    const amountKobo = parseNaira(text)
    if (amountKobo !== undefined && amountKobo >= donationMin && amountKobo <= donationMax)
      return amountKobo
    const message = amountKobo === undefined ? invalid.amount : invalid.amountRange
    context.issues.push({ code: 'custom', message, input: text })
    return z.NEVER
  }),
)

const donorEmail = z.pipe(
  z
    .string(invalid.donorEmailRequired)
    .check(z.minLength(1, { error: invalid.donorEmailRequired, abort: true })),
  emailSchema(invalid.donorEmail),
)

const optionalText = (most: number) =>
  z._default(z.string().check(z.trim(), z.maxLength(most, invalid.tooLong)), '')

/** The donate form, for guests and signed-in donors alike. */
export const donationSchema = z.object({
  amount,
  email: donorEmail,
  name: optionalText(80),
  message: optionalText(500),
  anonymous: z._default(z.boolean(), false),
  /** Whether the campaign's owner may write, through us. */
  updates: z._default(z.boolean(), false),
})
export type Donation = z.output<typeof donationSchema>

/** Where the donor's browser goes to pay, and the unguessable code under which the donation is found again. */
export const checkoutSchema = z.object({ url: z.string(), receipt: z.string() })

/** The states of readings M5. A state that is none of these is shown as it is. */
export const donationStatuses = [
  'success',
  'failed',
  'abandoned',
  'pending',
  'processing',
  'reversed',
  'refunded',
  'partially refunded',
  'disputed',
] as const
export type DonationStatus = (typeof donationStatuses)[number]

export const paymentModes = ['sandbox', 'test', 'live'] as const
export type PaymentMode = (typeof paymentModes)[number]

/** GET /api/donations/{receipt}: what the return page tells a donor. */
export const receiptSchema = z.object({
  receipt: z.string(),
  status: z.string(),
  amount: koboSchema,
  mode: z.enum(paymentModes),
  createdAt: z.string(),
  paidAt: z.nullable(z.string()),
  /** What went back to the donor, and whether the money came after the campaign's end. */
  returned: z.optional(koboSchema),
  late: z.optional(z.boolean()),
  /** Once the money has arrived: a number to quote, and the code by which anybody may check it. */
  document: z.optional(z.object({ number: z.string(), code: z.string() })),
  campaign: z.object({ id: z.string(), slug: z.string(), title: z.string() }),
})
export type Receipt = z.output<typeof receiptSchema>

/** A row of the Transactions page. `contributor` is masked where the reader may not know it. */
export const transactionSchema = z.object({
  id: z.string(),
  contributor: z.string(),
  amount: koboSchema,
  status: z.string(),
  mode: z.enum(paymentModes),
  campaign: z.object({ id: z.string(), title: z.string() }),
  createdAt: z.string(),
  returned: z.optional(koboSchema),
  late: z.optional(z.boolean()),
})
export type Transaction = z.output<typeof transactionSchema>
export const transactionsSchema = z.object({
  transactions: z.array(transactionSchema),
  next: z.nullable(z.string()),
})

export const transactionTabs = ['received', 'given'] as const

/** GET /api/overview: one's own figures, or the platform's for a visitor (readings P9). */
export const overviewSchema = z.object({
  scope: z.enum(['account', 'platform']),
  donations: koboSchema,
  donors: z.int(),
  campaigns: z.int(),
})
