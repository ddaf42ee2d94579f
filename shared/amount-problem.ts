import { amountSentences } from './text/amount-sentences.ts'
import { cleanAmount, parseNaira } from './parse-naira.ts'

/** Says why a text is not an amount. Undefined for an amount and for an empty text. */
export function findAmountProblem(text: string): string | undefined {
  const typed = cleanAmount(text)
  if (typed === '' || parseNaira(typed) !== undefined) return undefined
  if (/^[-−–]/.test(typed)) return amountSentences.negative
  if (/^[\d,]*\.\d{3,}$/.test(typed)) return amountSentences.decimals
  return /^[\d,]{13,}(?:\.\d*)?[km]?$/i.test(typed)
    ? amountSentences.tooLarge
    : amountSentences.form
}
