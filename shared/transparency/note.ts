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

// C2SP signed-note.

/** Ed25519 over the text. */
const keyType = 0x01

export type VerifierKey = { name: string; id: Bytes; publicKey: Bytes }
export type NoteSignature = { name: string; id: Bytes; signature: Bytes }
/** `text` ends in a newline and is what is signed. */
export type Note = { text: string; signatures: readonly NoteSignature[] }

/** The specification asks for at least 16. */
const maxSignatures = 64
export const isKeyName = (name: string) => /^[^\p{White_Space}+\p{Cc}]+$/u.test(name)

export function toVerifierKey(name: string, publicKey: Uint8Array): VerifierKey {
  refuseUnless(isKeyName(name), 'the name of a key has a space or a plus')
  refuseUnless(publicKey.length === 32, 'an Ed25519 key has 32 bytes')
  const typed = joinBytes(Uint8Array.of(keyType), publicKey)
  const id = sha256(joinBytes(encodeText(`${name}\n`), typed)).slice(0, 4)
  return { name, id, publicKey: joinBytes(publicKey) }
}

export const formatVerifierKey = ({ name, id, publicKey }: VerifierKey) =>
  `${name}+${toHex(id)}+${toBase64(joinBytes(Uint8Array.of(keyType), publicKey))}`

/** Base64 may contain a plus, so only the first two divide. */
export function parseVerifierKey(text: string): VerifierKey {
  const [, name = '', id = '', encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? []
  const [type, ...rest] = fromBase64(encoded)
  refuseUnless(type === keyType, 'the key has another type')
  const key = toVerifierKey(name, Uint8Array.from(rest))
  refuseUnless(equalBytes(key.id, fromHex(id)), 'the id is not that of the key')
  return key
}

const formatSignature = ({ name, id, signature }: NoteSignature) =>
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

function parseSignature(line: string): NoteSignature {
  const [, name = '', encoded = ''] = /^— (\S+) (\S+)$/.exec(line) ?? []
  refuseUnless(isKeyName(name), 'a signature line has the wrong form')
  const bytes = fromBase64(encoded)
  refuseUnless(bytes.length > 4, 'a signature is too short')
  return { name, id: bytes.slice(0, 4), signature: bytes.slice(4) }
}

/** Refuses a note without a signature of the key, and one whose signature fails. Those of other keys are ignored. */
export async function verifyNote({ text, signatures }: Note, key: VerifierKey) {
  const own = signatures.filter(({ name, id }) => name === key.name && equalBytes(id, key.id))
  refuseUnless(own.length > 0, `${key.name} did not sign the note`)
  for (const { signature } of own)
    refuseUnless(
      await verifyEd25519(key.publicKey, encodeText(text), signature),
      `the signature of ${key.name} is wrong`,
    )
}

export async function verifyEd25519(publicKey: Bytes, message: Bytes, signature: Bytes) {
  if (signature.length !== 64) return false
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, signature, message)
}
