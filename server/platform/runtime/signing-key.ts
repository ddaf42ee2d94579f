import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

/** Parses an Ed25519 private key (PKCS #8, base64). Undefined for anything else. */
export function parseSigningKey(text: string): KeyObject | undefined {
  try {
    const der = Buffer.from(text, 'base64')
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

export function generateSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
}

/** The id of a key, which RECEIPT_KEY may name instead of an earlier key. */
export function isSigningKeyId(text: string): boolean {
  return /^[0-9a-f]{16}$/.test(text)
}
