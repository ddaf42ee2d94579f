import * as z from 'zod/mini'

import { findAmountProblem } from './amount-problem.ts'
import type { Kobo } from './money.ts'
import { parseNaira } from './parse-naira.ts'

type AmountLimits = {
  /** Shown when nothing was typed. */
  required: string
  min?: number
  max?: number
  /** Shown for an amount outside of the limits. */
  range?: string
}

/** An amount in a form, more than ₦0. */
export const nairaAmount = ({
  required,
  min = 1,
  max = Infinity,
  range = required,
}: AmountLimits) =>
  z.pipe(
    z.string(required),
    z.transform((text, context): Kobo => {
      const amount = parseNaira(text)
      if (amount !== undefined && amount >= min && amount <= max) return amount
      const message = amount === undefined ? (findAmountProblem(text) ?? required) : range
      context.issues.push({ code: 'custom', message, input: text })
      return z.NEVER
    }),
  )
