import * as z from 'zod/mini'

import {
  donationEventSchema,
  type DonationEvent,
  type DonationFile,
  type PersonFile,
  type CampaignFile,
} from '#shared/console.ts'
import { payoutStopKinds } from '#shared/payout-stop.ts'
import { kobo } from '#shared/money.ts'

import { statusFactsJoins } from '../../money/donations/donation-status.ts'
import type { DonationKey, LedgerDeps } from '../../money/ledger/provider-report.ts'
import { findRefundable } from '../../money/refunds/refundable-amounts.ts'
import { isFrozen } from '../../money/ledger/frozen-campaign.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import {
  foundDonationColumns,
  foundDonationSchema,
  toFoundDonation,
  listFoundDonations,
  toAccount,
  sumDays,
  type ConsoleDeps,
} from './search.ts'

const fileRow = z.extend(foundDonationSchema, {
  donorUid: z.nullable(z.string()),
  donorKey: z.instanceof(Buffer),
  reference: z.string(),
  anonymous: z.boolean(),
  sharesEmail: z.boolean(),
  message: z.string(),
  receipt: z.nullable(z.string()),
  channel: z.nullable(z.string()),
})

/** Everything that is known about a donation. */
export async function readDonationFile(
  deps: ConsoleDeps,
  key: DonationKey,
): Promise<DonationFile | undefined> {
  const { database, sealing } = deps
  const row = await database.row(
    fileRow,
    sql`select ${foundDonationColumns}, donation.donor_uid as "donorUid", donation.donor_key as "donorKey",
          donation.reference, donation.anonymous, donation.shares_email as "sharesEmail", donation.message,
          receipt.number as receipt, known.channel
        from donation ${statusFactsJoins}
        left join receipt on receipt.campaign_id = donation.campaign_id and receipt.donation_id = donation.id
        where donation.campaign_id = ${key.campaignId} and donation.id = ${key.id}`,
  )
  if (!row) return undefined
  const [events, refundable] = await Promise.all([
    listEvents(deps, { ...key, reference: row.reference }),
    findRefundable(database, key),
  ])
  const { reference, anonymous, sharesEmail, message, receipt, channel } = row
  const left = refundable && !refundable.isDisputed ? Math.max(refundable.amount, 0) : 0
  return {
    donation: {
      ...toFoundDonation(row, sealing),
      personId: row.donorUid ?? row.donorKey.toString('hex'),
      reference,
      anonymous,
      sharesEmail,
      message,
      receipt,
      channel,
      refundable: kobo(left),
    },
    events,
  }
}

const listEvents = (
  { database }: ConsoleDeps,
  donation: DonationKey & { reference: string },
): Promise<DonationEvent[]> =>
  database.rows(
    donationEventSchema,
    sql`select at, kind, name, amount from (${selectEvents(donation)}) event
        where at is not null order by at, place, name`,
  )

/** `place` orders what happened at the same time. */
function selectEvents({ campaignId, id, reference }: DonationKey & { reference: string }): Sql {
  const own = sql`campaign_id = ${campaignId} and donation_id = ${id}`
  return sql`
    select created_at as at, 1 as place, 'started' as kind, 'started' as name, amount_kobo as amount
    from donation where campaign_id = ${campaignId} and id = ${id}
    union all
    select received_at, 2, 'webhook', event || ' (' || state || ')', null from webhook_inbox where reference = ${reference}
    union all
    select coalesce(paid_at, asked_at), 3, 'payment', status, amount_kobo from provider_payment where ${own}
    union all
    select created_at, 4, 'quarantined', reason || ' (' || state || ')', null from quarantined_payment where ${own}
    union all
    select booked_at, 5, 'ledger', kind, abs(case when raised_kobo <> 0 then raised_kobo else provider_kobo end)
    from ledger_entry where ${own}
    union all
    select issued_at, 6, 'receipt', number, null from receipt where ${own}
    union all
    select at, 7, 'refund', step.state, refund.amount_kobo
    from refund join refund_step step on step.campaign_id = refund.campaign_id and step.refund_id = refund.id
    where refund.campaign_id = ${campaignId} and refund.donation_id = ${id}
    union all
    select coalesce(refunded_at, created_at, asked_at), 8, 'provider-refund', status, amount_kobo from provider_refund where ${own}
    union all
    select coalesce(resolved_at, asked_at), 8, 'dispute', status, refund_kobo from provider_dispute where ${own}
    union all
    select coalesce(settled_at, settled.asked_at), 9, 'settlement', settled.status, line.share_kobo
    from settlement_line line join settlement settled using (mode, settlement_id)
    where line.campaign_id = ${campaignId} and line.donation_id = ${id} and settled.sub_account_code is not null
    union all
    select coalesce(sent_at, failed_at, created_at), 10, 'mail',
      subject || case when sent_at is not null then ' (sent)' when failed_at is not null then ' (failed)' else ' (waiting)' end, null
    from mail_outbox where key = any(${[`receipt ${id}`, `payout ${id}`]})`
}

