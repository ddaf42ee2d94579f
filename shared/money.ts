/** A whole number of kobo. ₦1 is 100 kobo. Money is never a float. */
export type Kobo = number & { readonly unit: 'kobo' }

export function kobo(amount: number): Kobo {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of kobo: ${amount}`)
  return amount as Kobo
}

const grouped = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 0 })

/** '₦1,234.50': two decimals, as specification §1 asks for amounts in cards, tables, totals and receipts. */
export function formatNaira(amount: Kobo): string {
  const whole = Math.abs(amount)
  const naira = Math.floor(whole / 100)
  const fraction = String(whole % 100).padStart(2, '0')
  return `${amount < 0 ? '-' : ''}₦${grouped.format(naira)}.${fraction}`
}

/** '₦1,234' or '₦1,234.50': for sentences, limits and preset amounts, where specification §1 sets no decimals. */
export function formatNairaInText(amount: Kobo): string {
  return formatNaira(amount).replace(/\.00$/, '')
}
