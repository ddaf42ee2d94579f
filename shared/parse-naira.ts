import { kobo, type Kobo } from './money.ts'

const amountPattern =
  /^(\d{1,3}(?:,\d{3}){1,3}|\d{1,12})(?:\.(\d{1,2}))?(?:\s?(k|m|thousand|million))?$/i

const multipliers: Record<string, number> = { k: 1e3, thousand: 1e3, m: 1e6, million: 1e6 }

/** Without the currency, spaces between thousands, and invisible characters of pasted text. Keyboards have no ₦, so people type N or #. */
export const cleanAmount = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .replace(/^(?:₦|NGN|=?N=?|#)\s*/i, '')
    .replace(/([\dkmnd])\s?(?:₦|NGN|N|naira|\/[-=])(?: only)?[.,]?$/i, '$1')
    .replaceAll(/(\d)\s(?=\d{3}(?!\d))/g, '$1')

/** Parses typed amounts such as '1,250.50', 'N5 000', '5k' or '5,000 naira'. Undefined if the text is not an amount. */
export function parseNaira(text: string): Kobo | undefined {
  if (text.length > 40) return undefined
  const match = amountPattern.exec(cleanAmount(text))
  if (!match) return undefined
  const [, naira = '', fraction = '', unit = ''] = match
  const named = Number(naira.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'))
  const amount = named * (multipliers[unit.toLowerCase()] ?? 1)
  return Number.isSafeInteger(amount) ? kobo(amount) : undefined
}
