import * as z from 'zod/mini'

import { transactionSchema } from './donation.ts'
import { invalid } from './messages.ts'
import { koboSchema, parseNaira, type Kobo } from './money.ts'
import { cleanParagraphs } from './text.ts'

/** Where the owner's share of a gift is. waiting: the provider has not begun to pay it out. */
export const settlementStates = ['waiting', 'on-its-way', 'paid-out', 'failed'] as const

/** Money of one campaign in the books: what was given is what was raised and what went back; net is the owner's. */
const sumsSchema = z.object({
  given: koboSchema,
  returned: koboSchema,
  raised: koboSchema,
  fees: koboSchema,
  platform: koboSchema,
  net: koboSchema,
  gifts: z.int(),
})
export type MoneySums = z.output<typeof sumsSchema>

/** How far the gifts of a cancelled campaign are on their way back. They add up to all that came in. */
const refundProgressSchema = z.object({
  gifts: z.int(),
  back: z.int(),
  onTheWay: z.int(),
  /** Not asked for yet, or a bank disputes it. */
  waiting: z.int(),
  /** The provider said no; it is asked again. */
  refused: z.int(),
})
export type RefundProgress = z.output<typeof refundProgressSchema>

/** A cancelled campaign on the operator's desk. */
const cancellationSchema = z.extend(refundProgressSchema, {
  id: z.string(),
  title: z.string(),
  reason: z.string(),
  at: z.string(),
})
export type Cancellation = z.output<typeof cancellationSchema>
export const cancellationsSchema = z.object({ cancellations: z.array(cancellationSchema) })

/** GET /api/campaigns/{id}/money. Days are calendar days in Lagos; those without a gift are left out. */
export const campaignMoneySchema = z.object({
  campaign: z.object({
    id: z.string(),
    slug: z.string(),
    title: z.string(),
    /** Admins look on, and may cancel it where it is not their own. */
    isOwner: z.boolean(),
    canCancel: z.boolean(),
  }),
  sums: sumsSchema,
  settled: z.record(z.enum(settlementStates), koboSchema),
  days: z.array(z.object({ day: z.string(), gifts: z.int(), given: koboSchema })),
  cancellation: z.nullable(z.extend(refundProgressSchema, { at: z.string() })),
})
export type CampaignMoney = z.output<typeof campaignMoneySchema>

/** A gift as its campaign's owner sees it. `canThank`: the donor wants to hear, and was not thanked of late. */
const receivedGiftSchema = z.extend(z.omit(transactionSchema, { campaign: true }), {
  returned: koboSchema,
  fee: koboSchema,
  platform: koboSchema,
  net: koboSchema,
  message: z.string(),
  settlement: z.enum(settlementStates),
  settledAt: z.nullable(z.string()),
  canThank: z.boolean(),
})
export type ReceivedGift = z.output<typeof receivedGiftSchema>
export const receivedGiftsSchema = z.object({
  gifts: z.array(receivedGiftSchema),
  next: z.nullable(z.string()),
})

const least = z.pipe(
  z.string(invalid.amount),
  z.transform((text, context): Kobo => {
    const amount = parseNaira(text)
    if (amount !== undefined && amount > 0) return amount
    context.issues.push({ code: 'custom', message: invalid.amount, input: text })
    return z.NEVER
  }),
)

const message = z.pipe(
  z.pipe(z.string(invalid.required), z.transform(cleanParagraphs)),
  z
    .string()
    .check(
      z.minLength(1, { error: invalid.required, abort: true }),
      z.maxLength(2_000, invalid.tooLong),
    ),
)

/** POST /api/campaigns/{id}/thanks: to whoever gave this gift, or gifts of at least so much. */
export const thanksSchema = z.union([
  z.strictObject({ message, gift: z.string() }),
  z.strictObject({ message, least }),
])
export type Thanks = z.output<typeof thanksSchema>
/** What the form checks while its sender types. */
export const thanksFormSchema = z.object({ message, least: z.optional(least) })
export const thanksAnswerSchema = z.object({ recipients: z.int() })
