import * as z from 'zod/mini'

import type { Drafts } from '../campaigns/submission/drafts.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { findLanguage } from '../mail/reader-language.ts'
import type { User } from '../policy/actor.ts'
import type { ContentStore } from '../providers/content/content.ts'
import type { Identity } from '../providers/identity/identity.ts'
import type { Sealing } from '../runtime/sealing.ts'
import { listEvents } from '../accounts/account-events.ts'
import type { Sessions } from '../accounts/sessions.ts'
import { listOwnCampaigns } from './own-campaigns.ts'
import { listOwnRefunds } from './own-refunds.ts'
import { listPersonalRecords } from './personal-records.ts'

type ExportDeps = {
  database: Database
  identity: Identity
  content: Pick<ContentStore, 'findUserByUid' | 'listCampaigns'>
  sessions: Pick<Sessions, 'list'>
  drafts: Pick<Drafts, 'find'>
  sealing: Pick<Sealing, 'open'>
}

/** All data about a person, for download by that person. Contains no data of other people. */
export async function exportPersonalData(deps: ExportDeps, actor: User) {
  const { database, identity, content, sessions, drafts, sealing } = deps
  const { uid, email, emailVerified, roles, inactiveRoles = [] } = actor
  const account = await identity.findAccount(uid)
  const campaigns = await listOwnCampaigns(content, uid)
  return {
    exportedAt: new Date(),
    account: account && {
      uid,
      email: account.email,
      emailVerified: account.emailVerified,
      createdAt: account.createdAt,
      roles: [...roles, ...inactiveRoles],
      language: await findLanguage(database, uid),
    },
    profile: await content.findUserByUid(uid),
    sessions: await sessions.list(uid),
    events: await listEvents(database, uid),
    // The bank account is shown as everywhere else: by its last four digits.
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
    refunds: await listOwnRefunds(database, sealing, uid),
    ...(await listPersonalRecords(database, {
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
  status: z.string(),
  name: z.string(),
  message: z.string(),
  anonymous: z.boolean(),
  wantsUpdates: z.boolean(),
  language: z.string(),
  reference: z.string(),
  accessCode: z.string(),
  receiptNumber: z.nullable(z.string()),
  receiptIssuedAt: z.nullable(z.date()),
  mode: z.string(),
  createdAt: z.date(),
  emailSealed: z.instanceof(Buffer),
  thankedAt: z.nullable(z.date()),
  unsubscribedAt: z.nullable(z.date()),
})

const donationsSql = (uid: string) => sql`
  select campaign_title as campaign, amount_kobo as "amountKobo", state as status, donor_name as name,
    message, anonymous, wants_updates as "wantsUpdates", language, reference,
    donation.access_code as "accessCode", receipt.number as "receiptNumber",
    receipt.issued_at as "receiptIssuedAt", mode, created_at as "createdAt",
    donor_email_sealed as "emailSealed", delivery.sent_at as "thankedAt",
    unsubscribe.at as "unsubscribedAt"
  from donation
  left join receipt on receipt.campaign_id = donation.campaign_id
    and receipt.donation_id = donation.id
  left join thank_you_delivery delivery on delivery.campaign_id = donation.campaign_id
    and delivery.donor_key = donation.donor_key
  left join campaign_unsubscribe unsubscribe on unsubscribe.campaign_id = donation.campaign_id
    and unsubscribe.donor_key = donation.donor_key
  where donor_uid = ${uid} order by created_at`
