import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'

/** What receipts are signed with. `publicKey` is its SubjectPublicKeyInfo, and `keyId` follows from it. */
export interface Signing {
  keyId: string
  publicKey: Buffer
  sign: (text: string) => Buffer
}

/** A private key as the settings hold it: PKCS #8 in base64. Undefined if it is none, or none for Ed25519. */
export function readSigningKey(text: string): KeyObject | undefined {
  try {
    const der = Buffer.from(text, 'base64')
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

export function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
}

export function signingWith(text: string): Signing {
  const key = readSigningKey(text)
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
export function publicForms(publicKey: Buffer) {
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
