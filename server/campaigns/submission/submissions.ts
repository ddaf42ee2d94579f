import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { CampaignInput } from '#shared/campaign.ts'
import type { Image } from '#shared/image-schema.ts'
import { invalid } from '#shared/text/invalid.ts'

import { approvePayee } from '../../money/payouts/approved-payees.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { sql, takeLock } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import { hashRequest, replayOrClaim } from '../../platform/http/idempotency.ts'
import type { Images } from '../../platform/images/images.ts'
import type { ContentStore, NewCampaign, StoredCampaign } from '../../providers/content/content.ts'
import type { Foundation } from '../../providers/foundation.ts'
import { refuseUnavailable, type Payments } from '../../providers/payments/payments.ts'
import { attachDraftDocuments } from '../documents/document-rows.ts'
import type { Consents } from '../lifecycle/consents.ts'
import type { Lifecycle } from '../lifecycle/lifecycle.ts'
import type { Payees } from '../payee/payees.ts'
import { saveNames, type Fingerprints } from '../similarity/comparisons.ts'
import { toFormStory } from '../versions/campaign-fields.ts'
import type { Drafts } from './drafts.ts'
import { checkBank, createSubAccount } from './sub-account.ts'

export type SubmissionsDeps = Pick<Foundation, 'database' | 'content' | 'sealing' | 'now'> & {
  payments: Pick<Payments, 'listBanks' | 'createSubAccount' | 'resolveAccount'>
  images: Pick<Images, 'getOwn'>
  lifecycle: Lifecycle
  fingerprints: Fingerprints
  consents: Pick<Consents, 'record'>
  payees: Pick<Payees, 'record'>
  drafts: Drafts
}

export type Submissions = ReturnType<typeof openSubmissions>

type Submission = { ownerUid: string; key: string; input: CampaignInput }

const timeoutMs = 10_000

/** Turns submitted forms into pending campaigns, one per idempotency key. */
export function openSubmissions(deps: SubmissionsDeps) {
  const claims = submissionClaims(deps)

  return {
    async submit(submission: Submission): Promise<StoredCampaign> {
      const { ownerUid, key, input } = submission
      const { bodyHash } = hashRequest(deps.sealing, 'submission', {
        scope: ownerUid,
        key,
        form: input,
      })
      const request = { ownerUid, key, bodyHash }
      const campaign = await replayOrClaim<StoredSubmission, StoredCampaign>(request, timeoutMs, {
        find: () => claims.find(request),
        replay: ({ isCompleted, campaignId }) =>
          isCompleted ? findSubmitted(deps.content, campaignId) : undefined,
        isInProgress: ({ claimedUntil }) => claimedUntil > deps.now(),
        claimAndRun: async () => {
          const claimed = await claims.claim(request)
          return claimed && createCampaign(submission, request, claimed)
        },
      })
      if (campaign) return campaign
      throw new Refused('busy', { retryAfterSeconds: 5 })
    },
  }

  async function createCampaign(
    submission: Submission,
    request: SubmissionRequest,
    claimed: ClaimedSubmission,
  ) {
    try {
      const { ownerUid, input } = submission
      const images = await deps.images.getOwn(ownerUid, input.images)
      await checkBank(deps, input.bank)
      const slot = { ownerUid, campaignId: claimed.campaignId }
      return await withCampaignSlot(deps, slot, () =>
        storeCampaign(submission, request, { ...claimed, images }),
      )
    } catch (error) {
      await claims.release(request)
      return refuseUnavailable(error)
    }
  }

  async function storeCampaign(
    submission: Submission,
    request: SubmissionRequest,
    claimed: ClaimedSubmission & { images: Image[] },
  ) {
    const subAccountCode =
      claimed.subAccountCode ??
      (await createSubAccount(deps, { ownerUid: submission.ownerUid, ...submission.input }))
    await claims.saveSubAccount(request, subAccountCode)
    const campaign = toNewCampaign(deps, submission, { ...claimed, subAccountCode })
    const owner = await deps.content.findUserByUid(submission.ownerUid)
    return deps.lifecycle.submit(campaign, async (queries, stored) => {
      await deps.fingerprints.save(queries, stored)
      await saveNames(queries, stored)
      await attachDraftDocuments(queries, stored)
      await deps.consents.record(queries, stored, submission.input)
      await deps.drafts.clear(stored.ownerUid, queries)
      await approvePayee(queries, stored, { by: stored.ownerUid, at: deps.now() })
      await deps.payees.record(queries, stored, { form: submission.input, owner })
      await claims.complete(request, queries)
    })
  }
}

async function findSubmitted(content: ContentStore, campaignId: string): Promise<StoredCampaign> {
  const campaign = await content.findCampaign(campaignId)
  if (!campaign) throw new Refused('not-found')
  return campaign
}

function toNewCampaign(
  { sealing, now }: SubmissionsDeps,
  { ownerUid, input }: Submission,
  {
    campaignId,
    subAccountCode,
    images,
  }: { campaignId: string; subAccountCode: string; images: Image[] },
): NewCampaign {
  const { bank, accountNumber, name, email, phone, showContact } = input
  return {
    ...toFormStory(input, images),
    id: campaignId,
    ownerUid,
    contact: { name, email, phone, isPublic: showContact },
    bankAccount: { bankCode: bank, last4: accountNumber.slice(-4), subAccountCode },
    accountNumberSealed: sealing.seal('account-number', accountNumber),
    createdAt: now(),
  }
}

