import { setTimeout as pause } from 'node:timers/promises'

import type { CampaignInput } from '#shared/campaign.ts'
import type { Image } from '#shared/image.ts'
import { invalid } from '#shared/messages.ts'

import type { Database } from '../database/database.ts'
import { Refused } from '../http.ts'
import type { Pictures } from '../images/pictures.ts'
import type { ContentStore, NewCampaign, StoredCampaign } from '../providers/content/content.ts'
import { PaymentsUnavailable, type Payments } from '../providers/payments/payments.ts'
import type { Sealing } from '../sealing.ts'
import type { CampaignHistory } from './campaign-history.ts'
import type { Drafts } from './drafts.ts'
import { submissionClaims, type Press } from './submission-claims.ts'

export type SubmissionParts = {
  database: Database
  content: ContentStore
  payments: Pick<Payments, 'listBanks' | 'createSubAccount'>
  pictures: Pick<Pictures, 'findOwn'>
  history: CampaignHistory
  drafts: Drafts
  sealing: Sealing
  now: () => Date
}

export type Submissions = ReturnType<typeof openSubmissions>

type Submission = { ownerUid: string; key: string; input: CampaignInput }
type Claimed = { campaignId: string; subAccountCode: string | null }

const mostPending = 3
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
      const subAccountCode = claimed.subAccountCode ?? (await subAccount(parts, submission))
      await claims.keepSubAccount(press, subAccountCode)
      const campaign = newCampaign(parts, submission, { ...claimed, subAccountCode, images })
      return await parts.database.transaction(async (queries) => {
        const stored = await parts.content.insertCampaign(campaign, queries)
        await parts.history.record(queries, {
          campaignId: stored.id,
          event: 'submit',
          from: null,
          to: 'pending',
          actorUid: stored.ownerUid,
          at: campaign.createdAt,
        })
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
async function checked(
  { content, payments, pictures }: SubmissionParts,
  { ownerUid, input }: Submission,
): Promise<Image[]> {
  const alts = new Map(input.images.map(({ id, alt }) => [id, alt]))
  const own = await pictures.findOwn(ownerUid, [...alts.keys()])
  if (own.size < alts.size) throw refusedField('images', invalid.imageNotImage)

  const banks = await payments.listBanks()
  if (!banks.some(({ code }) => code === input.bank)) throw refusedField('bank', invalid.bank)

  const pending = await content.countCampaigns({ ownerUid, status: 'pending' })
  if (pending >= mostPending)
    throw new Refused('too-many-requests', { message: invalid.tooManyPending })
  return [...alts].flatMap(([id, alt]) => {
    const image = own.get(id)
    return image ? [{ ...image, alt }] : []
  })
}

async function subAccount(
  { payments }: SubmissionParts,
  { ownerUid, input }: Submission,
): Promise<string> {
  const answer = await payments.createSubAccount({
    businessName: input.title,
    bankCode: input.bank,
    accountNumber: input.accountNumber,
    ownerUid,
  })
  if (answer.kind === 'created') return answer.code
  throw new Refused('sub-account-refused', {
    message: answer.message,
    fields: { accountNumber: [answer.message] },
  })
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

function refusedField(name: string, message: string): Refused {
  return new Refused('invalid-input', { fields: { [name]: [message] } })
}
