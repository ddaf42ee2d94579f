import * as z from 'zod/mini'

import { nairaAmount } from './amount.ts'
import { fieldRule } from './field-rule.ts'
import { koboSchema } from './kobo-schema.ts'
import { kobo, type Kobo } from './money.ts'
import { oneLine } from './text.ts'
import { invalid } from './text/invalid.ts'

export const budgetLines = { min: 3, max: 8 }
export const budgetTextMax = 80

/** What each part of the goal pays for. Empty for a campaign without a budget, such as one from before budgets were asked for. */
export const budgetSchema = z._default(
  z.array(z.object({ text: z.string(), amount: koboSchema, key: z.optional(z.string()) })),
  [],
)
export type Budget = z.output<typeof budgetSchema>

/** What expenses name. The first text of a line stays its key when the text is edited. */
export const lineKey = ({ text, key }: Budget[number]): string => key ?? text

export const sumBudget = (budget: readonly { amount: Kobo }[]): Kobo =>
  kobo(budget.reduce((sum, { amount }) => sum + amount, 0))

const lineSchema = z.object({
  text: oneLine({ max: budgetTextMax }),
  amount: z.union([z.literal(''), nairaAmount({ required: invalid.budget })], invalid.budget),
  key: z.optional(oneLine({ max: budgetTextMax })),
})

/** The budget in a form. Lines that are wholly empty are left out. */
export const budgetField = z._default(
  z.pipe(
    z.array(lineSchema).check(z.maxLength(budgetLines.max, invalid.budget)),
    z.transform((lines, context): Budget => {
      const written = lines.filter(({ text, amount }) => text !== '' || amount !== '')
      const taken = new Set(written.map(({ key }) => key))
      const budget = written.flatMap(({ text, amount, key: own }) => {
        if (text === '' || amount === '') return []
        const key = own || (taken.has(text) ? `${text.slice(0, -2)} 2` : text)
        return [{ text, amount, ...(key !== text && { key }) }]
      })
      const keys = new Set(budget.map(lineKey)).size
      const different = Math.min(keys, new Set(budget.map(({ text }) => text)).size)
      if (written.length === 0 || (different === written.length && different >= budgetLines.min))
        return budget
      context.issues.push({ code: 'custom', message: invalid.budget, input: lines })
      return z.NEVER
    }),
  ),
  [],
)

export const budgetIsGoal = fieldRule<{ budget: Budget; goalAmount: unknown }>(
  'budget',
  invalid.budgetSum,
  ({ budget = [], goalAmount }) =>
    budget.length === 0 || typeof goalAmount !== 'number' || sumBudget(budget) === goalAmount,
)
