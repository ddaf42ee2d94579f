/** Text that is not in the one form that a format allows. */
export class FormatRefused extends Error {
  override name = 'FormatRefused'
}

export function refuseUnless(condition: boolean, message: string): asserts condition {
  if (!condition) throw new FormatRefused(message)
}

export type Bytes = Uint8Array<ArrayBuffer>

export function joinBytes(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

export const encodeText = (text: string): Bytes => new TextEncoder().encode(text)

export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new FormatRefused('the text is not UTF-8')
  }
}

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCodePoint(byte)
  return btoa(text)
}

/** Decoders forgive missing padding, spaces and stray bits, so the result is encoded again and compared. */
export function fromBase64(text: string): Bytes {
  let decoded = ''
  try {
    decoded = atob(text)
  } catch {
    throw new FormatRefused('the text is not base64')
  }
  const bytes = Uint8Array.from(decoded, (letter) => letter.codePointAt(0) ?? 0)
  refuseUnless(toBase64(bytes) === text, 'the text is not canonical base64')
  return bytes
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export function fromHex(text: string): Bytes {
  refuseUnless(/^([0-9a-f]{2})*$/.test(text), 'the text is not hexadecimal')
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** A whole number from 0 to 2^53 − 1, without a sign or leading zeros. */
export function parseDecimal(text: string): number {
  refuseUnless(/^(0|[1-9][0-9]{0,15})$/.test(text), 'the number is not decimal')
  const value = Number(text)
  refuseUnless(Number.isSafeInteger(value), 'the number is too large')
  return value
}
