import type { CampaignEvent, CampaignHistoryResponse } from '#shared/campaign-history.ts'
import type { CampaignVersion, CampaignVersions, VersionContent } from '#shared/campaign-version.ts'

import type { User } from '../../platform/policy/actor.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import { findNames } from '../../providers/content/find-names.ts'
import type { CampaignHistory, TransitionRecord } from '../lifecycle/campaign-history.ts'
import { toCampaignChange, type PendingChanges } from '../lifecycle/pending-changes.ts'
import { getTransitionActor } from '../lifecycle/transition-rules.ts'
import { diffFields } from '../versions/campaign-fields.ts'
import type { Versions } from '../versions/versions.ts'

export type HistoryResponses = ReturnType<typeof openHistoryResponses>

type HistoryResponsesDeps = {
  content: Pick<ContentStore, 'findUserByUid'>
  history: CampaignHistory
  changes: PendingChanges
}

/** A reviewer explains an approval to other reviewers only. */
const isForReviewers = (event: CampaignEvent) => /^(change-)?(approve|endorse)$/.test(event)

/** A campaign's history as its owner and reviewers may read it. */
export function openHistoryResponses({ content, history, changes }: HistoryResponsesDeps) {
  return {
    toTransitions,

    async toHistory(campaign: StoredCampaign, reader: User): Promise<CampaignHistoryResponse> {
      const [records, change] = await Promise.all([
        history.list(campaign.id),
        changes.find(campaign.id),
      ])
      return {
        transitions: await toTransitions(campaign, records, reader),
        change: change
          ? {
              status: change.status,
              fields: diffFields(campaign, {
                ...campaign,
                ...toCampaignChange(change),
              }).map(({ field }) => field),
              at: change.at.toISOString(),
            }
          : null,
      }
    },
  }

  async function toTransitions(
    { ownerUid }: StoredCampaign,
    records: readonly TransitionRecord[],
    reader: User,
  ): Promise<CampaignHistoryResponse['transitions']> {
    // Owners must not learn which reviewer decided.
    const isOwner = reader.uid === ownerUid
    const uids = isOwner ? [] : records.map(({ actorUid }) => actorUid)
    const names = await findNames(content, uids)
    return records.map(({ event, actorUid, reason, at }) => ({
      event,
      actor: getTransitionActor(event),
      name: names.get(actorUid) ?? null,
      reason: isOwner && isForReviewers(event) ? null : reason,
      at: at.toISOString(),
    }))
  }
}

export function openVersionResponses(versions: Pick<Versions, 'listPublic'>) {
  return {
    async toList({ id }: StoredCampaign): Promise<CampaignVersions> {
      const rows = await versions.listPublic(id)
      return rows.map(({ number, kind, at }) => ({ number, kind, at: at.toISOString() }))
    },

    async find(campaign: StoredCampaign, number: number): Promise<CampaignVersion | undefined> {
      const rows = await versions.listPublic(campaign.id)
      const index = rows.findIndex((row) => row.number === number)
      const row = rows[index]
      if (!row) return undefined
      const earlier = rows[index + 1]
      return {
        number,
        kind: row.kind,
        at: row.at.toISOString(),
        content: withConsent(campaign, row.content),
        before: earlier ? withConsent(campaign, earlier.content) : null,
        earlier: earlier?.number ?? null,
        later: rows[index - 1]?.number ?? null,
      }
    },
  }
}

/** An owner who no longer publishes the contact takes it back from earlier versions, too. */
function withConsent({ contact }: StoredCampaign, content: VersionContent): VersionContent {
  return contact.isPublic ? content : { ...content, beneficiary: null }
}
