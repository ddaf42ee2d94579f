import type { amountSentences as english } from '../amount-sentences.ts'
import type { Translation } from '../translation.ts'

export const amountSentences: Translation<typeof english> = {
  negative: 'Amount no fit dey below zero. Abeg comot the minus sign.',
  form: 'Abeg type the amount with number, like 5,000 or 1,250.50.',
  decimals: 'Abeg use only 2 number after the dot, like 1,250.50.',
  tooLarge: 'This amount too big.',
}
