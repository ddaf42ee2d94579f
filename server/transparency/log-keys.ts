import { createPublicKey, sign } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'
import { formatVerifierKey, toVerifierKey, type VerifierKey } from '#shared/transparency/note.ts'

import type { Queries } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { KeyRefused } from '../platform/keys/open-sealing.ts'
import {
  parseList,
  readOrCreateSecret,
  generateSigningKey,
  parseSigningKey,
} from '../platform/runtime/files.ts'

export type LogKeyConfig = { logKeys: readonly string[]; dataDir: string }

/** A key of the log. All of them sign, so that readers can change from an old one to a new one. */
export type LogSigner = { key: VerifierKey; sign: (bytes: Uint8Array) => Buffer }

/** Opens the keys that sign checkpoints. A lost key is refused, because another one would be replaced unnoticed. */
export async function openLogSigners(
  config: LogKeyConfig,
  database: Queries,
  mode: PaymentMode,
): Promise<(origin: string) => LogSigner[]> {
  const known = await findKnownKey(database, mode)
  const entries = getEntries(config, mode, known !== undefined)
  refuseUnknown(entries, known)
  return (origin) => entries.map((entry) => toSigner(origin, entry))
}

/** Why the start would be refused, as one sentence with the remedy. Creates nothing. */
export async function findLogKeyFault(
  config: LogKeyConfig,
  database: Queries,
  mode: PaymentMode,
): Promise<string | undefined> {
  const known = await findKnownKey(database, mode)
  if (known === undefined) return undefined
  try {
    refuseUnknown(getEntries(config, mode, true), known)
    return undefined
  } catch (error) {
    if (error instanceof KeyRefused) return error.message
    throw error
  }
}

type KnownKey = { origin: string; verifierKey: string }

/** The newest key that has signed checkpoints of this log. */
function findKnownKey(database: Queries, mode: PaymentMode): Promise<KnownKey | undefined> {
  return database.row(
    z.object({ origin: z.string(), verifierKey: z.string() }),
    sql`select origin, verifier_key as "verifierKey" from log_key join log_state using (log)
        where log = ${mode} order by first_used_at desc, verifier_key limit 1`,
  )
}

function refuseUnknown(entries: readonly string[], known: KnownKey | undefined) {
  if (!known) return
  const keys = entries.map((entry) => formatVerifierKey(toSigner(known.origin, entry).key))
  if (!keys.includes(known.verifierKey))
    throw new KeyRefused(
      `LOG_KEY does not match this database, whose transparency log is signed with ${known.verifierKey}. All processes of one database need the same key. Restore it, or add it behind the new one: LOG_KEY=<new key>,<old key>.`,
    )
}

function getEntries({ logKeys, dataDir }: LogKeyConfig, mode: PaymentMode, isKnown: boolean) {
  if (logKeys.length > 0) return logKeys
  // Play money never shares a key with real money.
  const file = join(dataDir, `log-key-${mode}`)
  if (isKnown && !existsSync(file))
    throw new KeyRefused(
      `LOG_KEY is missing: the transparency log of this database has a key. Set LOG_KEY, or restore ${file}.`,
    )
  return parseList(readOrCreateSecret(file, generateSigningKey))
}

function toSigner(origin: string, privateKey: string): LogSigner {
  const key = parseSigningKey(privateKey)
  if (!key) throw new KeyRefused('LOG_KEY must be an Ed25519 private key (PKCS #8, base64).')
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    key: toVerifierKey(origin, spki.subarray(-32)),
    sign: (bytes) => sign(null, bytes, key),
  }
}
