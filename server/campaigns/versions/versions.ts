import { isDeepStrictEqual } from 'node:util'
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'

import {
  type CampaignEvent,
  fieldChangesSchema,
  type CampaignEdits,
} from '#shared/campaign-history.ts'
import {
  type VersionKind,
  versionContentSchema,
  versionKinds,
  toStory,
  type VersionContent,
} from '#shared/campaign-version.ts'
import type { CampaignStatus } from '#shared/campaign.ts'

import type { Database, Queries, Transaction } from '../../platform/database/database.ts'
import { literal, sql } from '../../platform/database/sql.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { StoredCampaign, CampaignChange } from '../../providers/content/content.ts'
import { type CampaignContent, type FieldChange, diffFields } from './campaign-fields.ts'
import { scoreEdit, waitsFrom } from './edit-score.ts'
import { saveNames, type Fingerprints } from '../similarity/comparisons.ts'

export type Versions = ReturnType<typeof openVersions>

type VersionsDeps = { database: Database; sealing: Pick<Sealing, 'fingerprint'> }

const openRow = z.object({ campaignId: z.string(), at: z.date() })
const maxPublic = 100

/** Earlier and present public states of campaigns, in both content modes. */
export function openVersions(deps: VersionsDeps) {
  const { database } = deps
  return {
    record: (queries: Transaction, publication: Publication) =>
      recordVersion(deps, queries, publication),

    findLatest: (campaignId: string, queries: Queries = database) =>
      findVersion(queries, campaignId),
    findReviewed: (campaignId: string, queries: Queries = database) =>
      findVersion(queries, campaignId, isReviewed),

    /** Newest first, without those that a reviewer took back. */
    listPublic: (campaignId: string): Promise<VersionRow[]> =>
      database.rows(
        versionRow,
        sql`select ${versionColumns} from campaign_version
          where campaign_id = ${campaignId} and review <> 'taken-back'
          order by number desc limit ${literal(maxPublic)}`,
      ),

    listOpen: (limit: number) => listOpen(database, limit),

    /** Marks all versions up to the number as reviewed. False, with nothing changed, when it is not the newest. */
    async accept(campaignId: string, number: number, { uid, at }: { uid: string; at: Date }) {
      const accepted = await database.run(
        sql`update campaign_version set review = 'reviewed', reviewed_by = ${uid}, reviewed_at = ${at}
          where campaign_id = ${campaignId} and ${unsettled} and number <= ${number} and not exists (
            select from campaign_version later where later.campaign_id = ${campaignId} and later.number > ${number})`,
      )
      return accepted > 0
    },
  }
}

/** Campaigns with corrections that wait for a reviewer, longest waiting first, and their number. */
async function listOpen(database: Database, limit: number) {
  const rows = await database.rows(
    openRow,
    sql`select campaign_id as "campaignId", min(at) as at from campaign_version
      where review = 'open' group by campaign_id order by min(at), campaign_id limit ${literal(limit)}`,
  )
  const count = await database.value(
    z.int(),
    sql`select count(distinct campaign_id) as total from campaign_version where review = 'open'`,
  )
  return { rows, total: count ?? 0 }
}

/** A change of what readers see. */
type Publication = {
  before: StoredCampaign
  after: StoredCampaign
  event: CampaignEvent
  actorUid: string
  at: Date
}

/** Events that change what readers see, and the version that they make. Other events must not. */
export const versionKindByEvent: Partial<Record<CampaignEvent, VersionKind>> = {
  approve: 'approved',
  edit: 'corrected',
  'change-approve': 'change-approved',
  'take-back': 'restored',
}

/** One in so many corrections below half of the threshold is checked by a reviewer. */
const sampleSize = 5

