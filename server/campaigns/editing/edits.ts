import type { CampaignEdit } from '#shared/campaign-edit.ts'

import type { Queries } from '../../database/database.ts'
import { Refused } from '../../http/context.ts'
import type { User } from '../../policy/actor.ts'
import type {
  CampaignChange,
  ContentStore,
  StoredCampaign,
} from '../../providers/content/content.ts'
import { PaymentsUnavailable } from '../../providers/payments/payments.ts'
import { diffFields, needsReview } from '../lifecycle/campaign-fields.ts'
import type { Lifecycle } from '../lifecycle/lifecycle.ts'
import {
  toCampaignChange,
  toProposal,
  toReviewedFields,
  type PendingChange,
  type PendingChanges,
} from '../lifecycle/pending-changes.ts'
import type { Fingerprints } from '../similarity/fingerprints.ts'
import { checkPendingLimit } from '../submission/pending-limit.ts'
import type { EditHistory } from './edit-history.ts'
import {
  toEditedContent,
  toFormValues,
  type EditedContent,
  type EditedContentDeps,
} from './edited-content.ts'

export type Edits = ReturnType<typeof openEdits>

type EditsDeps = EditedContentDeps & {
  content: ContentStore
  lifecycle: Lifecycle
  changes: PendingChanges
  editHistory: EditHistory
  fingerprints: Fingerprints
}
type Save = {
  campaign: StoredCampaign
  owner: User
  edited: EditedContent
  change: PendingChange | undefined
}

/** Edits by owners and their answers to reviewers. */
export function openEdits(deps: EditsDeps) {
  const { database, lifecycle, changes } = deps
  return {
    /** The wizard's fields, with the values of a pending change. */
    async getForm(campaign: StoredCampaign) {
      const current = withChange(campaign, await changes.find(campaign.id))
      const { title, status, bankAccount } = current
      return { title, status, accountNumberLast4: bankAccount.last4, values: toFormValues(current) }
    },

    async save(campaign: StoredCampaign, owner: User, edit: CampaignEdit): Promise<void> {
      if (campaign.status === 'rejected') await checkPendingLimit(deps.content, owner.uid)
      const change = await changes.find(campaign.id)
      const current = withChange(campaign, change)
      const edited = await toEditedContent(deps, campaign, { edit, current }).catch(
        refuseIfUnavailable,
      )
      const save = campaign.status === 'approved' ? saveApproved : saveUnpublished
      await database.transaction((queries) =>
        save(deps, queries, { campaign, owner, edited, change }),
      )
    },

    /** Answers a reviewer's question about the pending change or, without one, about the campaign. */
    async answer(campaign: StoredCampaign, owner: User, reason: string): Promise<void> {
      const answer = { actorUid: owner.uid, reason }
      const change = await changes.find(campaign.id)
      await database.transaction((queries) =>
        change
          ? lifecycle.transitionChange(
              queries,
              { campaign, change },
              { event: 'change-answer', ...answer },
            )
          : lifecycle.transition(queries, campaign, { event: 'answer', ...answer }),
      )
    },
  }
}

function withChange(campaign: StoredCampaign, change: PendingChange | undefined): StoredCampaign {
  return change ? { ...campaign, ...toCampaignChange(change, campaign) } : campaign
}

/** Changes all fields at once. A rejected campaign is submitted again. */
async function saveUnpublished(
  { lifecycle, content, fingerprints }: EditsDeps,
  queries: Queries,
  { campaign, owner, edited }: Save,
): Promise<void> {
  const isRejected = campaign.status === 'rejected'
  if (!isRejected && diffFields(campaign, edited.content).length === 0) return
  const event = isRejected ? 'resubmit' : 'edit'
  await lifecycle.transition(queries, campaign, { event, actorUid: owner.uid })
  const { accountNumberSealed } = edited
  const update: CampaignChange = {
    ...edited.content,
    ...(accountNumberSealed && { accountNumberSealed }),
  }
  await content.updateCampaign(campaign.id, update, queries)
  await fingerprints.save(queries, { ...campaign, ...update })
}

/** Changes unreviewed fields at once and records them publicly. Reviewed fields become a pending change. */
async function saveApproved(deps: EditsDeps, queries: Queries, save: Save): Promise<void> {
  const { campaign, edited, owner } = save
  const all = diffFields(campaign, edited.content)
  const unreviewed = all.filter((change) => !needsReview(change))
  if (unreviewed.length > 0) {
    const update = {
      ...edited.content,
      ...toReviewedFields(toProposal(campaign), edited.content),
    }
    await deps.lifecycle.transition(queries, campaign, { event: 'edit', actorUid: owner.uid })
    await deps.content.updateCampaign(campaign.id, update, queries)
    await deps.fingerprints.save(queries, { ...campaign, ...update })
    await deps.editHistory.record(queries, campaign.id, { changes: unreviewed, at: deps.now() })
  }
  if (all.some(needsReview)) await propose(deps, queries, save)
  else if (save.change) await withdraw(deps, queries, save.change, save)
}

async function propose(
  { lifecycle, now }: EditsDeps,
  queries: Queries,
  { campaign, owner, edited, change }: Save,
): Promise<void> {
  const isSameProposal =
    change && !diffFields(withChange(campaign, change), edited.content).some(needsReview)
  if (isSameProposal) return
  const { content, accountNumberSealed } = edited
  const proposal = { proposed: toProposal(content), accountNumberSealed, at: now() }
  await lifecycle.proposeChange(queries, campaign, { actorUid: owner.uid, change: proposal })
}

async function withdraw(
  { lifecycle }: EditsDeps,
  queries: Queries,
  change: PendingChange,
  { campaign, owner }: Save,
): Promise<void> {
  const request = { event: 'change-withdraw', actorUid: owner.uid } as const
  await lifecycle.transitionChange(queries, { campaign, change }, request)
}

function refuseIfUnavailable(error: unknown): never {
  throw error instanceof PaymentsUnavailable ? new Refused('payment-unavailable') : error
}
