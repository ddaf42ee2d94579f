import * as z from 'zod/mini'

import type { Drafts } from '../campaigns/submission/drafts.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { User } from '../policy/actor.ts'
import type { ContentStore } from '../providers/content/content.ts'
import type { Identity } from '../providers/identity/identity.ts'
import type { Sealing } from '../runtime/sealing.ts'
import { listEvents } from '../accounts/account-events.ts'
import type { Sessions } from '../accounts/sessions.ts'
import { ownCampaigns } from './own-campaigns.ts'
import { ownRecords } from './own-records.ts'

type Parts = {
  database: Database
  identity: Identity
  content: Pick<ContentStore, 'findUserByUid' | 'listCampaigns'>
  sessions: Pick<Sessions, 'list'>
  drafts: Pick<Drafts, 'find'>
  sealing: Pick<Sealing, 'open'>
}

/** Everything that we keep about a person, for the person: what they typed, what they did, what they gave. Nobody else's data is in it. */
export async function personalData(parts: Parts, actor: User) {
  const { database, identity, content, sessions, drafts, sealing } = parts
  const { uid, email, emailVerified, roles, dormantRoles = [] } = actor
  const account = await identity.findAccount(uid)
  const campaigns = await ownCampaigns(content, uid)
  return {
    madeAt: new Date(),
    account: account && {
      uid,
      email: account.email,
      emailVerified: account.emailVerified,
      createdAt: account.createdAt,
      roles: [...roles, ...dormantRoles],
    },
    profile: await content.findUserByUid(uid),
    sessions: await sessions.list(uid),
    events: await listEvents(database, uid),
    // Of the account that is paid we show what everybody else is shown: the last digits.
    campaigns: campaigns.map(({ bankAccount: { bankCode, last4 }, ...campaign }) => ({
      ...campaign,
      bankAccount: { bankCode, last4 },
    })),
    draft: await drafts.find(uid),
    donations: (await database.rows(donationRow, donationsSql(uid))).map(
      ({ emailSealed, ...donation }) => ({
        ...donation,
        email: sealing.open('donor-email', emailSealed),
      }),
    ),
    ...(await ownRecords(database, {
      uid,
      confirmedEmail: emailVerified ? email : null,
      campaignIds: campaigns.map(({ id }) => id),
      subAccountCodes: campaigns.map(({ bankAccount }) => bankAccount.subAccountCode),
    })),
  }
}

const donationRow = z.object({
  campaign: z.string(),
  amountKobo: z.int(),
  state: z.string(),
  name: z.string(),
  message: z.string(),
  anonymous: z.boolean(),
  updates: z.boolean(),
  reference: z.string(),
  receipt: z.string(),
  receiptNumber: z.nullable(z.string()),
  receiptIssuedAt: z.nullable(z.date()),
  mode: z.string(),
  createdAt: z.date(),
  emailSealed: z.instanceof(Buffer),
  thankedAt: z.nullable(z.date()),
  unsubscribedAt: z.nullable(z.date()),
})

const donationsSql = (uid: string) => sql`
  select campaign_title as campaign, amount_kobo as "amountKobo", state, donor_name as name, message,
    anonymous, updates, reference, donation.receipt, paper.number as "receiptNumber",
    paper.issued_at as "receiptIssuedAt", mode, created_at as "createdAt", donor_email_sealed as "emailSealed",
    sent.sent_at as "thankedAt", refusal.at as "unsubscribedAt"
  from donation
  left join receipt paper on paper.campaign_id = donation.campaign_id and paper.donation_id = donation.id
  left join thanks_sent sent on sent.campaign_id = donation.campaign_id and sent.donor_key = donation.donor_key
  left join mail_refusal refusal
    on refusal.campaign_id = donation.campaign_id and refusal.donor_key = donation.donor_key
  where donor_uid = ${uid} order by created_at`
