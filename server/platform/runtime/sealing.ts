import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts what the database must not store in plain text: donors' addresses, account numbers, raw webhooks. `purpose` is
 * authenticated, so that a value sealed for one column cannot be opened as another.
 */
export type Sealing = ReturnType<typeof withFingerprints>

/** Keys derived from the secrets of the settings. The newest seals, each opens what it has sealed. */
export type KeyRing = ReturnType<typeof openKeyRing>

const version = 2
const idBytes = 4
const ivBytes = 12
const tagBytes = 16
/** Version and key id, which every sealed value begins with. */
export const prefixBytes = 1 + idBytes
/** An empty text has so many bytes when it is sealed, and every other has more. */
export const emptySealedBytes = prefixBytes + ivBytes + tagBytes

/** AES-256-GCM with a key for each secret. The newest secret comes first. */
export function openKeyRing(secrets: readonly string[]) {
  const keys = new Map(secrets.map((secret) => [toKeyId(secret), deriveKey(secret, 'seal')]))
  const [newest] = keys
  if (!newest) throw new Error('no sealing secret')
  const [newestId, newestKey] = newest
  const newestPrefix = Buffer.concat([Buffer.of(version), Buffer.from(newestId, 'hex')])

  /** Throws if the value was sealed for another purpose or with another secret, or was changed. */
  const openBytes = (purpose: string, sealed: Uint8Array): Buffer => {
    const [prefix, iv, tag, body] = split(sealed, [prefixBytes, ivBytes, tagBytes])
    if (prefix?.[0] !== version) throw new Error('sealed by an unknown version')
    const key = keys.get(readKeyId(sealed))
    if (!key || !iv || !tag || !body) throw new Error('sealed with an unknown key')
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
    decipher.setAAD(toAad(prefix, purpose)).setAuthTag(tag)
    return Buffer.concat([decipher.update(body), decipher.final()])
  }

  return {
    /** Version and key id, with which every value begins that the newest key sealed. */
    newestPrefix,
    /** Ids of the keys in hexadecimal digits, newest first. */
    keyIds: [...keys.keys()] as readonly string[],
    seal(purpose: string, content: string | Uint8Array): Buffer {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', newestKey, iv).setAAD(
        toAad(newestPrefix, purpose),
      )
      const body = Buffer.concat([cipher.update(content), cipher.final()])
      return Buffer.concat([newestPrefix, iv, cipher.getAuthTag(), body])
    },
    open: (purpose: string, sealed: Uint8Array) => openBytes(purpose, sealed).toString('utf8'),
    openBytes,
  }
}

export function readKeyId(sealed: Uint8Array): string {
  return Buffer.from(sealed.subarray(1, prefixBytes)).toString('hex')
}

export const deriveFingerprintKey = (secret: string) => deriveKey(secret, 'fingerprint')

export function withFingerprints(keyRing: KeyRing, fingerprintKey: Buffer) {
  return {
    ...keyRing,
    /** The same 32 bytes for the same text, to compare sealed values and count them. Independent of the key that seals. */
    fingerprint: (purpose: string, text: string): Buffer =>
      createHmac('sha256', fingerprintKey).update(`${purpose}\0${text}`).digest(),
  }
}

/** For a database that is still without sealed values. */
export function sealingWith(secret: string): Sealing {
  return withFingerprints(openKeyRing([secret]), deriveFingerprintKey(secret))
}

function toAad(prefix: Uint8Array, purpose: string): Buffer {
  return Buffer.concat([prefix, Buffer.from(purpose)])
}

function split(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  let start = 0
  const pieces = lengths.map((length) => bytes.subarray(start, (start += length)))
  return [...pieces, bytes.subarray(start)]
}

const toKeyId = (secret: string) => deriveKey(secret, 'key id').subarray(0, idBytes).toString('hex')

function deriveKey(secret: string, use: 'seal' | 'fingerprint' | 'key id'): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `ajo ${use} v2`, 32))
}