type PersonDeps = ConsoleDeps & { content: Pick<ContentStore, 'listCampaigns' | 'findUserByUid'> }

const keyPattern = /^[0-9a-f]{64}$/
const shownDonations = 50
const shownCampaigns = 50

const accountRow = z.object({
  uid: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  isDisabled: z.boolean(),
  createdAt: z.date(),
  roles: z.array(z.string()),
})

/** A person by the uid of the account, or a guest by the keyed hash of the address. */
export async function readPersonFile(
  deps: PersonDeps,
  id: string,
): Promise<PersonFile | undefined> {
  return keyPattern.test(id) ? readGuest(deps, id) : readAccount(deps, id)
}

async function readAccount(deps: PersonDeps, uid: string): Promise<PersonFile | undefined> {
  const { database, content } = deps
  const account = await database.row(
    accountRow,
    sql`select uid, email, email_verified as "emailVerified", disabled as "isDisabled", created_at as "createdAt",
          array(select role from account_role where account_role.uid = account.uid order by role) as roles
        from account where uid = ${uid}`,
  )
  if (!account) return undefined
  const [person, donations, { campaigns }] = await Promise.all([
    toAccount(deps, account),
    listFoundDonations(deps, sql`donation.donor_uid = ${uid}`, shownDonations),
    content.listCampaigns({ ownerUid: uid }, { limit: shownCampaigns, order: 'newest' }),
  ])
  const { emailVerified, isDisabled, roles, createdAt } = account
  return {
    person: { ...person, createdAt: createdAt.toISOString(), emailVerified, isDisabled, roles },
    campaigns: campaigns.map((each) => ({ id: each.id, title: each.title, status: each.status })),
    donations,
  }
}

async function readGuest(deps: PersonDeps, key: string): Promise<PersonFile | undefined> {
  const condition = sql`donation.donor_key = ${Buffer.from(key, 'hex')} and donation.donor_uid is null`
  const donations = await listFoundDonations(deps, condition, shownDonations)
  const [latest] = donations
  if (!latest) return undefined
  return {
    person: {
      id: key,
      kind: 'guest',
      name: latest.donor,
      email: latest.email,
      createdAt: null,
      emailVerified: false,
      isDisabled: false,
      roles: [],
    },
    campaigns: [],
    donations,
  }
}

type CampaignDeps = LedgerDeps & { content: Pick<ContentStore, 'findUserByUid'> }

const campaignEventRow = z.object({
  at: z.date(),
  name: z.string(),
  stop: z.nullable(z.enum(payoutStopKinds)),
  by: z.string(),
  reason: z.string(),
})

/** A campaign with its sums, and what organiser, reviewers and admins did with it, in the order of time. */
export async function readCampaignFile(
  deps: CampaignDeps,
  { id, slug, title, status, goal, ownerUid }: StoredCampaign,
): Promise<CampaignFile> {
  const { database } = deps
  const [account, totals, isPaused, events] = await Promise.all([
    database.row(
      z.object({ uid: z.string(), email: z.string() }),
      sql`select uid, email from account where uid = ${ownerUid}`,
    ),
    sumDays(deps, sql`campaign_id = ${id}`),
    isFrozen(database, id),
    database.rows(
      campaignEventRow,
      sql`select at, name, stop, coalesce(account.email, uid) as by, coalesce(reason, '') as reason from (
            select at, event as name, null as stop, actor_uid as uid, reason from campaign_history where campaign_id = ${id}
            union all
            select started_at, 'hold-payouts', kind, coalesce(asked_by, 'Ajo'), null from payout_stop where campaign_id = ${id}
            union all
            select ended_at, 'release-payouts', kind, coalesce(ended_by, 'Ajo'), reason from payout_stop
            where campaign_id = ${id} and ended_at is not null) event
          left join account using (uid)
          order by at, name`,
    ),
  ])
  return {
    campaign: { id, slug, title, status, goal, isPaused },
    organiser: await toAccount(deps, account ?? { uid: ownerUid, email: '' }),
    totals,
    events: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
  }
}