/** Writes the version that the change makes, and returns its number. Undefined if readers see no difference. */
async function recordVersion(
  deps: VersionsDeps,
  queries: Transaction,
  publication: Publication,
): Promise<number | undefined> {
  const { before, after, event, actorUid, at } = publication
  const kind = versionKindByEvent[event]
  if (!kind) throw new Error(`${event} must not change a public campaign`)
  const latest = isPublished(before) ? await toLatest(queries, before, at) : undefined
  const number = (latest?.number ?? 0) + 1
  const isNew = !latest || !isDeepStrictEqual(latest.content, toVersionContent(after))
  if (kind === 'corrected') {
    const score = await scoreCorrection(queries, publication)
    const isOpen = score > waitsFrom / 2 || isSampled(deps, after.id, number)
    const review = isOpen ? 'open' : 'not-sampled'
    if (isNew) await insertVersion(queries, after, { number, kind, score, review, at })
  } else {
    await settle(queries, after.id, { kind, actorUid, at })
    const version = { number, kind, score: 0, review: 'reviewed', at } as const
    if (isNew) await insertVersion(queries, after, { ...version, reviewedBy: actorUid })
  }
  return isNew ? number : undefined
}

/** The score against the version that a reviewer last approved. Throws if the edit had to wait for a reviewer. */
async function scoreCorrection(queries: Queries, { before, after }: Publication): Promise<number> {
  const reviewed = await findVersion(queries, after.id, isReviewed)
  const score = scoreEdit(toReviewedCampaign(before, reviewed?.content), after)
  if (score >= waitsFrom && scoreEdit(before, after) > 0)
    throw new Error('an edit above the threshold must wait for review')
  return score
}

/**
 * The newest version, which is written first where there is none of what readers see: for a campaign that was approved before versions
 * were kept, or one that was edited in the studio of a hosted store.
 */
async function toLatest(
  queries: Transaction,
  before: StoredCampaign,
  now: Date,
): Promise<Pick<VersionRow, 'number' | 'content'>> {
  const latest = await findVersion(queries, before.id)
  const content = toVersionContent(before)
  if (latest && isDeepStrictEqual(latest.content, content)) return latest
  const version: NewVersion = latest
    ? { number: latest.number + 1, kind: 'corrected', score: 0, review: 'open', at: now }
    : {
        number: 1,
        kind: 'approved',
        score: 0,
        review: 'reviewed',
        at: (await findApprovedAt(queries, before.id)) ?? before.createdAt,
      }
  await insertVersion(queries, before, version)
  return { number: version.number, content }
}

async function findApprovedAt(queries: Queries, campaignId: string): Promise<Date | undefined> {
  return queries.value(
    z.date(),
    sql`select at from campaign_history
      where campaign_id = ${campaignId} and event = 'approve' order by at desc limit 1`,
  )
}

type NewVersion = Pick<VersionRow, 'number' | 'kind' | 'score' | 'at'> & {
  review: 'reviewed' | 'open' | 'not-sampled'
  reviewedBy?: string
}

async function insertVersion(queries: Transaction, campaign: StoredCampaign, version: NewVersion) {
  const { number, kind, score, review, reviewedBy = null, at } = version
  const reviewedAt = reviewedBy === null ? null : at
  await queries.run(
    sql`insert into campaign_version (campaign_id, number, kind, content, score, review, reviewed_by, reviewed_at, at)
      values (${campaign.id}, ${number}, ${kind}, ${JSON.stringify(toVersionContent(campaign))}, ${score}, ${review},
        ${reviewedBy}, ${reviewedAt}, ${at})`,
  )
}

/** A reviewer's decision is about all corrections since the last one. */
async function settle(
  queries: Transaction,
  campaignId: string,
  { kind, actorUid, at }: { kind: VersionKind; actorUid: string; at: Date },
) {
  const review = kind === 'restored' ? 'taken-back' : 'reviewed'
  await queries.run(
    sql`update campaign_version set review = ${review}, reviewed_by = ${actorUid}, reviewed_at = ${at}
      where campaign_id = ${campaignId} and ${unsettled}`,
  )
}

