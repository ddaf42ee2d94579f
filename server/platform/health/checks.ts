import { randomUUID, randomBytes } from 'node:crypto'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import * as z from 'zod/mini'

import { openConflicts, countUnstaffed } from '../../staff/moderation/conflicts.ts'
import { findLogKeyFault } from '../../transparency/log-state.ts'
import type { Config } from '../config/config.ts'
import type { Database, Queries } from '../database/database.ts'
import { compareSchema } from '../database/migrate.ts'
import { examinePooler, findRoleFault } from '../database/pooler.ts'
import { connectClient, toConnection } from '../database/primary.ts'
import { sql } from '../database/sql.ts'
import { createProxyTest } from '../http/client-address.ts'
import { isSameKey } from '../http/request-checks.ts'
import { findCanary, findSecretFault } from '../keys/open-sealing.ts'
import { findSenderRefusal } from '../mail/sender-check.ts'
import { StartRefused } from '../runtime/errors.ts'
import { toDataDirFault } from '../runtime/files.ts'
import type { Log } from '../runtime/log.ts'
import type { Sealing } from '../runtime/sealing.ts'
import { findProxyReport } from './fault-reports.ts'
import { proofPath, toProof, withTimeout } from './health-routes.ts'
import { findReceiptKeyFault } from '../../money/receipts/signing.ts'

type CheckDeps = {
  config: Config
  database: Database
  /** Undefined where the secret does not open the database. */
  sealing: Sealing | undefined
  now: () => Date
}

/** What must hold for Ajo to work. The start, `npm run doctor` and, for what can change meanwhile, readiness ask the same. */
export function openChecks(deps: CheckDeps): Check[] {
  return [
    ...databaseChecks(deps),
    ...keyChecks(deps),
    ...machineChecks(deps.config),
    { name: 'privacy policy', find: async () => findMissing(deps.config) },
    ...networkChecks(deps),
    { name: 'reviewers', find: async () => findUnstaffed(deps) },
  ]
}

export async function refuseFaults(checks: readonly Check[]): Promise<void> {
  const fatal = checks.filter(({ isFatal }) => isFatal)
  const findings = await runChecks(fatal, startTimeoutMs)
  const faults = findings.flatMap(({ fault }) => fault ?? [])
  if (faults.length > 0) throw new StartRefused(faults.join('\n'))
}

/** Logs the faults with which the server works nevertheless. They do not delay the start. */
export async function logFaults(checks: readonly Check[], log: Log): Promise<void> {
  for (const { name, fault } of await runChecks(checks.filter(({ isFatal }) => !isFatal)))
    if (fault !== undefined) log.warn({ check: name, fault }, 'a check found a fault')
}

/** Something that must hold for Ajo to work. `find` returns what is wrong as one sentence with the remedy. */
type Check = {
  name: string
  find: () => Promise<string | undefined>
  /** The server does not start without it. Readiness asks those of them that can change while it runs. */
  isFatal?: boolean
}

export type Finding = { name: string; fault: string | undefined; isFatal: boolean }

/** A process that starts on a busy machine must not stay away because its checks took long. */
const startTimeoutMs = 120_000

/** Runs all checks. One that fails or does not end in time counts as a fault. */
export async function runChecks(checks: readonly Check[], timeoutMs = 15_000): Promise<Finding[]> {
  return Promise.all(
    checks.map(async ({ name, find, isFatal = false }) => ({
      name,
      fault: await withTimeout(find(), timeoutMs, `no result in ${timeoutMs / 1_000} s`).catch(
        (error: unknown) => `The check did not end: ${toText(error)}.`,
      ),
      isFatal,
    })),
  )
}

function toText(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}

const maxClockSeconds = 2

function databaseChecks({ config, database, now }: CheckDeps): Check[] {
  return [
    { name: 'database', isFatal: true, find: () => findReadOnly(database) },
    { name: 'schema', isFatal: true, find: () => findSchemaFault(database) },
    { name: 'role', isFatal: true, find: () => findRoleFault(database) },
    { name: 'engine', find: () => findEngineFault(config, database) },
    { name: 'pooler', isFatal: true, find: async () => findPooler(config) },
    { name: 'clock', find: () => findClockFault(database, now) },
  ]
}

async function findReadOnly(database: Database): Promise<string | undefined> {
  const isReadOnly = await database.value(
    z.boolean(),
    sql`select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean`,
  )
  return isReadOnly === false
    ? undefined
    : 'The database accepts no writes: name the host of its primary in DATABASE_URL.'
}

