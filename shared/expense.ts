import * as z from 'zod/mini'

import { nairaAmount } from './amount.ts'
import { budgetTextMax } from './budget.ts'
import { calendarDay } from './campaign.ts'
import { lagosDay } from './day.ts'
import { koboSchema } from './kobo-schema.ts'
import { idSchema, oneLine } from './text.ts'
import { expenseSentences } from './text/expense-sentences.ts'
import { invalid } from './text/invalid.ts'
import { outsideSentences } from './text/outside-sentences.ts'
import { timeSchema } from './time-schema.ts'

export const expensesPerCampaign = 100

/** POST /api/campaigns/:id/expenses. `line` is the key of a budget line, `documentId` a document of the campaign. */
export const expenseFormSchema = z.object({
  line: oneLine({ min: 1, max: budgetTextMax, message: expenseSentences.line }),
  amount: nairaAmount({
    required: invalid.amount,
    min: 1_00,
    max: 10_000_000_000_00,
    range: outsideSentences.amountRange,
  }),
  day: calendarDay(expenseSentences.day, (day) => day <= lagosDay()),
  payee: oneLine({ min: 1, max: 120, message: expenseSentences.payee }),
  documentId: z.union([idSchema], expenseSentences.document),
  isPublished: z._default(z.boolean(), false),
})
export type ExpenseForm = z.output<typeof expenseFormSchema>

/** What an organiser says to have spent. It counts unless it is withdrawn or struck. */
export const expenseSchema = z.object({
  id: z.string(),
  line: z.string(),
  amount: koboSchema,
  day: z.string(),
  payee: z.string(),
  /** Visitors get it where the organiser published it, unless it is held until a reviewer has looked at it. */
  document: z.nullable(z.object({ id: z.string(), name: z.string(), isHeld: z.boolean() })),
  /** When it was withdrawn or struck. Visitors get no such row. */
  endedAt: z.nullable(timeSchema),
  /** The reviewer's, of a struck one. */
  reason: z.nullable(z.string()),
})
export type Expense = z.output<typeof expenseSchema>

/** GET /api/campaigns/:id/spending */
export const spendingSchema = z.object({
  received: koboSchema,
  paidOut: koboSchema,
  /** Never more than was paid out. */
  accounted: koboSchema,
  /** Refunded or lost in a dispute after it was paid out. */
  owed: koboSchema,
  expenses: z.array(expenseSchema),
  canAdd: z.boolean(),
  canWithdraw: z.boolean(),
  canStrike: z.boolean(),
})
export type Spending = z.output<typeof spendingSchema>
