import { setTimeout as delay } from 'node:timers/promises'
import { lagosDay } from '#shared/day.ts'
import { type TileName, hasTile } from '#shared/transparency/tiles.ts'
import type { Foundation } from '../providers/foundation.ts'
import type { Transaction, Queries } from '../platform/database/database.ts'
import { outsideTransaction } from '../platform/database/transaction-scope.ts'
import type { Task } from '../platform/queue/queue.ts'
import { joinNextCall } from '../platform/runtime/single-flight.ts'
import type { Log } from '../platform/runtime/log.ts'
import { addBatch } from './add-batch.ts'
import { checkLog } from './check-log.ts'
import {
  type LogSigner,
  ensureState,
  findState,
  listKeys,
  readPolicy,
  type LogDeps,
  type SigningDeps,
} from './log-state.ts'
import { findFork, publish, type Archive } from './publish.ts'
import { readPublished, readTile, readInclusionProof } from './read-log.ts'
import { checkpointMail, logStoppedMail } from './log-mails.ts'
import * as z from 'zod/mini'
import { formatProofFile } from '#shared/transparency/proof-file.ts'
import { sql } from '../platform/database/sql.ts'

export type TransparencyDeps = LogDeps &
  Pick<Foundation, 'outbox' | 'adminEmail'> & {
    /** Creates the key at the first use. */
    openSigners: () => Promise<(origin: string) => LogSigner[]>
    archive: Archive
    /** An address outside of Ajo, whose copies of checkpoints show a later change of the entries before them. */
    logMail?: string | undefined
    log: Pick<Log, 'info' | 'warn' | 'error'>
  }

export type Transparency = ReturnType<typeof openTransparency>

const pauseMs = 2_000

/** The transparency log: adds every entry of the ledger and publishes it. Crediting never waits for it. */
export function openTransparency(deps: TransparencyDeps) {
  const { database, mode } = deps
  /** Why this process signs nothing more. */
  let stopped: string | undefined
  let toSigners: SigningDeps['toSigners'] | undefined
  /** The keys of this process are stored. */
  let isEnsured = false

  const joinMerge = joinNextCall<void>()
  const ignore = () => {}

  /** Adds what is missing and publishes it. Answers why nothing is signed, if that is so. */
  async function advance(): Promise<string | undefined> {
    toSigners ??= await deps.openSigners()
    const signing = { ...deps, toSigners }
    // Each time, because a database goes back without a restart when a standby takes over.
    if (stopped === undefined) await stop(await findFork(signing, deps.archive))
    if (stopped !== undefined) return stopped
    if (!isEnsured || !(await findState(database, mode))) await ensureState(signing)
    isEnsured = true
    while ((await addBatch(signing)) === 'added');
    await publish(deps, deps.archive)
    return undefined
  }

  function report(error: unknown) {
    deps.log.warn({ err: error }, 'the transparency log did not advance')
  }

  async function stop(reason: string | undefined) {
    if (reason === undefined) return
    deps.log.error(
      { reason },
      'the transparency log signs nothing: its database went back or was changed',
    )
    const mail = logStoppedMail(deps.adminEmail, reason)
    const key = `log alarm ${mode} ${lagosDay(deps.now())}`
    await database.transaction((queries) => deps.outbox.enqueue(queries, mail, key))
    stopped = reason
  }

  return {
    advance,
    ...logReading(deps),
    /** At once, for callers that need what was just booked. A failure is only logged. */
    merge: () => joinMerge('merge', () => outsideTransaction(() => advance().then(ignore, report))),
    /** For receipts. The transaction pins the proof. */
    findProof: (queries: Transaction, donation: { campaignId: string; id: string }) =>
      findPinnedProof(deps, queries, donation),
    /** Advances every few seconds until it is disposed. */
    start: () => startTimer(() => advance().catch(report)),
    mailTask: checkpointTask(deps),
  }
}