type SubmissionRequest = { ownerUid: string; key: string; bodyHash: Buffer }
type ClaimedSubmission = z.output<typeof claimedRow>
type StoredSubmission = z.output<typeof storedRow>

const claimMs = 60_000

const claimedRow = z.object({ campaignId: z.string(), subAccountCode: z.nullable(z.string()) })
const storedRow = z.object({
  campaignId: z.string(),
  bodyHash: z.instanceof(Buffer),
  isCompleted: z.boolean(),
  claimedUntil: z.date(),
})

/** Lets one request at a time work on a submission, and repeats get its result. */
function submissionClaims({ database, now }: { database: Database; now: () => Date }) {
  return {
    find: ({ ownerUid, key }: SubmissionRequest): Promise<StoredSubmission | undefined> =>
      database.row(
        storedRow,
        sql`select campaign_id as "campaignId", fingerprint as "bodyHash", completed_at is not null as "isCompleted",
            claimed_until as "claimedUntil"
          from campaign_submission where owner_uid = ${ownerUid} and key = ${key}`,
      ),

    /** Undefined if another request holds the claim. It expires after a minute, so that a crashed request can be continued. */
    claim({ ownerUid, key, bodyHash }: SubmissionRequest): Promise<ClaimedSubmission | undefined> {
      const until = new Date(now().getTime() + claimMs)
      return database.row(
        claimedRow,
        sql`insert into campaign_submission as existing (owner_uid, key, fingerprint, campaign_id, claimed_until)
          values (${ownerUid}, ${key}, ${bodyHash}, ${randomUUID()}, ${until})
          on conflict (owner_uid, key) do update set claimed_until = excluded.claimed_until
          where existing.completed_at is null and existing.claimed_until <= ${now()}
            and existing.fingerprint = excluded.fingerprint
          returning campaign_id as "campaignId", sub_account_code as "subAccountCode"`,
      )
    },

    async saveSubAccount({ ownerUid, key }: SubmissionRequest, subAccountCode: string) {
      await database.run(
        sql`update campaign_submission set sub_account_code = ${subAccountCode}
          where owner_uid = ${ownerUid} and key = ${key}`,
      )
    },

    async complete({ ownerUid, key }: SubmissionRequest, within: Transaction) {
      await within.run(
        sql`update campaign_submission set completed_at = ${now()}
          where owner_uid = ${ownerUid} and key = ${key}`,
      )
    },

    /** After a failure. Without a sub-account the key is free again, also for a corrected form. */
    async release({ ownerUid, key }: SubmissionRequest) {
      await database.run(
        sql`delete from campaign_submission
          where owner_uid = ${ownerUid} and key = ${key} and sub_account_code is null`,
      )
      await database.run(
        sql`update campaign_submission set claimed_until = ${now()}
          where owner_uid = ${ownerUid} and key = ${key} and completed_at is null`,
      )
    },
  }
}

const maxPending = 3
/** A process that crashed gives its slot back after a minute. */
const slotMs = 60_000

export type CampaignSlotDeps = Pick<Foundation, 'database' | 'now'> & {
  content: Pick<ContentStore, 'listCampaigns'>
}

type Slot = { ownerUid: string; campaignId: string }

/**
 * Runs `work`, which puts a campaign into review. Refuses if the owner then had more than three there. Campaigns that are being
 * submitted count as well, because a hosted store cannot count and insert in one transaction.
 */
export async function withCampaignSlot<Result>(
  deps: CampaignSlotDeps,
  slot: Slot,
  work: () => Promise<Result>,
): Promise<Result> {
  const others = await takeSlot(deps, slot)
  try {
    const inReview = await listInReview(deps.content, slot.ownerUid)
    const ids = new Set([...others, ...inReview].filter((id) => id !== slot.campaignId))
    if (ids.size >= maxPending)
      throw new Refused('too-many-requests', { message: invalid.tooManyPending })
    return await work()
  } finally {
    await deps.database.run(sql`delete from campaign_slot
      where owner_uid = ${slot.ownerUid} and campaign_id = ${slot.campaignId}`)
  }
}

/** Returns the campaigns whose slots were taken before. The lock orders simultaneous submissions. */
async function takeSlot({ database, now }: CampaignSlotDeps, { ownerUid, campaignId }: Slot) {
  const expiresAt = new Date(now().getTime() + slotMs)
  return database.transaction(async (queries) => {
    await queries.run(takeLock(`campaign-slot ${ownerUid}`))
    await queries.run(
      sql`delete from campaign_slot where owner_uid = ${ownerUid} and expires_at <= ${now()}`,
    )
    const taken = await queries.values(
      z.string(),
      sql`select campaign_id from campaign_slot where owner_uid = ${ownerUid}`,
    )
    await queries.run(sql`insert into campaign_slot (owner_uid, campaign_id, expires_at)
      values (${ownerUid}, ${campaignId}, ${expiresAt})
      on conflict (owner_uid, campaign_id) do update set expires_at = excluded.expires_at`)
    return taken
  })
}

async function listInReview(content: CampaignSlotDeps['content'], ownerUid: string) {
  const pages = await Promise.all(
    (['pending', 'information-requested'] as const).map((status) =>
      content.listCampaigns({ ownerUid, status }, { limit: maxPending }),
    ),
  )
  return pages.flatMap(({ campaigns }) => campaigns.map(({ id }) => id))
}
