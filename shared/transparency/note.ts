import {
  decodeText,
  encodeText,
  equalBytes,
  fromBase64,
  fromHex,
  joinBytes,
  refuseUnless,
  toBase64,
  toHex,
  type Bytes,
} from './bytes.ts'
import { sha256 } from '@noble/hashes/sha2.js'

// C2SP signed-note and tlog-cosignature.

/** Ed25519 over the text, and Ed25519 over the text with the time before it. */
export const logKeyType = 0x01
export const witnessKeyType = 0x04
type KeyType = typeof logKeyType | typeof witnessKeyType

export type VerifierKey = { name: string; id: Bytes; type: KeyType; publicKey: Bytes }
export type NoteSignature = { name: string; id: Bytes; signature: Bytes }
/** `text` ends in a newline and is what is signed. */
export type Note = { text: string; signatures: readonly NoteSignature[] }

/** The specification asks for at least 16. */
const maxSignatures = 64
export const isKeyName = (name: string) => /^[^\p{White_Space}+\p{Cc}]+$/u.test(name)

export function toVerifierKey(name: string, type: KeyType, publicKey: Uint8Array): VerifierKey {
  refuseUnless(isKeyName(name), 'the name of a key has a space or a plus')
  refuseUnless(publicKey.length === 32, 'an Ed25519 key has 32 bytes')
  const typed = joinBytes(Uint8Array.of(type), publicKey)
  const id = sha256(joinBytes(encodeText(`${name}\n`), typed)).slice(0, 4)
  return { name, id, type, publicKey: joinBytes(publicKey) }
}

export const formatVerifierKey = ({ name, id, type, publicKey }: VerifierKey) =>
  `${name}+${toHex(id)}+${toBase64(joinBytes(Uint8Array.of(type), publicKey))}`

/** Base64 may contain a plus, so only the first two divide. */
export function parseVerifierKey(text: string): VerifierKey {
  const [, name = '', id = '', encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? []
  const [type, ...rest] = fromBase64(encoded)
  refuseUnless(type === logKeyType || type === witnessKeyType, 'the key has another type')
  const key = toVerifierKey(name, type, Uint8Array.from(rest))
  refuseUnless(equalBytes(key.id, fromHex(id)), 'the id is not that of the key')
  return key
}

export const formatSignature = ({ name, id, signature }: NoteSignature) =>
  `— ${name} ${toBase64(joinBytes(id, signature))}\n`

export const formatNote = ({ text, signatures }: Note) =>
  `${text}\n${signatures.map(formatSignature).join('')}`

export function parseNote(bytes: Uint8Array): Note {
  const whole = decodeText(bytes)
  // eslint-disable-next-line no-control-regex
  refuseUnless(!/[\u0000-\u0009\u000b-\u001f\u007f]/.test(whole), 'a note has control characters')
  const divider = whole.lastIndexOf('\n\n')
  refuseUnless(divider > 0 && whole.endsWith('\n'), 'a note has no signatures')
  const lines = whole.slice(divider + 2, -1).split('\n')
  refuseUnless(lines.length <= maxSignatures, 'a note has too many signatures')
  return { text: whole.slice(0, divider + 1), signatures: lines.map(parseSignature) }
}

export function parseSignature(line: string): NoteSignature {
  const [, name = '', encoded = ''] = /^— (\S+) (\S+)$/.exec(line) ?? []
  refuseUnless(isKeyName(name), 'a signature line has the wrong form')
  const bytes = fromBase64(encoded)
  refuseUnless(bytes.length > 4, 'a signature is too short')
  return { name, id: bytes.slice(0, 4), signature: bytes.slice(4) }
}

/** What the key signs. A witness signs the time too, which its signature carries. */
export function toSignedBytes(text: string, time?: number): Bytes {
  return encodeText(time === undefined ? text : `cosignature/v1\ntime ${time}\n${text}`)
}

/** Seconds since 1970 of a cosignature. */
export function readCosignatureTime({ signature }: NoteSignature): number {
  refuseUnless(signature.length === 72, 'a cosignature has the wrong length')
  const time = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0)
  refuseUnless(time <= BigInt(Number.MAX_SAFE_INTEGER), 'the time of a cosignature is too large')
  return Number(time)
}

export function toCosignature(key: VerifierKey, time: number, signature: Uint8Array) {
  const seconds = new DataView(new ArrayBuffer(8))
  seconds.setBigUint64(0, BigInt(time))
  const bytes = joinBytes(new Uint8Array(seconds.buffer), signature)
  return { name: key.name, id: key.id, signature: bytes }
}

/** The known keys that signed the note. Refuses a note with a signature of a known key that fails, and one without any known key. */
export async function verifyNote(
  { text, signatures }: Note,
  keys: readonly VerifierKey[],
): Promise<{ key: VerifierKey; time: number | undefined }[]> {
  const verified: { key: VerifierKey; time: number | undefined }[] = []
  for (const signed of signatures) {
    const key = keys.find(({ name, id }) => name === signed.name && equalBytes(id, signed.id))
    if (!key) continue
    const time = key.type === witnessKeyType ? readCosignatureTime(signed) : undefined
    const signature = time === undefined ? signed.signature : signed.signature.slice(8)
    const isValid = await verifyEd25519(key.publicKey, toSignedBytes(text, time), signature)
    refuseUnless(isValid, `the signature of ${key.name} is wrong`)
    verified.push({ key, time })
  }
  refuseUnless(verified.length > 0, 'no known key signed the note')
  return verified
}

export async function verifyEd25519(publicKey: Bytes, message: Bytes, signature: Bytes) {
  if (signature.length !== 64) return false
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, signature, message)
}
