import { createPublicKey, sign } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'
import { encodeText } from '#shared/transparency/bytes.ts'
import { formatCheckpoint, type Checkpoint } from '#shared/transparency/checkpoint.ts'
import { emptyRoot } from '#shared/transparency/merkle.ts'
import {
  formatNote,
  formatVerifierKey,
  toVerifierKey,
  type VerifierKey,
} from '#shared/transparency/note.ts'
import type { Frontier } from '#shared/transparency/tree.ts'

import type { Queries, Transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { KeyRefused } from '../platform/keys/open-sealing.ts'
import {
  parseList,
  readOrCreateSecret,
  generateSigningKey,
  parseSigningKey,
} from '../platform/runtime/files.ts'
import type { Foundation } from '../providers/foundation.ts'

export type LogDeps = Pick<Foundation, 'database' | 'mode' | 'now'> & {
  /** The name that a new log gets. An existing one keeps its own. */
  newOrigin: string
}

export type SigningDeps = LogDeps & { toSigners: (origin: string) => LogSigner[] }

const stateSchema = z.object({
  origin: z.string(),
  size: z.int(),
  root: z.instanceof(Buffer),
  frontier: z.array(z.instanceof(Buffer)),
  publishedSize: z.int(),
  fullScanAt: z.nullable(z.date()),
})
export type LogState = z.output<typeof stateSchema>

const columns = sql`origin, size, root, frontier, published_size as "publishedSize", full_scan_at as "fullScanAt"`

/** Undefined until the first batch. */
export const findState = (queries: Queries, mode: PaymentMode): Promise<LogState | undefined> =>
  queries.row(stateSchema, sql`select ${columns} from log_state where log = ${mode}`)

/**
 * Locks the log until the transaction ends. Undefined while another process holds it, so that one leads and the others go on. A leader
 * that stands still loses its connection, and the lock with it.
 */
export async function lockState(
  queries: Transaction,
  mode: PaymentMode,
): Promise<LogState | undefined> {
  await queries.run(sql`
    select set_config('synchronous_commit', 'on', true), set_config('statement_timeout', '10s', true),
      set_config('idle_in_transaction_session_timeout', '10s', true)`)
  return queries.row(
    stateSchema,
    sql`select ${columns} from log_state where log = ${mode} for update skip locked`,
  )
}

/** Creates the log with a signed checkpoint of the empty tree, and stores the keys that sign from now on. */
export async function ensureState({ database, mode, now, newOrigin, toSigners }: SigningDeps) {
  const origin = (await findState(database, mode))?.origin ?? newOrigin
  const signers = toSigners(origin)
  const note = signCheckpoint({ origin, size: 0, root: emptyRoot }, signers)
  await database.transaction(async ({ run }) => {
    await run(sql`
      insert into log_state (log, origin, root) values (${mode}, ${origin}, ${Buffer.from(emptyRoot)})
      on conflict do nothing`)
    await run(sql`
      insert into log_checkpoint (log, size, note, signed_at) values (${mode}, 0, ${note}, ${now()}) on conflict do nothing`)
    for (const { key } of signers)
      await run(sql`
        insert into log_key (log, verifier_key, first_used_at) values (${mode}, ${formatVerifierKey(key)}, ${now()})
        on conflict do nothing`)
  })
}

export function signCheckpoint(checkpoint: Checkpoint, signers: readonly LogSigner[]): string {
  const text = formatCheckpoint(checkpoint)
  const signatures = signers.map(({ key, sign }) => ({
    name: key.name,
    id: key.id,
    signature: Uint8Array.from(sign(encodeText(text))),
  }))
  return formatNote({ text, signatures })
}

export const toFrontier = ({ size, frontier }: LogState): Frontier => ({ size, hashes: frontier })

/** All keys that have signed the log, newest first. */
export async function listKeys({
  database,
  mode,
}: Pick<LogDeps, 'database' | 'mode'>): Promise<string[]> {
  return database.values(
    z.string(),
    sql`select verifier_key from log_key where log = ${mode} order by first_used_at desc, verifier_key`,
  )
}

/** The keys of the log (C2SP tlog-policy). Readers keep their own copy and do not take it from here each time. */
export async function readPolicy(
  deps: Pick<LogDeps, 'database' | 'mode'>,
): Promise<string | undefined> {
  const keys = await listKeys(deps)
  return keys.length === 0
    ? undefined
    : [...keys.map((key) => `log ${key}`), 'quorum none', ''].join('\n')
}

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
  return { key: toVerifierKey(origin, spki.subarray(-32)), sign: (bytes) => sign(null, bytes, key) }
}
