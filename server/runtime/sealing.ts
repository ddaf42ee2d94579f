import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { readOrCreateSecret } from './secret-file.ts'

/**
 * Encrypts what the database must not store in plain text: donors' addresses, account numbers, raw webhooks. `purpose` is
 * authenticated, so that a value sealed for one column cannot be opened as another.
 */
export interface Sealing {
  seal: (purpose: string, content: string | Uint8Array) => Buffer
  /** Throws if the value was sealed for another purpose or with another secret, or was changed. */
  open: (purpose: string, sealed: Uint8Array) => string
  /** The same 32 bytes for the same text, to compare sealed values and count them. */
  fingerprint: (purpose: string, text: string) => Buffer
}

const version = 1
const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM and HMAC-SHA256 with two keys derived from the secret. */
export function sealingWith(secret: string): Sealing {
  const key = deriveKey(secret, 'ajo sealing v1')
  const fingerprintKey = deriveKey(secret, 'ajo fingerprint v1')

  return {
    seal(purpose, content) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(content), cipher.final()])
      return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), body])
    },
    open(purpose, sealed) {
      if (sealed[0] !== version) throw new Error('sealed by an unknown version')
      const iv = sealed.subarray(1, 1 + ivBytes)
      const tag = sealed.subarray(1 + ivBytes, 1 + ivBytes + tagBytes)
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag)
      const body = decipher.update(sealed.subarray(1 + ivBytes + tagBytes))
      return Buffer.concat([body, decipher.final()]).toString('utf8')
    },
    fingerprint: (purpose, text) =>
      createHmac('sha256', fingerprintKey).update(`${purpose}\0${text}`).digest(),
  }
}

/** With the secret of the settings, or one that is generated once and stored in DATA_DIR. */
export function openSealing({ secret, dataDir }: { secret: string | undefined; dataDir: string }) {
  const generate = () => randomBytes(32).toString('base64url')
  return sealingWith(secret ?? readOrCreateSecret(join(dataDir, 'secret'), generate))
}

function deriveKey(secret: string, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', info, 32))
}
