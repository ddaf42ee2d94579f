import { setTimeout as delay } from 'node:timers/promises'

import { lagosDay } from '#shared/day.ts'
import { type TileName, hasTile } from '#shared/transparency/tiles.ts'

import type { Foundation } from '../providers/foundation.ts'
import type { Transaction } from '../platform/database/database.ts'
import { outsideTransaction } from '../platform/database/transaction-scope.ts'
import { joinNextCall } from '../platform/runtime/single-flight.ts'
import type { Log } from '../platform/runtime/log.ts'
import { addBatch } from './add-batch.ts'
import type { Archive } from './archive.ts'
import { checkLog } from './check-log.ts'
import { collectCosignatures } from './cosign.ts'
import { sendOutside, type Outside } from './dispatch.ts'
import type { LogSigner } from './log-keys.ts'
import { ensureState, findState, type LogDeps, type SigningDeps } from './log-state.ts'
import { findPinnedProof } from './pinned-proof.ts'
import { listKeys, readPolicy } from './policy.ts'
import { publish } from './publish.ts'
import { readPublished, readTile } from './read-log.ts'
import { findFork } from './start-check.ts'
import type { Witness } from './witness-client.ts'
import { logStoppedMail } from './log-mails.ts'

export type TransparencyDeps = LogDeps &
  Pick<Foundation, 'outbox' | 'adminEmail'> & {
    /** Creates the key at the first use. */
    openSigners: () => Promise<(origin: string) => LogSigner[]>
    archive: Archive
    witnesses: readonly Witness[]
    outside: Outside
    log: Pick<Log, 'info' | 'warn' | 'error'>
  }

export type Transparency = ReturnType<typeof openTransparency>

const pauseMs = 2_000

/** The transparency log: adds every entry of the ledger, publishes it, and has it witnessed. Crediting never waits for it. */
export function openTransparency(deps: TransparencyDeps) {
  const { database, mode } = deps
  /** Why this process signs nothing more. */
  let stopped: string | undefined
  /** The log was compared with the witnesses, which happens before the first signature. */
  let isCompared = false
  let toSigners: SigningDeps['toSigners'] | undefined
  /** The keys of this process are stored. */
  let isEnsured = false

  const joinMerge = joinNextCall<void>()
  const ignore = () => {}

  /** Adds what is missing, publishes it and has it witnessed. Answers why nothing is signed, if that is so. */
  async function grow(): Promise<string | undefined> {
    toSigners ??= await deps.openSigners()
    const signing = { ...deps, toSigners }
    // Each time with the archive, because a database goes back without a restart when a standby takes over.
    if (stopped === undefined)
      await stop(await findFork(signing, deps.archive, isCompared ? [] : deps.witnesses))
    if (stopped !== undefined) return stopped
    isCompared = true
    if (!isEnsured || !(await findState(database, mode))) await ensureState(signing)
    isEnsured = true
    while ((await addBatch(signing)) === 'added');
    await publish(deps, deps.archive)
    await stop(await collectCosignatures(deps))
    return stopped
  }

  /** The same, and sends the newest checkpoint outside. */
  async function advance(): Promise<string | undefined> {
    const reason = await grow()
    if (reason === undefined) await sendOutside(deps)
    return reason
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
    /** At once, for callers that need what was just booked and nothing that is sent outside. A failure is only logged. */
    merge: () => joinMerge('merge', () => outsideTransaction(() => grow().then(ignore, report))),
    /** For receipts. The transaction pins the proof. */
    findProof: (queries: Transaction, donation: { campaignId: string; id: string }) =>
      findPinnedProof(deps, queries, donation),
    /** Advances every few seconds until it is disposed. */
    start: () => startTimer(() => advance().catch(report)),
  }
}

/** What everybody may read, and the check of it. */
function logReading(deps: TransparencyDeps) {
  const { database, mode } = deps
  return {
    /** The newest checkpoint with its cosignatures, as everybody may read it. */
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