async function findSchemaFault({ pool }: Database): Promise<string | undefined> {
  const { missing, contracting } = await compareSchema(pool)
  if (contracting.length > 0)
    return `The database has the migration ${contracting.at(-1)}, which this version of Ajo does not know: start the newer version.`
  if (missing.length > 0)
    return `The database lacks the migration ${missing[0]}: start this version of Ajo once, which adds it.`
  return undefined
}

/** What engines that only resemble PostgreSQL leave out: docs/operations/engines.md. */
async function findEngineFault(config: Config, database: Database): Promise<string | undefined> {
  const row = await database.row(
    z.object({ version: z.int(), encoding: z.string(), hasTrigrams: z.boolean() }),
    sql`select current_setting('server_version_num')::integer as version, getdatabaseencoding() as encoding,
      exists (select from pg_extension where extname = 'pg_trgm') as "hasTrigrams"`,
  )
  if ((row?.version ?? 0) < 150_000) return 'The database is older than PostgreSQL 15: upgrade it.'
  if (row?.encoding !== 'UTF8')
    return `The database has the encoding ${row?.encoding}: create it anew with the encoding UTF8.`
  if (!row.hasTrigrams)
    return 'The database lacks the extension pg_trgm: let its administrator create it.'
  if (config.database.kind === 'embedded') return undefined
  const client = await connectClient(toConnection(config.database.directUrls), (opened) =>
    opened.on('error', () => {}),
  )
  const channel = `ajo_${randomUUID()}`
  try {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    client.on('notification', () => resolve(undefined))
    await client.query(`listen "${channel}"; notify "${channel}"`)
    return await withTimeout(promise, notificationMs, '').catch(
      () =>
        'The database passes on no notifications, so other processes learn of changes late: let DIRECT_DATABASE_URL lead to the database itself.',
    )
  } finally {
    await client.end()
  }
}

const notificationMs = 5_000

async function findPooler({ database }: Config): Promise<string | undefined> {
  if (database.kind === 'embedded') return undefined
  const { urls, directUrls } = database
  const { fault } = await examinePooler({
    connection: toConnection(urls),
    hasDirectConnection: directUrls !== urls,
  })
  return fault
}

/** Sessions, codes and deadlines are written with the clock of the server and compared with that of the database. */
async function findClockFault(database: Database, now: () => Date): Promise<string | undefined> {
  const before = now().getTime()
  const row = await database.row(z.object({ at: z.date() }), sql`select clock_timestamp() as at`)
  const at = row?.at.getTime() ?? 0
  const seconds = Math.max(before - at, at - now().getTime(), 0) / 1_000
  if (seconds <= maxClockSeconds) return undefined
  return `The clocks of the server and of the database differ by ${Math.round(seconds)} seconds: synchronise both, for example with chrony.`
}

function keyChecks({ config, database }: CheckDeps): Check[] {
  const mode = 'mode' in config.payments ? config.payments.mode : 'sandbox'
  return [
    {
      name: 'secret',
      isFatal: true,
      find: async () => findSecretFault(config, await findCanary(database)),
    },
    { name: 'receipt key', isFatal: true, find: () => findReceiptKeyFault(config, database) },
    { name: 'log key', isFatal: true, find: () => findLogKeyFault(config, database, mode) },
  ]
}

const minFreeBytes = 500_000_000

/** Nothing is stored in DATA_DIR where other services store everything. */
const usesDataDir = ({ database, images, secrets, receiptKeys }: Config) =>
  database.kind === 'embedded' ||
  images.kind === 'disk' ||
  secrets.length === 0 ||
  receiptKeys.length === 0

function machineChecks(config: Config): Check[] {
  if (!usesDataDir(config)) return []
  const { dataDir } = config
  return [
    { name: 'data folder', isFatal: true, find: () => findUnwritable(dataDir) },
    { name: 'disk space', find: () => findFullDisk(dataDir) },
  ]
}

async function findUnwritable(dataDir: string): Promise<string | undefined> {
  const file = join(dataDir, `.write-check-${randomUUID()}`)
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await writeFile(file, 'written by npm run doctor\n', { flush: true })
    return undefined
  } catch (error) {
    return toDataDirFault(error, dataDir) ?? Promise.reject(error)
  } finally {
    await rm(file, { force: true }).catch(() => {})
  }
}

