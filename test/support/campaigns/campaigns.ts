import { randomUUID } from 'node:crypto'

import { approvePayee } from '#server/money/payouts/approved-payees.ts'
import type { User } from '#server/platform/policy/actor.ts'
import type {
  ContentStore,
  NewCampaign,
  StoredCampaign,
} from '#server/providers/content/content.ts'
import type { CampaignForm, CampaignStatus } from '#shared/campaign.ts'
import { lagosDay } from '#shared/day.ts'
import { kobo } from '#shared/money.ts'

const long = 'Four hundred families walk two hours for water that makes their children ill.'

/** The calendar day in Lagos, `days` from now. */
export const inDays = (days: number) => lagosDay(new Date(Date.now() + days * 86_400_000))

/** Input for `insertCampaign`. */
/** What a reviewer writes where the checks warn, as of an account whose holder is unknown. */
export const approvalReason = 'The organiser called from the number of the bank.'

export function newCampaignBy(owner: User, change: Partial<NewCampaign> = {}): NewCampaign {
  return {
    id: randomUUID(),
    ownerUid: owner.uid,
    title: 'A well for Ife',
    country: 'Nigeria',
    city: 'Ife',
    category: 'Community Development',
    cause: null,
    description: 'Clean water for four hundred families.',
    goal: kobo(5_000_000_00),
    startDate: inDays(1),
    endDate: inDays(30),
    raiseMoneyFor: long,
    importance: long,
    impact: long,
    images: [{ id: 'a'.repeat(64), width: 1600, height: 1000, alt: 'The dry well' }],
    budget: [],
    contact: {
      name: 'Ada Obi',
      email: 'ada.obi@example.org',
      phone: '+234 801 234 5678',
      isPublic: false,
    },
    bankAccount: { bankCode: '058', last4: '6789', subAccountCode: 'ACCT_test0000000001' },
    accountNumberSealed: Buffer.from('sealed'),
    createdAt: new Date(),
    ...change,
  }
}

/** Stores a campaign with the given status. */
export async function insertCampaignBy(
  content: ContentStore,
  owner: User,
  status: CampaignStatus,
  change: Partial<NewCampaign> = {},
): Promise<StoredCampaign> {
  const campaign = await content.insertCampaign(newCampaignBy(owner, change))
  if (status !== 'pending')
    await content.changeCampaign(campaign.id, {
      from: 'pending',
      to: status,
      record: (queries) =>
        approvePayee(queries, campaign, { by: 'a-reviewer', at: campaign.createdAt }),
    })
  return { ...campaign, status }
}

/** The form that the wizard sends. `images` have to be uploaded by the sender. */
export function campaignForm(
  images: CampaignForm['images'],
  change: Partial<CampaignForm> = {},
): CampaignForm {
  return {
    title: 'A well for Ife',
    country: 'Nigeria',
    city: 'Ife',
    category: 'Community Development',
    description: 'Clean water for four hundred families.',
    goalAmount: '5,000,000.00',
    startDate: inDays(1),
    endDate: inDays(30),
    raiseMoneyFor: long,
    importance: long,
    impact: long,
    images,
    name: 'Ada Obi',
    email: 'ada.obi@example.org',
    phone: '+234 801 234 5678',
    bank: '058',
    accountNumber: '0123456789',
    accountName: 'Obi Ada Chinyere',
    showContact: false,
    ...change,
  }
}
