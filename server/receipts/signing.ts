import {
  createHash,
  createPublicKey,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'

import { parseSigningKey } from '../runtime/signing-key.ts'

/** What receipts are signed with. `publicKey` is its SubjectPublicKeyInfo, and `keyId` follows from it. */
export interface Signing {
  keyId: string
  publicKey: Buffer
  sign: (text: string) => Buffer
}

export function openSigning(text: string): Signing {
  const key = parseSigningKey(text)
  if (!key) throw new Error('the key for receipts is none')
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    keyId: keyIdOf(publicKey),
    publicKey,
    sign: (signed) => sign(null, Buffer.from(signed), key),
  }
}

export function isSignedBy(publicKey: Buffer, text: string, signature: Buffer): boolean {
  return verify(null, Buffer.from(text), publicKeyOf(publicKey), signature)
}

/** What others read it from: PEM for openssl, and the parts of a JSON Web Key. */
export function toPublicKeyFormats(publicKey: Buffer) {
  const key = publicKeyOf(publicKey)
  return {
    pem: String(key.export({ format: 'pem', type: 'spki' })),
    x: key.export({ format: 'jwk' }).x,
  }
}

function publicKeyOf(publicKey: Buffer): KeyObject {
  return createPublicKey({ key: publicKey, format: 'der', type: 'spki' })
}

function keyIdOf(publicKey: Buffer): string {
  return createHash('sha256').update(publicKey).digest('hex').slice(0, 16)
}