/** What everybody may read, and the check of it. */
function logReading(deps: TransparencyDeps) {
  const { database, mode } = deps
  return {
    /** The newest checkpoint, as everybody may read it. */
    readPublished: () => readPublished(database, mode),
    /** Undefined for a tile that the published tree does not have. */
    async readTile(name: TileName) {
      const state = await findState(database, mode)
      return state && hasTile(state.publishedSize, name)
        ? readTile(database, mode, name)
        : undefined
    },
    listKeys: () => listKeys(deps),
    readPolicy: () => readPolicy(deps),
    /** Recomputes the log and compares it with the ledger and the archive. */
    checkLog: () => checkLog(deps),
  }
}

/** Mails the newest checkpoint to the address outside, once a day. */
const checkpointTask = ({ database, mode, now, outbox, logMail }: TransparencyDeps): Task => ({
  name: 'mail-checkpoint',
  lane: 'checks',
  cron: '0 5 * * *',
  run: async () => {
    const published = await readPublished(database, mode)
    if (!published || logMail === undefined) return
    const mail = checkpointMail(logMail, published)
    const key = `log checkpoint ${mode} ${lagosDay(now())}`
    await database.transaction((queries) => outbox.enqueue(queries, mail, key))
  },
})

function startTimer(advance: () => Promise<unknown>): AsyncDisposable {
  const stopping = new AbortController()
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      await advance()
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await ended
    },
  }
}

type Deps = Pick<LogDeps, 'mode'>
/** The key of a donation whose receipt has been issued. */
type Donation = { campaignId: string; id: string }

const leafSchema = z.object({
  index: z.int(),
  leaf: z.instanceof(Buffer),
  salt: z.instanceof(Buffer),
  subject: z.string(),
})

/**
 * The proof that the log contains the charge of a donation, as a file. It is pinned to the first published checkpoint with it, so that a
 * receipt keeps its bytes. Undefined while the entry is not merged, and once its opening was erased with the donor's data.
 */
async function findPinnedProof(
  deps: Deps,
  queries: Transaction,
  donation: Donation,
): Promise<string | undefined> {
  const { mode } = deps
  const found = await queries.row(
    leafSchema,
    sql`select leaf.leaf_index as index, leaf.leaf, opening.salt, opening.subject
        from ledger_entry charge
        join log_leaf leaf on leaf.campaign_id = charge.campaign_id and leaf.effect_key = charge.effect_key and leaf.log = ${mode}
        join log_opening opening on opening.log = leaf.log and opening.leaf_index = leaf.leaf_index
        where charge.campaign_id = ${donation.campaignId} and charge.donation_id = ${donation.id} and charge.kind = 'charge'`,
  )
  const pin =
    found &&
    ((await findPin(queries, donation)) ?? (await addPin(deps, queries, { donation, ...found })))
  if (!found || !pin) return undefined
  const { index, leaf, salt, subject } = found
  const hashes = await readInclusionProof(queries, mode, { index, size: pin.size })
  return formatProofFile({
    leaf,
    opening: { salt, subject },
    index,
    hashes,
    checkpoint: pin.checkpoint,
  })
}

const pinSchema = z.object({ size: z.int(), checkpoint: z.string() })

const findPin = (queries: Queries, { campaignId, id }: Donation) =>
  queries.row(
    pinSchema,
    sql`select size, checkpoint from receipt_proof where campaign_id = ${campaignId} and donation_id = ${id}`,
  )

/** The first published checkpoint that contains the leaf. */
async function addPin(
  { mode }: Deps,
  queries: Transaction,
  { donation, index }: { donation: Donation; index: number },
) {
  await queries.run(sql`
    insert into receipt_proof (campaign_id, donation_id, log, leaf_index, size, checkpoint)
    select ${donation.campaignId}, ${donation.id}, ${mode}, ${index}, size, note from log_checkpoint
    where log = ${mode} and size > ${index} and size <= (select published_size from log_state where log = ${mode})
    order by size limit 1
    on conflict do nothing`)
  return findPin(queries, donation)
}
