import * as z from 'zod/mini'

import type { HoldReason } from '#shared/legal-hold.ts'
import { publicStatuses } from '#shared/campaign.ts'
import { lagosToday } from '#shared/day.ts'

import { deleteCampaignData, listEarlierImages } from './delete-campaign.ts'
import type { Database, Queries, Transaction } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { Refused } from '../../../platform/http/context.ts'
import { releaseImages } from '../../../platform/images/orphans.ts'
import type { Ledger } from '../../../money/ledger/ledger.ts'
import type { User } from '../../../platform/policy/actor.ts'
import type { ContentStore, StoredCampaign } from '../../../providers/content/content.ts'
import { copyImages, insertEvidence, type TakeEvidenceDeps } from '../evidence/take-evidence.ts'
import type { HoldSubject, LegalHold } from '../legal-hold/legal-hold.ts'
import { listOwnCampaigns } from '../legal-hold/own-campaigns.ts'
import { finishDeletion } from './finish-deletion.ts'
import { redactTitle } from './redact-title.ts'

export type Deletions = ReturnType<typeof openDeletions>

type DeletionsDeps = TakeEvidenceDeps & {
  database: Database
  content: ContentStore
  ledger: Pick<Ledger, 'hasDonations'>
  legalHold: LegalHold
}

const maxAttempts = 3

/** Deletes campaigns and the campaigns of an account, unless the legal hold prevents it. */
export function openDeletions(deps: DeletionsDeps) {
  return {
    /** For a campaign without donations (readings P4). */
    async deleteCampaign({ id }: StoredCampaign): Promise<void> {
      if (await deps.ledger.hasDonations(id)) throw new Refused('campaign-has-donations')
      await deleteAllOrNone(deps, {
        code: 'campaign-legal-hold',
        listCampaigns: async () => {
          const campaign = await deps.content.findCampaign(id)
          return campaign ? [campaign] : []
        },
      })
    },

    /** Deletes all campaigns of an account that is about to be erased: all or none. */
    async deleteOwnCampaigns({ uid, email, emailVerified }: User): Promise<void> {
      const key = deps.sealing.fingerprint('donor', email)
      await deleteAllOrNone(deps, {
        code: 'account-legal-hold',
        donor: { uid, ...(emailVerified && { key }) },
        listCampaigns: () => listOwnCampaigns(deps.content, uid),
        findMore: (campaigns) => findRunning(deps, campaigns),
      })
    },
  }
}

type Request = {
  code: 'campaign-legal-hold' | 'account-legal-hold'
  donor?: HoldSubject['donor']
  listCampaigns: () => Promise<StoredCampaign[]>
  /** Reasons that need the content store. */
  findMore?: (campaigns: StoredCampaign[]) => Promise<HoldReason[]>
}

/** Repeats from the start when a campaign was edited meanwhile, so that the evidence is what was deleted. */
async function deleteAllOrNone(deps: DeletionsDeps, request: Request): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const campaigns = await request.listCampaigns()
    const versions = await listVersions(deps.database, campaigns)
    const more = (await request.findMore?.(campaigns)) ?? []
    const subject = { campaignIds: campaigns.map(({ id }) => id), ...toDonor(request) }
    refuse(request, [...more, ...(await deps.legalHold.listHolds(deps.database, subject))])
    for (const campaign of campaigns) await copyImages(deps, campaign)
    const usedIds = await listUsedImages(deps, campaigns)
    const isMarked = await deps.database.transaction(async (queries) => {
      await lockDeletions(queries, subject.campaignIds)
      refuse(request, await deps.legalHold.listHolds(queries, subject))
      if ((await listVersions(queries, campaigns)) !== versions) return false
      for (const campaign of campaigns) await markDeleted(queries, deps, { campaign, usedIds })
      return true
    })
    if (!isMarked && attempt === maxAttempts) throw new Refused('campaign-changed')
    if (!isMarked) continue
    for (const { id } of campaigns) await finishDeletion(deps, id)
    return
  }
}

