import { existsSync } from 'node:fs'
import { join } from 'node:path'

import * as z from 'zod/mini'

import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { KeyRefused } from '../../platform/keys/open-sealing.ts'
import { parseList, readOrCreateSecret } from '../../platform/runtime/secret-file.ts'
import { generateSigningKey, isSigningKeyId } from '../../platform/runtime/signing-key.ts'
import { openSigning, type Signing } from './signing.ts'

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
  const row = await database.row(
    z.object({ keyId: z.string() }),
    sql`select key_id as "keyId" from receipt_key order by first_used_at desc, key_id limit 1`,
  )
  return row?.keyId
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
