import { amountSentences } from './text/amount-sentences.ts'
import { parseNaira } from './money.ts'

/** Says why a text is not an amount. Undefined for an amount and for an empty text. */
export function findAmountProblem(text: string): string | undefined {
  const typed = text.trim()
  if (typed === '' || parseNaira(typed) !== undefined) return undefined
  if (/^₦?\s*[-−–]/.test(typed)) return amountSentences.negative
  if (/^₦?\s*[\d,]*\.\d{3,}$/.test(typed)) return amountSentences.decimals
  return /^₦?\s*[\d,]{13,}(?:\.\d*)?$/.test(typed) ? amountSentences.tooLarge : amountSentences.form
}
