import * as z from 'zod/mini'

import { publicStatuses } from '#shared/campaign.ts'
import { categories } from '#shared/category.ts'
import { lagosDay } from '#shared/day.ts'
import type { DeletedCampaign } from '#shared/deleted-campaign.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import type { HoldReason } from '#shared/legal-hold.ts'

import { markDeleted as markDocumentsDeleted } from '../../campaigns/documents/document-rows.ts'
import { deleteComparisons, deleteFingerprints } from '../../campaigns/similarity/comparisons.ts'
import type { Ledger } from '../../money/ledger/ledger.ts'
import type { Queries, Transaction, Database } from '../../platform/database/database.ts'
import { sql, identifier } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import { releaseImages, enqueueOrphans } from '../../platform/images/orphans.ts'
import type { User } from '../../platform/policy/actor.ts'
import type { Task } from '../../platform/queue/queue.ts'
import {
  type ContentStore,
  type StoredCampaign,
  isCampaignId,
} from '../../providers/content/content.ts'
import { toSearchText, toWords } from '../../providers/content/search-text.ts'
import {
  retireSlugs,
  type SlugDigests,
  findRetiredSlug,
  isSlug,
} from '../../providers/content/slug.ts'
import type { Foundation } from '../../providers/foundation.ts'
import { copyImages, insertEvidence, type TakeEvidenceDeps } from './evidence/evidence.ts'
import { tablesOfCampaign } from './inventory/inventory.ts'
import { listOwnCampaigns, type HoldSubject, type LegalHold } from './legal-hold.ts'

export type Deletions = ReturnType<typeof openDeletions>

