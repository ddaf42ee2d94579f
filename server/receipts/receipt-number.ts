import { randomBytes } from 'node:crypto'

/** Letters and figures that nobody takes for each other, as Crockford wrote them down: no I, L, O and U. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** '2026-7K3M-9QXD': to quote on the telephone. It says the year and nothing else, not even how many there are. */
export function newReceiptNumber(year: number): string {
  return `${year}-${drawn(4)}-${drawn(4)}`
}

/** 100 bits, short enough to be typed from paper. Whoever holds it may check the receipt, and nothing more. */
export const newVerificationCode = () => drawn(20)

/** As it is printed: 'K3M9Q-XD70B-…'. */
export function spacedCode(code: string): string {
  return (code.match(/.{1,5}/g) ?? []).join('-')
}

/** A code as somebody typed it, or undefined if it cannot be one. */
export function readCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{20}$/.test(code) ? code : undefined
}

function drawn(length: number): string {
  return Array.from(randomBytes(length), (byte) => signs[byte % signs.length]).join('')
}
