/**
 * Formats an amount while it is typed: thousands separators and at most two decimals. Text that is no amount in Naira ('-5', '1.234,50') is
 * not changed, so that the schema rejects it. A guess could be wrong by its sign or by a factor of 100.
 */
export function groupThousands(text: string): string {
  const typed = text.replace(/[₦\s]/g, '')
  if (/[^\d.,]/.test(typed)) return text
  const [whole = '', fraction, more] = typed.split('.')
  if (more !== undefined || fraction?.includes(',')) return typed

  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '')
  const grouped = digits.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped || '0'}.${fraction.slice(0, 2)}`
}