type DeletionsDeps = TakeEvidenceDeps &
  Pick<Foundation, 'database' | 'content'> & {
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
        /** A running campaign with donations: its donors need an organiser whom they can reach. */
        async findMore(campaigns) {
          const today = lagosDay(deps.now())
          for (const { id, status, endDate } of campaigns) {
            const isRunning = status === 'approved' && (endDate === null || endDate > today)
            if (isRunning && (await deps.ledger.hasDonations(id))) return ['campaign-running']
          }
          return []
        },
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

/** Reports, donations and freezes take the same lock, shared (`refuse_deleted_campaign`). In order, so that two deletions cannot block each other. */
async function lockDeletions(queries: Transaction, ids: readonly string[]): Promise<void> {
  for (const id of ids.toSorted())
    await queries.run(sql`select pg_advisory_xact_lock(hashtextextended(${`deletion ${id}`}, 0))`)
}

/** Changes with every step, edit and pending change of the campaigns. */
async function listVersions(
  queries: Queries,
  campaigns: readonly StoredCampaign[],
): Promise<string> {
  const ids = campaigns.map(({ id }) => id).toSorted()
  const row = await queries.value(
    z.string(),
    sql`select concat_ws(' ', ${ids.join(' ')}::text,
        (select count(*) from campaign_history where campaign_id = any(${ids})),
        (select count(*) from campaign_edit where campaign_id = any(${ids})),
        (select count(*) from campaign_version where campaign_id = any(${ids})),
        (select max(at) from campaign_pending_change where campaign_id = any(${ids}))) as version`,
  )
  return row ?? ''
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

const imageRow = z.object({ id: z.string() })

/** Pictures of the campaign's earlier versions and of its waiting change. */
function listEarlierImages(queries: Queries, campaignId: string) {
  return queries.rows(
    imageRow,
    sql`select distinct image->>'id' as id from (
        select content->'images' as images from campaign_version where campaign_id = ${campaignId}
        union all
        select coalesce(proposed->'images', '[]') from campaign_pending_change where campaign_id = ${campaignId}
        union all
        select images || jsonb_path_query_array(earlier, '$[*].images[*]') from campaign_update where campaign_id = ${campaignId}
      ) used, jsonb_array_elements(used.images) as image`,
  )
}

/** Deletes what our own tables hold about a deleted campaign, in both content modes. */
async function deleteCampaignData(
  queries: Transaction,
  { id, bankAccount }: Pick<StoredCampaign, 'id' | 'bankAccount'>,
): Promise<void> {
  await deleteFingerprints(queries, id)
  await deleteComparisons(queries, { id, bankAccount })
  // Evidence keeps the documents for its term.
  await markDocumentsDeleted(
    queries,
    sql`campaign_id = ${id} and not exists (select from evidence where evidence.campaign_id = ${id})`,
    new Date(),
  )
  await queries.run(sql`
    delete from bank_account_holder where sub_account_code = ${bankAccount.subAccountCode}
      or sub_account_code in (select sub_account_code from donation where campaign_id = ${id})
      or sub_account_code in (
        select proposed->'bankAccount'->>'subAccountCode' from campaign_pending_change where campaign_id = ${id})`)
  for (const table of tablesOfCampaign)
    await queries.run(sql`delete from ${identifier(table)} where campaign_id = ${id}`)
}

type FinishDeps = Pick<Foundation, 'database' | 'now'> & {
  content: Pick<ContentStore, 'deleteCampaign'>
  sealing: SlugDigests
}

const idRow = z.object({ id: z.string() })
const batchSize = 100

/**
 * Clears a campaign that is marked as deleted: the content store, and what other tables copied from it. Donors keep the title on their
 * receipts. Every step can be repeated after an interruption.
 */
async function finishDeletion(
  { database, content, sealing, now }: FinishDeps,
  id: string,
): Promise<void> {
  await content.deleteCampaign(id)
  await database.transaction(async (queries) => {
    const { run } = queries
    await retireSlugs(queries, sealing, id)
    // The id leads to what remains public. The address may contain a name.
    await run(sql`update donation set campaign_slug = ${id} where campaign_id = ${id}`)
    await run(
      sql`update campaign_report set details = '' where campaign_id = ${id} and details <> ''`,
    )
    await run(sql`update moderation_case set title = '' where campaign_id = ${id}`)
    await run(sql`
      update moderation_decision set reason = '', public_reason = case when public_reason is not null then '' end
      where campaign_id = ${id}`)
    await run(sql`update moderation_appeal set text = '', reason = '' where campaign_id = ${id}`)
    await run(sql`select empty_history_reasons(${id})`)
    await enqueueOrphans(queries)
    await run(sql`update deleted_campaign set finished_at = ${now()} where campaign_id = ${id}`)
  })
}

/** Finishes deletions that were interrupted, for example because the hosted content store did not answer. */
async function finishDeletions(deps: FinishDeps): Promise<number> {
  const unfinished = await deps.database.rows(
    idRow,
    sql`select campaign_id as id from deleted_campaign where finished_at is null
      order by deleted_at limit ${batchSize}`,
  )
  const failures: unknown[] = []
  for (const { id } of unfinished)
    await finishDeletion(deps, id).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'deletions could not be finished')
  return unfinished.length
}

export function finishDeletionsTask(deps: FinishDeps): Task {
  return {
    name: 'finish-deletions',
    lane: 'maintenance',
    cron: '*/10 * * * *',
    run: async () => void (await finishDeletions(deps)),
  }
}

const word = /[\p{L}\p{M}\p{N}]+/gu

/** The title with '…' for every word of a name, compared without accents, hooks and capitals. */
export function redactTitle(title: string, names: readonly string[]): string {
  const hidden = new Set(names.flatMap(toWords))
  const shown = title
    .normalize('NFC')
    .replaceAll(word, (found) => (hidden.has(toSearchText(found)) ? '…' : found))
  return shown.replaceAll(/…(?:[\s,.&-]+…)+/g, '…')
}

export type Tombstones = ReturnType<typeof openTombstones>

type TombstonesDeps = { database: Database; sealing: SlugDigests; mode: string }

const tombstoneRow = z.object({
  id: z.string(),
  title: z.string(),
  category: z.enum(categories),
  startDate: z.nullable(z.string()),
  endDate: z.nullable(z.string()),
  deletedAt: z.date(),
  donated: koboSchema,
  refunded: koboSchema,
  raised: koboSchema,
  donors: z.int(),
})

/** What stays public of a deleted campaign that received money: its sums and its ledger, without people and pictures. */
export function openTombstones({ database, sealing, mode }: TombstonesDeps) {
  return {
    /** By a former address, or by the id, which receipts link to after the deletion. */
    findBySlug: async (slug: string): Promise<(DeletedCampaign & { id: string }) | undefined> => {
      if (!isSlug(slug)) return undefined
      const id = isCampaignId(slug)
        ? slug.toLowerCase()
        : await findRetiredSlug(database, sealing, slug)
      if (id === undefined) return undefined
      const row = await database.row(
        tombstoneRow,
        sql`select campaign_id as id, title, category, start_date as "startDate", end_date as "endDate",
            deleted_at as "deletedAt", coalesce(sum(gross_kobo), 0)::bigint as donated,
            coalesce(sum(reversed_kobo), 0)::bigint as refunded, coalesce(sum(raised_kobo), 0)::bigint as raised,
            coalesce(sum(donor_count), 0)::integer as donors
          from deleted_campaign join campaign_total using (campaign_id)
          where campaign_id = ${id} and mode = ${mode} and was_public
          group by campaign_id`,
      )
      if (!row) return undefined
      const { deletedAt, ...tombstone } = row
      return { ...tombstone, slug, deletedOn: lagosDay(deletedAt) }
    },
  }
}
