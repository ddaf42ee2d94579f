import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'

import { parseSigningKey } from '../../platform/runtime/signing-key.ts'

/** An Ed25519 key. `publicKey` is a DER SubjectPublicKeyInfo, and `keyId` is derived from it. */
export interface Signing {
  keyId: string
  publicKey: Buffer
  sign: (text: string) => Buffer
}

/** `privateKey` is PKCS #8 DER in base64. */
export function openSigning(privateKey: string): Signing {
  const key = parseSigningKey(privateKey)
  if (!key) throw new Error('the receipt key is not an Ed25519 private key')
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    keyId: toKeyId(publicKey),
    publicKey,
    sign: (text) => sign(null, Buffer.from(text), key),
  }
}

export function isSignedBy(publicKey: Buffer, text: string, signature: Buffer): boolean {
  return verify(null, Buffer.from(text), toKeyObject(publicKey), signature)
}

/** PEM for OpenSSL, and the coordinate `x` of a JSON Web Key. */
export function toPublicKeyFormats(publicKey: Buffer) {
  const key = toKeyObject(publicKey)
  return {
    pem: String(key.export({ format: 'pem', type: 'spki' })),
    x: key.export({ format: 'jwk' }).x,
  }
}

function toKeyObject(publicKey: Buffer): KeyObject {
  return createPublicKey({ key: publicKey, format: 'der', type: 'spki' })
}

function toKeyId(publicKey: Buffer): string {
  return createHash('sha256').update(publicKey).digest('hex').slice(0, 16)
}
