import type { Database } from '../platform/database/database.ts'
import type { Ledger } from '../money/ledger/ledger.ts'
import type { ImageStorage } from '../platform/images/image-storage.ts'
import { openDeletions, finishDeletionsTask } from '../people/privacy/deletions.ts'
import { openTombstones } from '../people/privacy/tombstones.ts'
import { openEvidence } from '../people/privacy/evidence/evidence.ts'
import { openLegalHold } from '../people/privacy/legal-hold.ts'
import type { Payments } from '../providers/payments/payments.ts'
import type { Sealing } from '../platform/runtime/sealing.ts'
import type { Stores } from './content-adapters.ts'

type DeletionDeps = {
  database: Database
  payments: Pick<Payments, 'mode'>
  ledger: Pick<Ledger, 'hasDonations'>
  documentStorage: Pick<ImageStorage, 'read'>
  sealing: Sealing
  now: () => Date
}

/** Wires the legal hold, deletions, what stays public of deleted campaigns, and their evidence. */
export function openDeletion(stores: Pick<Stores, 'content' | 'imageStorage'>, deps: DeletionDeps) {
  const withMode = { ...deps, ...stores, mode: deps.payments.mode }
  const legalHold = openLegalHold(withMode)
  return {
    deletionTasks: [finishDeletionsTask(withMode)],
    legalHold,
    deletions: openDeletions({ ...withMode, legalHold }),
    evidence: openEvidence(deps),
    tombstones: openTombstones(withMode),
  }
}
