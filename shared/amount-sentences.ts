/** Why a typed text is not an amount. */
export const amountSentences = {
  negative: 'An amount can’t be negative. Please remove the minus sign.',
  form: 'Please type the amount in digits, for example 5,000 or 1,250.50.',
  decimals: 'Please use at most 2 decimals, for example 1,250.50.',
  tooLarge: 'This amount is too large.',
} as const
