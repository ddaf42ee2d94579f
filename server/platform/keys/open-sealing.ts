import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import * as z from 'zod/mini'

import type { Queries } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import {
  deriveFingerprintKey,
  openKeyRing,
  readKeyId,
  withFingerprints,
  type KeyRing,
  type Sealing,
} from '../runtime/sealing.ts'
import { StartRefused } from '../runtime/errors.ts'
import { parseList, readOrCreateSecret } from '../runtime/files.ts'

/** A key is missing or belongs to another database. The message is for the person who starts the server. */
export class KeyRefused extends StartRefused {
  override name = 'KeyRefused'
}

export type SecretConfig = { secrets: readonly string[]; dataDir: string }

export const canaryPurpose = 'fingerprint key'

/**
 * Opens the sealing of this database. The first start seals the key of the fingerprints as a canary; a later start whose secrets do not open
 * it is refused, because it would fail at the first refund instead.
 */
export async function openSealing(config: SecretConfig, database: Queries): Promise<Sealing> {
  const stored = await findCanary(database)
  const secrets = getSecrets(config, stored)
  const keyRing = openKeyRing(secrets)
  const canary = stored ?? (await insertCanary(database, keyRing, secrets))
  return withFingerprints(keyRing, openCanary(keyRing, canary))
}

export const findCanary = (database: Queries): Promise<Buffer | undefined> =>
  database.value(z.instanceof(Buffer), sql`select key_sealed from sealing_canary`)

/** Of two processes that start at the same time, the second uses the canary of the first. */
async function insertCanary(database: Queries, keyRing: KeyRing, secrets: readonly string[]) {
  const key = deriveFingerprintKey(secrets[0] ?? '').toString('base64')
  const sealed = keyRing.seal(canaryPurpose, key)
  await database.run(
    sql`insert into sealing_canary (id, key_sealed) values (1, ${sealed}) on conflict do nothing`,
  )
  return (await findCanary(database)) ?? sealed
}

function openCanary(keyRing: KeyRing, canary: Buffer): Buffer {
  try {
    return Buffer.from(keyRing.open(canaryPurpose, canary), 'base64')
  } catch {
    throw new KeyRefused(
      `AJO_SECRET does not match this database, which is sealed with the key ${readKeyId(canary)}. Add the secret of that key; yours are ${keyRing.keyIds.join(', ')}.`,
    )
  }
}

/** Why these settings do not open the database, as one sentence with the remedy. Creates nothing. */
export function findSecretFault(
  config: SecretConfig,
  canary: Buffer | undefined,
): string | undefined {
  if (!canary) return undefined
  try {
    openCanary(openKeyRing(getSecrets(config, canary)), canary)
    return undefined
  } catch (error) {
    if (error instanceof KeyRefused) return error.message
    throw error
  }
}

/** Secrets of the settings, or of the file in DATA_DIR, which is created for a new database only. */
function getSecrets({ secrets, dataDir }: SecretConfig, canary: Buffer | undefined) {
  if (secrets.length > 0) return secrets
  const file = join(dataDir, 'secret')
  if (canary && !existsSync(file))
    throw new KeyRefused(
      `AJO_SECRET is missing: this database is sealed with the key ${readKeyId(canary)}. Set AJO_SECRET, or restore ${file}.`,
    )
  return parseList(readOrCreateSecret(file, () => randomBytes(32).toString('base64url')))
}
