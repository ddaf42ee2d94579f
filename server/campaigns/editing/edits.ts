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
import { differences, isAgreed } from '../lifecycle/campaign-fields.ts'
import {
  agreedParts,
  changedBy,
  proposalOf,
  type Changes,
  type OpenChange,
} from '../lifecycle/pending-changes.ts'
import type { Course } from '../lifecycle/transitions.ts'
import type { EditHistory } from './edit-history.ts'
import { nextContent, valuesOf, type Next, type NextParts } from './edited-content.ts'
import type { Prints } from '../similarity/fingerprints.ts'
import { refuseMany } from '../submission/campaign-cap.ts'

export type Edits = ReturnType<typeof openEdits>

type Parts = NextParts & {
  content: ContentStore
  course: Course
  changes: Changes
  editHistory: EditHistory
  prints: Prints
}
type Saving = { campaign: StoredCampaign; owner: User; next: Next; open: OpenChange | undefined }

/** What owners do with the words, pictures and terms of a campaign, by where it stands. */
export function openEdits(parts: Parts) {
  const { database, course, changes } = parts
  return {
    /** The wizard's fields, with what was proposed in them. */
    async formOf(campaign: StoredCampaign) {
      const shown = shownOf(campaign, await changes.find(campaign.id))
      const { title, status, bankAccount } = shown
      return { title, status, accountNumberLast4: bankAccount.last4, values: valuesOf(shown) }
    },

    async save(campaign: StoredCampaign, owner: User, edit: CampaignEdit): Promise<void> {
      if (campaign.status === 'rejected') await refuseMany(parts.content, owner.uid)
      const open = await changes.find(campaign.id)
      const shown = shownOf(campaign, open)
      const next = await nextContent(parts, campaign, { edit, shown }).catch(unreachable)
      const save = campaign.status === 'approved' ? saveApproved : saveUnpublished
      await database.transaction((queries) => save(parts, queries, { campaign, owner, next, open }))
    },

    /** Tells the reviewer what they asked: of the campaign, or of its change. */
    async answer(campaign: StoredCampaign, owner: User, reason: string): Promise<void> {
      const said = { actorUid: owner.uid, reason }
      const change = await changes.find(campaign.id)
      await database.transaction((queries) =>
        change
          ? course.takeChange(queries, { campaign, change }, { event: 'change-answer', ...said })
          : course.take(queries, campaign, { event: 'answer', ...said }),
      )
    },
  }
}

function shownOf(campaign: StoredCampaign, open: OpenChange | undefined): StoredCampaign {
  return open ? { ...campaign, ...changedBy(open, campaign) } : campaign
}

/** What nobody has given for yet changes at once. What was rejected goes to the reviewers again. */
async function saveUnpublished(
  { course, content, prints }: Parts,
  queries: Queries,
  { campaign, owner, next }: Saving,
): Promise<void> {
  const isRejected = campaign.status === 'rejected'
  if (!isRejected && differences(campaign, next.content).length === 0) return
  const event = isRejected ? 'resubmit' : 'edit'
  await course.take(queries, campaign, { event, actorUid: owner.uid })
  const { accountNumberSealed } = next
  const change: CampaignChange = {
    ...next.content,
    ...(accountNumberSealed && { accountNumberSealed }),
  }
  await content.updateCampaign(campaign.id, change, queries)
  await prints.remember(queries, { ...campaign, ...change })
}

/** Words and pictures change at once and in public; what people gave for changes when a reviewer has agreed. */
async function saveApproved(parts: Parts, queries: Queries, saving: Saving): Promise<void> {
  const { campaign, next } = saving
  const all = differences(campaign, next.content)
  const free = all.filter((change) => !isAgreed(change))
  if (free.length > 0) {
    const kept = agreedParts(proposalOf(campaign), next.content)
    await parts.course.take(queries, campaign, { event: 'edit', actorUid: saving.owner.uid })
    const edited = { ...next.content, ...kept }
    await parts.content.updateCampaign(campaign.id, edited, queries)
    await parts.prints.remember(queries, { ...campaign, ...edited })
    await parts.editHistory.record(queries, campaign.id, { changes: free, at: parts.now() })
  }
  if (all.some(isAgreed)) await propose(parts, queries, saving)
  else if (saving.open) await withdraw(parts, queries, saving.open, saving)
}

async function propose(
  { course, now }: Parts,
  queries: Queries,
  { campaign, owner, next, open }: Saving,
): Promise<void> {
  const proposed = proposalOf(next.content)
  if (
    open &&
    differences(shownOf(campaign, open), next.content).every((change) => !isAgreed(change))
  )
    return
  const { accountNumberSealed } = next
  const change = { proposed, accountNumberSealed, at: now() }
  await course.propose(queries, campaign, { actorUid: owner.uid, change })
}

async function withdraw(
  { course }: Parts,
  queries: Queries,
  change: OpenChange,
  { campaign, owner }: Saving,
): Promise<void> {
  const doing = { event: 'change-withdraw', actorUid: owner.uid } as const
  await course.takeChange(queries, { campaign, change }, doing)
}

function unreachable(error: unknown): never {
  throw error instanceof PaymentsUnavailable ? new Refused('payment-unavailable') : error
}
