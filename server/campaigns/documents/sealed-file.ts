import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/** A key for one file. It is sealed in the database, so that changing the sealing secret need not rewrite files. */
export const newFileKey = () => randomBytes(32)

/** AES-256-GCM. */
export function sealFile(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** Throws if the file was changed or belongs to another key. */
export function openFile(key: Uint8Array, sealed: Uint8Array): Uint8Array<ArrayBuffer> {
  const iv = sealed.subarray(0, ivBytes)
  const tag = sealed.subarray(ivBytes, ivBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
  decipher.setAuthTag(tag)
  const body = decipher.update(sealed.subarray(ivBytes + tagBytes))
  return new Uint8Array(Buffer.concat([body, decipher.final()]))
}
