import type { CampaignStatus } from '#shared/campaign.ts'
import type { CampaignEvent } from '#shared/campaign-history.ts'

import type { Transaction } from '../../platform/database/database.ts'
import type { CampaignChange, StoredCampaign } from '../../providers/content/content.ts'
import { saveNames } from '../similarity/comparisons.ts'
import type { Fingerprints } from '../similarity/fingerprints.ts'
import { diffFields } from './campaign-fields.ts'
import type { EditHistory } from './edit-history.ts'
import { isPublished } from './version-content.ts'
import type { Versions } from './versions.ts'

export type PublicationDeps = {
  versions: Pick<Versions, 'record'>
  editHistory: Pick<EditHistory, 'record'>
  fingerprints: Pick<Fingerprints, 'save'>
  now: () => Date
}

type Change = {
  before: StoredCampaign
  to: CampaignStatus
  event: CampaignEvent
  actorUid: string
  fields?: CampaignChange
}

/** Writes what belongs to a change of a campaign's content: fingerprints, its version and the public edit history. */
export async function recordPublication(
  { versions, editHistory, fingerprints, now }: PublicationDeps,
  queries: Transaction,
  { before, to: status, event, actorUid, fields }: Change,
): Promise<StoredCampaign> {
  const { accountNumberSealed: _accountNumberSealed, ...change } = fields ?? {}
  const after = { ...before, ...change, status }
  if (fields) {
    await fingerprints.save(queries, after)
    await saveNames(queries, after)
  }
  const changesPublicContent = isPublished(after) && (fields || !isPublished(before))
  if (!changesPublicContent) return after
  const at = now()
  const version = await versions.record(queries, { before, after, event, actorUid, at })
  const changes = isPublished(before) ? diffFields(before, after) : []
  if (changes.length > 0) await editHistory.record(queries, after.id, { changes, version, at })
  return after
}
