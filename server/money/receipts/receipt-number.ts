import { randomBytes } from 'node:crypto'

/** Crockford's base 32, without I, L, O and U, which are easily misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** '2026-7K3M-9QXD'. Random, so that it does not reveal the number of receipts. */
export function generateReceiptNumber(year: number): string {
  return `${year}-${randomCharacters(4)}-${randomCharacters(4)}`
}

/** 'R-7K3M-9QXD', for the reporter of a campaign. */
export const generateReportReference = () => `R-${randomCharacters(4)}-${randomCharacters(4)}`

/** 100 random bits, short enough to type. The code allows verifying the receipt and nothing else. */
export const generateVerificationCode = () => randomCharacters(20)

/** As printed: 'K3M9Q-XD70B-…'. */
export function formatVerificationCode(code: string): string {
  return (code.match(/.{1,5}/g) ?? []).join('-')
}

/** Accepts lower case, spaces, hyphens and misread letters. Undefined if the text cannot be a code. */
export function parseVerificationCode(text: string): string | undefined {
  const code = text
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{20}$/.test(code) ? code : undefined
}

function randomCharacters(length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')
}