/** The same for the same version, and unknown to the owner. */
function isSampled({ sealing }: VersionsDeps, campaignId: string, number: number): boolean {
  const hash = sealing.fingerprint('edit-sample', `${campaignId} ${number}`)
  return hash.readUInt32BE(0) % sampleSize === 0
}

const versionRow = z.object({
  number: z.int(),
  kind: z.enum(versionKinds),
  content: versionContentSchema,
  score: z.int(),
  at: z.date(),
})
type VersionRow = z.output<typeof versionRow>

const versionColumns = sql`number, kind, content, score, at`
/** Condition on versions that no reviewer has decided on. */
const unsettled = sql`review in ('open', 'not-sampled')`

/** For the version that a reviewer last approved. */
const isReviewed = sql`and review = 'reviewed'`

/** The newest version. Undefined where the campaign has none yet. */
function findVersion(queries: Queries, campaignId: string, condition = sql``) {
  return queries.row(
    versionRow,
    sql`select ${versionColumns} from campaign_version
      where campaign_id = ${campaignId} ${condition} order by number desc limit 1`,
  )
}

/** The campaign as readers see it. */
export function toVersionContent(campaign: CampaignContent): VersionContent {
  const { contact } = campaign
  return { ...toStory(campaign), beneficiary: contact.isPublic ? contact.name : null }
}

/**
 * The campaign with the texts and pictures that a reviewer last approved. Its contact and bank account are those of the campaign,
 * because they change by review only.
 */
export function toReviewedCampaign<Campaign extends CampaignContent>(
  campaign: Campaign,
  reviewed: VersionContent | undefined,
): Campaign {
  if (!reviewed) return campaign
  const { beneficiary: _beneficiary, ...content } = reviewed
  return { ...campaign, ...content }
}

/** Whether a reviewer has approved the campaign for visitors. A takedown hides it and leaves its versions as they are. */
export function isPublished({ status }: Pick<StoredCampaign, 'status'>): boolean {
  return ['approved', 'ended', 'cancelled', 'taken-down'].includes(status)
}

const changeRow = z.object({ id: z.string(), at: z.date() })

/** When the public content of the campaigns changed last. Campaigns without a version are left out. */
export async function findLastChanges(
  queries: Queries,
  campaignIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await queries.rows(
    changeRow,
    sql`select campaign_id as id, max(at) as at from campaign_version
      where campaign_id = any(${campaignIds}) group by campaign_id`,
  )
  return new Map(rows.map(({ id, at }) => [id, at]))
}

type EditHistory = ReturnType<typeof openEditHistory>

const editRow = z.object({
  at: z.date(),
  changes: fieldChangesSchema,
  version: z.nullable(z.int()),
  isTakenBack: z.boolean(),
})
const maxListed = 50

/** Public edit history of approved campaigns, so that donors can see what changed after they donated. */
export function openEditHistory(database: Database) {
  return {
    async record(
      queries: Queries,
      campaignId: string,
      { changes, version, at }: { changes: FieldChange[]; version: number | undefined; at: Date },
    ) {
      await queries.run(
        sql`insert into campaign_edit (campaign_id, id, changes, version, at)
          values (${campaignId}, ${randomUUID()}, ${JSON.stringify(changes)}, ${version ?? null}, ${at})`,
      )
    },

    /** Newest first. Texts that a reviewer took back are left out. */
    async list(campaignId: string): Promise<CampaignEdits> {
      const edits = await database.rows(
        editRow,
        sql`select e.at, e.changes, e.version, coalesce(v.review = 'taken-back', false) as "isTakenBack"
          from campaign_edit e
          left join campaign_version v on v.campaign_id = e.campaign_id and v.number = e.version - 1
          where e.campaign_id = ${campaignId} order by e.at desc limit ${maxListed}`,
      )
      return edits.map(({ at, changes, version, isTakenBack }) => ({
        at: at.toISOString(),
        changes: isTakenBack ? changes.map(({ field }) => ({ field, before: null })) : changes,
        earlierVersion: version === null || version < 2 || isTakenBack ? null : version - 1,
      }))
    },
  }
}

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
