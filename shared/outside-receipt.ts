import * as z from 'zod/mini'

import { nairaAmount } from './amount.ts'
import { calendarDay } from './campaign.ts'
import { lagosDay } from './day.ts'
import { fieldRule } from './field-rule.ts'
import { koboSchema } from './kobo-schema.ts'
import { idSchema, oneLine } from './text.ts'
import { invalid } from './text/invalid.ts'
import { outsideSentences } from './text/outside-sentences.ts'
import { timeSchema } from './time-schema.ts'

/** Above it a document is required. */
const withoutDocumentMax = 50_000_00
export const outsideNoteMax = 200
export const outsideReceiptsPerCampaign = 100
/** How long before a campaign was made its organiser may have collected for it. */
export const outsideDaysBefore = 365

/** POST /api/campaigns/:id/outside-receipts. `documentId` is a document of the campaign, or empty. */
export const outsideReceiptFormSchema = z
  .object({
    amount: nairaAmount({
      required: invalid.amount,
      min: 1_00,
      max: 10_000_000_000_00,
      range: outsideSentences.amountRange,
    }),
    day: calendarDay(outsideSentences.day, (day) => day <= lagosDay()),
    note: oneLine({ min: 1, max: outsideNoteMax, message: outsideSentences.note }),
    documentId: z._default(z.union([idSchema, z.literal('')]), ''),
  })
  .check(
    fieldRule<{ amount: unknown; documentId: string }>(
      'documentId',
      outsideSentences.document,
      ({ amount, documentId }) =>
        typeof amount !== 'number' || amount <= withoutDocumentMax || !!documentId,
    ),
  )
export type OutsideReceiptForm = z.output<typeof outsideReceiptFormSchema>

/** What an organiser says to have received elsewhere, for the organiser and reviewers. It counts unless it is withdrawn or struck. */
export const outsideReceiptSchema = z.object({
  id: z.string(),
  amount: koboSchema,
  day: z.string(),
  note: z.string(),
  document: z.nullable(z.object({ id: z.string(), name: z.string() })),
  writtenAt: timeSchema,
  withdrawnAt: z.nullable(timeSchema),
  struckAt: z.nullable(timeSchema),
  struckReason: z.nullable(z.string()),
})
export type OutsideReceipt = z.output<typeof outsideReceiptSchema>

/** GET /api/campaigns/:id/outside-receipts */
export const outsideReceiptsSchema = z.object({
  receipts: z.array(outsideReceiptSchema),
  canAdd: z.boolean(),
  canStrike: z.boolean(),
})
export type OutsideReceipts = z.output<typeof outsideReceiptsSchema>
