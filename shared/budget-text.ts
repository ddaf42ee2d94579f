import type { Budget } from './budget.ts'
import { formatNairaInText } from './money.ts'

// Apart from the schemas, because visitors’ pages load no parser.

/** One line each. */
export const formatBudget = (budget: Budget) =>
  budget.map(({ text, amount }) => `${text}: ${formatNairaInText(amount)}`).join('\n')
