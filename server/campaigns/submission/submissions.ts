import { setTimeout as pause } from 'node:timers/promises'

import type { CampaignInput } from '#shared/campaign.ts'
import type { Image } from '#shared/image.ts'

import type { Database } from '../../database/database.ts'
import { Refused } from '../../http/context.ts'
import type { Pictures } from '../../images/pictures.ts'
import type { ContentStore, NewCampaign, StoredCampaign } from '../../providers/content/content.ts'
import { PaymentsUnavailable, type Payments } from '../../providers/payments/payments.ts'
import type { Sealing } from '../../runtime/sealing.ts'
import type { Course } from '../lifecycle/transitions.ts'
import type { Drafts } from './drafts.ts'
import { ownPictures } from './own-pictures.ts'
import type { Prints } from '../similarity/fingerprints.ts'
import { refuseMany } from './campaign-cap.ts'
import { checkBank, openSubAccount } from './sub-account.ts'
import { submissionClaims, type Press } from './submission-claims.ts'

export type SubmissionParts = {
  database: Database
  content: ContentStore
  payments: Pick<Payments, 'listBanks' | 'createSubAccount' | 'resolveAccount'>
  pictures: Pick<Pictures, 'findOwn'>
  course: Course
  prints: Prints
  drafts: Drafts
  sealing: Sealing
  now: () => Date
}

export type Submissions = ReturnType<typeof openSubmissions>

type Submission = { ownerUid: string; key: string; input: CampaignInput }
type Claimed = { campaignId: string; subAccountCode: string | null }

const waitMs = 100
const waitTurns = 100

/** How a form becomes a pending campaign: once for each key, whatever the network repeats. */
export function openSubmissions(parts: SubmissionParts) {
  const claims = submissionClaims(parts)

  return {
    async submit(submission: Submission): Promise<StoredCampaign> {
      const { ownerUid, key, input } = submission
      const fingerprint = parts.sealing.fingerprint('submission', JSON.stringify(input))
      const press = { ownerUid, key, fingerprint }
      for (let turn = 0; turn < waitTurns; turn++) {
        const claim = await claims.take(press)
        if (claim.kind === 'mismatch') throw new Refused('idempotency-mismatch')
        if (claim.kind === 'done') return submitted(parts.content, claim.campaignId)
        if (claim.kind === 'mine') return carryOut(submission, press, claim)
        await pause(waitMs)
      }
      throw new Refused('busy', { retryAfterSeconds: 5 })
    },
  }

  async function carryOut(submission: Submission, press: Press, claimed: Claimed) {
    try {
      const images = await checked(parts, submission)
      const subAccountCode =
        claimed.subAccountCode ??
        (await openSubAccount(parts, { ownerUid: submission.ownerUid, ...submission.input }))
      await claims.keepSubAccount(press, subAccountCode)
      const campaign = newCampaign(parts, submission, { ...claimed, subAccountCode, images })
      return await parts.database.transaction(async (queries) => {
        const stored = await parts.content.insertCampaign(campaign, queries)
        await parts.course.begin(queries, stored)
        await parts.prints.remember(queries, stored)
        await parts.drafts.clear(stored.ownerUid, queries)
        await claims.complete(press, queries)
        return stored
      })
    } catch (error) {
      await claims.release(press)
      throw error instanceof PaymentsUnavailable ? new Refused('payment-unavailable') : error
    }
  }
}

async function submitted(content: ContentStore, campaignId: string): Promise<StoredCampaign> {
  const campaign = await content.findCampaign(campaignId)
  if (!campaign) throw new Refused('not-found')
  return campaign
}

/** What no schema can know: whose pictures these are, which banks there are, how many campaigns wait already. */
async function checked(parts: SubmissionParts, { ownerUid, input }: Submission): Promise<Image[]> {
  const images = await ownPictures(parts.pictures, ownerUid, input.images)
  await checkBank(parts, input.bank)
  await refuseMany(parts.content, ownerUid)
  return images
}

function newCampaign(
  { sealing, now }: SubmissionParts,
  { ownerUid, input }: Submission,
  made: { campaignId: string; subAccountCode: string; images: Image[] },
): NewCampaign {
  const { goalAmount, bank, accountNumber, name, email, phone, showContact, ...texts } = input
  return {
    ...texts,
    id: made.campaignId,
    ownerUid,
    goal: goalAmount,
    images: made.images,
    contact: { name, email, phone, isPublic: showContact },
    bankAccount: {
      bankCode: bank,
      last4: accountNumber.slice(-4),
      subAccountCode: made.subAccountCode,
    },
    accountNumberSealed: sealing.seal('account-number', accountNumber),
    createdAt: now(),
  }
}
