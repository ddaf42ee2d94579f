/**
 * Puts thousands separators into an amount that is being typed, and holds it to two decimals.
 * What cannot be an amount in Naira ('1.234,50') stays as it is, so that the schema refuses it: guessing could cost a factor of 100.
 */
export function groupThousands(text: string): string {
  const typed = text.replace(/[^\d.,]/g, '')
  const [whole = '', fraction, more] = typed.split('.')
  if (more !== undefined || fraction?.includes(',')) return typed

  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '')
  const grouped = digits.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped || '0'}.${fraction.slice(0, 2)}`
}