async function findFullDisk(dataDir: string): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  if (free >= minFreeBytes) return undefined
  return `DATA_DIR ${dataDir} has ${Math.floor(free / 1_000_000)} MB left: free at least ${minFreeBytes / 1_000_000} MB.`
}

/** What the privacy policy must name. Live mode refuses to start without it; a demo shows a policy too. */
function findMissing({ controller, recipients, mode }: Config): string | undefined {
  if (mode === 'development') return undefined
  const isUnnamed = (role: string) =>
    recipients.some((recipient) => recipient.role === role && recipient.name === null)
  const missing = Object.entries({
    CONTROLLER_NAME: controller.name === null,
    DPO_EMAIL: controller.dpoEmail === null,
    NDPC_REGISTRATION: controller.registration === null,
    HOSTING_PROVIDER: isUnnamed('hosting'),
    MAIL_PROVIDER: isUnnamed('mail'),
    IMAGES_PROVIDER: isUnnamed('images'),
  }).flatMap(([name, isMissing]) => (isMissing ? name : []))
  if (missing.length === 0) return undefined
  return `The privacy policy is incomplete: set ${missing.join(', ')}.`
}

const requestTimeoutMs = 5_000
const dayMs = 24 * 3_600_000

function networkChecks({ config, database, sealing, now }: CheckDeps): Check[] {
  return [
    { name: 'mail server', find: () => findMailFault(config) },
    { name: 'public address', find: () => findAddressFault(config, sealing) },
    { name: 'proxy', find: () => findProxyFault(config, database, now) },
  ]
}

async function findMailFault({ mail, mailFrom }: Config): Promise<string | undefined> {
  if (mail.kind === 'dropped') return 'Mails are dropped: set SMTP_URL to send them.'
  if (mail.kind === 'nowhere') return 'Mails wait in the outbox: set SMTP_URL to send them.'
  if (mail.kind === 'mailbox') return undefined
  const words = await findSenderRefusal({ url: mail.url, from: mailFrom })
  return words === undefined
    ? undefined
    : `The mail server does not accept our sender (${words}): correct SMTP_URL or MAIL_FROM, or allow the sender there.`
}

/** Only a server with the same fingerprint key can answer. */
async function findAddressFault(
  { publicUrl }: Config,
  sealing: CheckDeps['sealing'],
): Promise<string | undefined> {
  if (!sealing) return undefined
  const nonce = randomBytes(16).toString('hex')
  const answer = await request(`${publicUrl}${proofPath}/${nonce}`)
  if (typeof answer !== 'string')
    return `PUBLIC_URL ${publicUrl} does not answer (${answer.error}): start the server, or correct PUBLIC_URL or the proxy.`
  if (isSameKey(answer, toProof(sealing, nonce))) return undefined
  return `PUBLIC_URL ${publicUrl} is answered by another server: correct PUBLIC_URL or the proxy.`
}

async function findProxyFault(
  { trustedProxies }: Config,
  database: Queries,
  now: () => Date,
): Promise<string | undefined> {
  const report = await findProxyReport(database)
  if (!report || now().getTime() - report.reportedAt.getTime() > dayMs) return undefined
  const { peerAddress, header } = report
  if (createProxyTest(trustedProxies)(peerAddress)) return undefined
  return `Requests with the header ${header} came from ${peerAddress}, which TRUSTED_PROXIES does not name: add it if that is your proxy, because its visitors share one rate limit.`
}

/** The body of a response with status 200, or why there is none. */
async function request(url: string): Promise<string | { error: string }> {
  try {
    const signal = AbortSignal.timeout(requestTimeoutMs)
    const response = await fetch(url, { signal, redirect: 'manual' })
    const body = await response.text()
    return response.status === 200 ? body : { error: `status ${response.status}` }
  } catch (error) {
    const { message, cause } = error as Error
    return { error: cause instanceof Error ? cause.message || message : message }
  }
}

async function findUnstaffed({ database, sealing }: CheckDeps): Promise<string | undefined> {
  if (!sealing) return undefined
  const count = await countUnstaffed(database, openConflicts({ sealing }))
  if (count === 0) return undefined
  const cases =
    count === 1 ? '1 reported or appealed campaign' : `${count} reported or appealed campaigns`
  return `Every reviewer and admin has a conflict of interest with ${cases}: give another person the role reviewer.`
}