const toDonor = ({ donor }: Request) => (donor ? { donor } : {})

function refuse({ code }: Request, reasons: HoldReason[]): void {
  if (reasons.length > 0) throw new Refused(code, { reasons: [...new Set(reasons)] })
}

/** Reports, donations and freezes take the same lock, shared (migration 0028). In order, so that two deletions cannot block each other. */
async function lockDeletions(queries: Transaction, ids: readonly string[]): Promise<void> {
  for (const id of ids.toSorted())
    await queries.run(sql`select pg_advisory_xact_lock(hashtextextended(${`deletion ${id}`}, 0))`)
}

const versionRow = z.object({ version: z.string() })

/** Changes with every step, edit and pending change of the campaigns. */
async function listVersions(
  queries: Queries,
  campaigns: readonly StoredCampaign[],
): Promise<string> {
  const ids = campaigns.map(({ id }) => id).toSorted()
  const row = await queries.row(
    versionRow,
    sql`select concat_ws(' ', ${ids.join(' ')}::text,
        (select count(*) from campaign_history where campaign_id = any(${ids})),
        (select count(*) from campaign_edit where campaign_id = any(${ids})),
        (select count(*) from campaign_version where campaign_id = any(${ids})),
        (select max(at) from campaign_pending_change where campaign_id = any(${ids}))) as version`,
  )
  return row?.version ?? ''
}

async function markDeleted(
  queries: Transaction,
  deps: Pick<DeletionsDeps, 'sealing' | 'now'>,
  { campaign, usedIds }: { campaign: StoredCampaign; usedIds: ReadonlySet<string> },
): Promise<void> {
  const { id, title, category, startDate, endDate, status, owner, contact } = campaign
  await insertEvidence(queries, deps, campaign)
  const holders = await queries.rows(
    nameRow,
    sql`select name from bank_account_holder where sub_account_code = ${campaign.bankAccount.subAccountCode}`,
  )
  const names = [owner.firstname, owner.lastname, contact.name, ...holders.map(({ name }) => name)]
  const wasPublic = publicStatuses.includes(status)
  await queries.run(
    sql`insert into deleted_campaign (campaign_id, title, category, start_date, end_date, was_public, deleted_at)
      values (${id}, ${wasPublic ? redactTitle(title, names) : ''}, ${category}, ${startDate}, ${endDate}, ${wasPublic}, ${deps.now()})
      on conflict do nothing`,
  )
  const images = [...campaign.images, ...(await listEarlierImages(queries, id))]
  const released = images.filter((image) => !usedIds.has(image.id))
  await releaseImages(queries, { ownerUid: campaign.ownerUid, images: released })
  await deleteCampaignData(queries, campaign)
}

/** Images that other campaigns of the owner show or showed. The owner needs them to edit those. */
async function listUsedImages(
  { content, database }: Pick<DeletionsDeps, 'content' | 'database'>,
  deleted: readonly StoredCampaign[],
): Promise<Set<string>> {
  const [first] = deleted
  if (!first) return new Set()
  const own = await listOwnCampaigns(content, first.ownerUid)
  const others = own.filter(({ id }) => !deleted.some((campaign) => campaign.id === id))
  const earlier = await Promise.all(others.map(({ id }) => listEarlierImages(database, id)))
  return new Set([...others.flatMap(({ images }) => images), ...earlier.flat()].map(({ id }) => id))
}

const nameRow = z.object({ name: z.string() })

/** A running campaign with donations: its donors need an organiser whom they can reach. */
async function findRunning(
  { ledger, now }: DeletionsDeps,
  campaigns: readonly StoredCampaign[],
): Promise<HoldReason[]> {
  const today = lagosToday(now())
  for (const { id, status, endDate } of campaigns) {
    const isRunning = status === 'approved' && (endDate === null || endDate > today)
    if (isRunning && (await ledger.hasDonations(id))) return ['campaign-running']
  }
  return []
}
