import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import * as z from 'zod/mini'

import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { KeyRefused } from '../../platform/keys/open-sealing.ts'
import {
  generateSigningKey,
  isSigningKeyId,
  parseSigningKey,
  parseList,
  readOrCreateSecret,
} from '../../platform/runtime/files.ts'

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

export type ReceiptKeyConfig = { receiptKeys: readonly string[]; dataDir: string }

/**
 * Opens the key that signs receipts, which is the first of the settings. The start is refused if the key of the latest receipts is not
 * among them: a lost key would otherwise be replaced unnoticed, and two processes could sign with different ones.
 */
export async function openReceiptSigning(
  config: ReceiptKeyConfig,
  database: Queries,
  now: () => Date,
): Promise<Signing> {
  const current = await findCurrentKeyId(database)
  const entries = getEntries(config, current)
  const signing = openSigning(entries[0] ?? '')
  refuseUnknown(entries, current)
  const { keyId, publicKey } = signing
  await database.run(sql`
    insert into receipt_key (key_id, public_key, first_used_at) values (${keyId}, ${publicKey}, ${now()})
    on conflict do nothing`)
  // Another process may have stored its key at the same time.
  refuseUnknown(entries, await findCurrentKeyId(database))
  return signing
}

/** Why the start would be refused, as one sentence with the remedy. Creates nothing. */
export async function findReceiptKeyFault(
  config: ReceiptKeyConfig,
  database: Queries,
): Promise<string | undefined> {
  const current = await findCurrentKeyId(database)
  if (current === undefined) return undefined
  try {
    refuseUnknown(getEntries(config, current), current)
    return undefined
  } catch (error) {
    if (error instanceof KeyRefused) return error.message
    throw error
  }
}

/** The id of the newest key that this database knows. */
export async function findCurrentKeyId(database: Queries): Promise<string | undefined> {
  return database.value(
    z.string(),
    sql`select key_id from receipt_key order by first_used_at desc, key_id limit 1`,
  )
}

function refuseUnknown(entries: readonly string[], current: string | undefined) {
  const ids = entries.map((entry) => (isSigningKeyId(entry) ? entry : openSigning(entry).keyId))
  if (current === undefined || ids.includes(current)) return
  throw new KeyRefused(
    `RECEIPT_KEY does not match this database, whose receipts are signed with the key ${current}. Restore that key, or replace it by adding its id: RECEIPT_KEY=<new key>,${current}.`,
  )
}

/** Keys of the settings, or of the file in DATA_DIR, which is created for a new database only. */
function getEntries({ receiptKeys, dataDir }: ReceiptKeyConfig, current: string | undefined) {
  if (receiptKeys.length > 0) return receiptKeys
  const file = join(dataDir, 'receipt-key')
  if (current !== undefined && !existsSync(file))
    throw new KeyRefused(
      `RECEIPT_KEY is missing: receipts of this database are signed with the key ${current}. Set RECEIPT_KEY, or restore ${file}.`,
    )
  return parseList(readOrCreateSecret(file, generateSigningKey))
}
