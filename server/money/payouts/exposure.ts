import { brand } from '#shared/brand.ts'
import * as z from 'zod/mini'

import { formatNaira, kobo } from '#shared/money.ts'

import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { holdOverCapsTask } from '../refunds/refund-rows.ts'
import type { Outbox, Mail } from '../../platform/mail/mail.ts'
import { findLanguage } from '../../platform/mail/reader-language.ts'
import type { Task } from '../../platform/queue/queue.ts'
import type { ContentStore } from '../../providers/content/content.ts'
import type { LedgerDeps, PaymentDeps } from '../ledger/provider-report.ts'
import { payoutsHeldMail } from './donation-payouts.ts'
import { endStop, startStop, selectStops } from './payout-stops.ts'
import type { Foundation } from '../../providers/foundation.ts'
import { staffLanguage, writeMail } from '../../platform/mail/write-mail.ts'
import { attemptsToAlarm } from '../../platform/queue/sweep.ts'

/** Caps in kobo on what Ajo may lose by a campaign, by all campaigns of an owner, and by all campaigns. */
export type ExposureCaps = { perCampaign: number; perOwner: number; inTotal: number }

const exposureSchema = z.object({
  campaignId: z.string(),
  ownerUid: z.string(),
  title: z.string(),
  receivable: z.int(),
  /** Returned to donors and not yet taken by the provider, from whichever account. */
  undeducted: z.int(),
  /** Returned, and neither taken from the owner's payouts, paid back by the owner or by donations, nor given up. It is Ajo's money if the provider took it from the main account. */
  unrecovered: z.int(),
  /** The part of it that the provider may still take from the main account, or has taken. */
  unrecoveredOfMain: z.int(),
  open: z.int(),
  available: z.int(),
  held: z.int(),
  /** All sub-accounts of the campaign are shown as stopped, and their settlements were read since. */
  isHeld: z.boolean(),
  /** Parts of settlements that the provider may pay out all the same, because they began before the stop. */
  leaving: z.int(),
})
type Row = z.output<typeof exposureSchema>
/**
 * What Ajo loses if the owner never pays. The provider may take every return from the main account and pay the owner in full on the next
 * day, so only payouts that it shows as stopped cover a return.
 */
type CampaignExposure = Row & { exposure: number }

/** The sum over campaigns is read again after this time, unless it is far from its cap or has reached it. */
const cachedMs = 10_000
/** What other processes send meanwhile does not use up the rest. */
const farPart = 0.5

type Return = {
  campaignId: string
  amount: number
  isSent: boolean
  /** A payment on hold that the organiser does not have yet: it covers its own return while the payouts are stopped. */
  isHeldBack?: boolean
}

/** The provider takes a return from the main account at once and lists it on the same day. Later only a payout pays for it. */
const takenWithinMs = 3 * 86_400_000

type Deps = LedgerDeps & { caps: ExposureCaps }

export function exposures(deps: Deps) {
  let total: { at: number; kobo: number } | undefined
  const isWithinTotal = async (queries: Queries, added: number) => {
    const { inTotal } = deps.caps
    const at = deps.now().getTime()
    if (total && at - total.at < cachedMs) {
      if (total.kobo + added > inTotal) return false
      if (total.kobo + added <= inTotal * farPart) return true
    }
    const rows = await listExposures({ ...deps, database: queries })
    total = { at, kobo: sum(rows.map(({ exposure }) => exposure)) }
    return total.kobo + added <= inTotal
  }
  return {
    listExposures: () => listExposures(deps),

    /**
     * Whether a further return of this amount to a donor of the campaign keeps all caps. `isSent`: the caller's transaction also stores
     * that the return is sent, one after the other. One that does not is sent when the payouts of the campaign are stopped.
     */
    async isWithinExposure(
      queries: Queries,
      { campaignId, amount, isSent, isHeldBack }: Return,
    ): Promise<boolean> {
      const { caps } = deps
      const rows = await listExposures({ ...deps, database: queries }, campaignId)
      const own = rows.find((row) => row.campaignId === campaignId)
      const added = isHeldBack && own?.isHeld ? 0 : toAdded(own, amount)
      if (added === 0) return true
      const ofOwner = sum(rows.map(({ exposure }) => exposure))
      const isWithin =
        (own?.exposure ?? 0) + added <= caps.perCampaign &&
        ofOwner + added <= caps.perOwner &&
        (await isWithinTotal(queries, added))
      if (isWithin && isSent && total) total.kobo += added
      return isWithin
    },

    /** What is held, for a further return of the campaign. */
    async getCover(queries: Queries, campaignId: string): Promise<number> {
      const rows = await listExposures({ ...deps, database: queries }, campaignId)
      return Math.max(0, -toBalance(rows.find((row) => row.campaignId === campaignId)))
    },
  }
}

type HoldDeps = Deps &
  Pick<PaymentDeps, 'publicUrl'> & { outbox: Outbox; content: Pick<ContentStore, 'findUserByUid'> }

export const holdOverCapsJob = (deps: HoldDeps): Task => ({
  name: holdOverCapsTask,
  lane: 'payments',
  cron: '* * * * *',
  run: () => holdOverCaps(deps),
})

/**
 * Stops the payouts of campaigns over a cap, and of those with a refund that waits for it, and ends the stop when it has no reason left.
 * A person may release it: then it starts again only with the next return.
 */
async function holdOverCaps(deps: HoldDeps): Promise<void> {
  const { database, mode, now, caps } = deps
  const rows = await listExposures(deps)
  const atRisk = (row: Row) => row.unrecoveredOfMain + row.open
  const owners = Map.groupBy(rows, ({ ownerUid }) => ownerUid)
  const over = rows.filter((row) => {
    const ofOwner = sum((owners.get(row.ownerUid) ?? []).map(atRisk))
    return atRisk(row) > 0 && (atRisk(row) > caps.perCampaign || ofOwner > caps.perOwner)
  })
  const wanted = over.map(({ campaignId }) => campaignId)
  const changes = await database.rows(
    z.object({
      campaignId: z.string(),
      isOpen: z.boolean(),
      ownerUid: z.string(),
      title: z.string(),
    }),
    sql`
    with stopped as (
      select campaign_id from payout_stop where kind = 'exposure' and ended_at is null),
    wanted as (
      select campaign_id from unnest(${wanted}::text[]) over (campaign_id)
      where not exists (
        select from payout_stop released where released.campaign_id = over.campaign_id and kind = 'exposure'
          and ended_by is not null and ended_at >= greatest(
            (select max(created_at) from refund
              where refund.campaign_id = over.campaign_id and mode = ${mode} and state <> 'given-up'),
            (select max(booked_at) from ledger_entry entry where entry.campaign_id = over.campaign_id and mode = ${mode}
              and kind <> 'charge' and reversal_key is not null)))
      union
      select campaign_id from refund where mode = ${mode} and state = 'held' and problem = 'exposure'
      union
      select booked_in from quarantined_payment where mode = ${mode} and state = 'refunding' and claimed_until is null)
    select campaign_id as "campaignId", stopped.campaign_id is not null as "isOpen", owner_uid as "ownerUid", title
    from stopped full join wanted using (campaign_id)
    cross join lateral (
      select owner_uid, campaign_title as title from donation where donation.campaign_id = coalesce(
        stopped.campaign_id, wanted.campaign_id) limit 1) subject
    where stopped.campaign_id is null or wanted.campaign_id is null
    order by campaign_id`,
  )
  for (const { campaignId, isOpen, ownerUid, title } of changes) {
    const stop = { campaignId, kind: 'exposure', at: now() } as const
    const owner = isOpen ? undefined : await deps.content.findUserByUid(ownerUid)
    await database.transaction(async (queries) => {
      if (isOpen) return void (await endStop(queries, stop))
      await startStop(queries, stop)
      if (!owner) return
      const url = new URL(`/dashboard/campaign/${campaignId}/money`, deps.publicUrl).href
      const reader = { to: owner.email, language: await findLanguage(queries, ownerUid) }
      const mail = payoutsHeldMail(reader, { title, url })
      await deps.outbox.enqueue(
        queries,
        mail,
        `exposure hold ${campaignId} ${stop.at.toISOString()}`,
      )
    })
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/** Negative: what is held covers more than this. */
const toBalance = (row: Row | undefined) => {
  if (row === undefined) return 0
  return row.isHeld
    ? row.receivable + row.open + row.leaving - row.held
    : row.unrecovered + row.open
}

const toAdded = (row: Row | undefined, amount: number) =>
  Math.min(amount, Math.max(0, toBalance(row) + amount))

/**
 * Whether the report about a refund counts in its place. The report can come before the response to the request, and then belongs to the
 * only refund of its donation that was sent. What is final is booked before the refund's own state follows.
 */
const isReported = sql`exists (
  select from provider_refund made
  where made.campaign_id = refund.campaign_id and made.mode = refund.mode and case when refund.state = 'sent'
    then made.donation_id = refund.donation_id and made.amount_kobo = refund.amount_kobo and made.dispute_id is null
      and made.status <> 'failed' and coalesce(made.created_at, made.asked_at) >= refund.created_at - interval '1 hour'
      and not exists (
        select from refund known
        where known.campaign_id = made.campaign_id and known.mode = made.mode and known.refund_id = made.refund_id)
    else made.refund_id = refund.refund_id and made.status in ('processed', 'failed') end)`

/** The campaigns with claims or returns, largest exposure first; or all campaigns of one campaign's owner. */
async function listExposures(
  { database, mode, now }: Pick<LedgerDeps, 'mode' | 'now'> & { database: Queries },
  campaignId?: string,
): Promise<CampaignExposure[]> {
  const ofOwner = sql`of_owner as materialized (
    select distinct other.campaign_id from campaign_day other where other.mode = ${mode} and other.owner_uid = (
      select owner_uid from donation where campaign_id = ${campaignId ?? ''} limit 1)),`
  const owned = campaignId === undefined ? sql`` : ofOwner
  const filter =
    campaignId === undefined
      ? sql``
      : sql`and total.campaign_id in (select campaign_id from of_owner)`
  const rows = await database.rows(
    exposureSchema,
    sql`
    with ${owned} open as (
      select campaign_id, sum(kobo) as kobo from (
        select campaign_id, amount_kobo as kobo from refund
        where mode = ${mode} and state in ('sent', 'known', 'needs-attention') and not ${isReported}
        union all
        select campaign_id, amount_kobo from provider_refund made
        where mode = ${mode} and status not in ('processed', 'failed') and not exists (
          select from refund where refund.campaign_id = made.campaign_id and refund.mode = made.mode and refund.refund_id = made.refund_id)
        union all
        select booked_in, (seen ->> 'amount')::bigint from quarantined_payment claimed
        where mode = ${mode} and claimed_until is not null and not exists (
          select from provider_refund made where made.mode = claimed.mode and made.transaction_id = claimed.transaction_id
            and status <> 'failed' and (made.refund_id = claimed.refund_id or trim(merchant_note) = 'Ajo ' || claimed.id))
        union all
        select dispute.campaign_id, coalesce(dispute.refund_kobo, paid.amount_kobo) from provider_dispute dispute
        join provider_payment paid on paid.campaign_id = dispute.campaign_id and paid.donation_id = dispute.donation_id
        where dispute.mode = ${mode} and dispute.status not in ('resolved', 'archived')) claim
      group by campaign_id),
    taken as (
      select campaign_id, sum(donor_clearing_kobo + owner_receivable_kobo) as of_main from ledger_entry total
      where mode = ${mode} and kind in ('deduction', 'recovery', 'owner_repayment') ${filter} group by campaign_id),
    stopped as (
      select total.campaign_id, bool_and(state = 'in-force' and coalesce(asked_at > in_force_since, not exists (
          select from donation where donation.campaign_id = total.campaign_id and donation.mode = ${mode}
            and donation.sub_account_code = total.sub_account_code))) as is_held
      from payout_hold total
      left join sub_account_campaign asked on asked.mode = total.mode and asked.campaign_id = total.campaign_id
        and asked.sub_account_code = total.sub_account_code
      where total.mode = ${mode} and state <> 'released' ${filter} group by total.campaign_id),
    leaving as (
      select line.campaign_id, sum(line.kobo) as kobo from settlement
      cross join lateral (
        select campaign_id, sum(share_kobo) as kobo from settlement_line total
        where total.mode = settlement.mode and total.settlement_id = settlement.settlement_id ${filter} group by campaign_id) line
      where settlement.mode = ${mode} and status <> 'success' and sub_account_code is not null group by line.campaign_id),
    position as (
      select campaign_id, sum(owner_receivable_kobo)::bigint as receivable,
        greatest(0, -sum(donor_clearing_kobo))::bigint as undeducted, -sum(donor_clearing_kobo) as clearing,
        sum(platform_loss_kobo) as loss,
        (-sum(payable_held_kobo))::bigint as held, (-sum(payable_due_kobo + payable_held_kobo))::bigint as available
      from campaign_total total
      where mode = ${mode} and campaign_id <> 'platform' ${filter}
      group by campaign_id)
    select position.campaign_id as "campaignId", subject.owner_uid as "ownerUid", subject.title, receivable, undeducted,
      greatest(0, clearing + coalesce(of_main, 0) - loss)::bigint as unrecovered,
      greatest(0, least(clearing, recent.kobo) + coalesce(of_main, 0) - loss)::bigint as "unrecoveredOfMain",
      available, held, coalesce(is_held, false) as "isHeld",
      coalesce(leaving.kobo, 0)::bigint as leaving, coalesce(open.kobo, 0)::bigint as open
    from position left join open using (campaign_id)
    left join taken using (campaign_id) left join stopped using (campaign_id) left join leaving using (campaign_id)
    cross join lateral (
      select coalesce(-sum(donor_clearing_kobo), 0) as kobo from ledger_entry recent
      where recent.campaign_id = position.campaign_id and recent.mode = ${mode} and recent.kind <> 'charge'
        and donor_clearing_kobo < 0 and booked_at > least(${new Date(now().getTime() - takenWithinMs)}::timestamptz, (
          select coalesce(max(read_until), '-infinity') - interval '1 day' from balance_read where mode = ${mode}))) recent
    cross join lateral (
      select owner_uid, campaign_title as title from donation where donation.campaign_id = position.campaign_id limit 1) subject
    where receivable <> 0 or undeducted <> 0 or of_main <> 0 or open.kobo is not null
      or position.campaign_id = ${campaignId ?? ''}`,
  )
  return rows
    .map((row) => ({ ...row, exposure: Math.max(0, toBalance(row)) }))
    .toSorted((one, other) => other.exposure - one.exposure)
}

type AlarmDeps = LedgerDeps &
  Pick<Foundation, 'outbox' | 'publicUrl' | 'adminEmail'> & {
    caps: ExposureCaps
    exposures: { listExposures: () => Promise<CampaignExposure[]> }
  }

type AlarmTab = 'differences' | 'exposure' | 'quarantine'
/** A mail with this key is sent once. */
type Alarm = { key: string; subject: string; text: string; tab: AlarmTab }

/** Part of a cap at which the admin is told. */
const warnedPart = 0.8

/** Mails the admin about payments on hold, differences, items that keep failing, holds that are not in force, and exposure near its caps. */
export function moneyAlarms(deps: AlarmDeps): Task {
  return {
    name: 'send-money-alarms',
    lane: 'maintenance',
    cron: '*/5 * * * *',
    async run() {
      const finders = [
        findOnHold,
        findOpenDifferences,
        findFailingItems,
        findFailedHolds,
        findExposure,
        findStopsOverCap,
      ]
      const sent = await Promise.allSettled(
        finders.map(async (find) => {
          for (const { key, ...alarm } of await find(deps))
            await deps.database.transaction((queries) =>
              deps.outbox.enqueue(queries, moneyAlarmMail(deps, alarm), key),
            )
        }),
      )
      // One kind that cannot be read does not stop the others.
      for (const result of sent) if (result.status === 'rejected') throw result.reason
    },
  }
}

/** To the admin. */
export function moneyAlarmMail(
  { adminEmail, publicUrl }: Pick<AlarmDeps, 'adminEmail' | 'publicUrl'>,
  { subject, text, tab }: Omit<Alarm, 'key'>,
): Mail {
  const url = new URL(`/dashboard/admin?tab=${tab}`, publicUrl).href
  return writeMail({ to: adminEmail, language: staffLanguage, reason: 'staff' }, subject, [
    text,
    { label: 'View details', url },
  ])
}

const newestSchema = z.object({ count: z.int(), newest: z.nullable(z.string()) })

/** One mail for all that are open, each time that there is a new one. */
async function findOpenDifferences({ database, mode }: AlarmDeps): Promise<Alarm[]> {
  const open = await database.row(
    newestSchema,
    sql`select count(*)::integer as count, max(extract(epoch from changed_at)::bigint)::text as newest from ledger_difference
        where mode = ${mode} and state = 'open'`,
  )
  if (!open?.newest) return []
  return [
    {
      key: `differences ${mode} ${open.newest}`,
      subject: `The ledger differs from the provider: ${open.count} open`,
      text: `${open.count} differences between the ledger and the payment provider are open. Find the cause of each, or acknowledge it with a reason.`,
      tab: 'differences',
    },
  ]
}

const onHoldSchema = z.object({ key: z.string(), count: z.int() })

/**
 * One mail for all that are on hold, each time that there is a new one or the refund of one has failed.
 */
async function findOnHold({ database }: AlarmDeps): Promise<Alarm[]> {
  const onHold = await database.rows(
    onHoldSchema,
    sql`with on_hold as (
          select *, (count(*) over ())::integer as count from quarantined_payment
          where state = 'open')
        (select 'new ' || id as key, count from on_hold order by created_at desc, id desc limit 1)
        union all
        select 'refund ' || report.refund_id, count from on_hold join provider_refund report using (mode, transaction_id)
        where report.status = 'failed'`,
  )
  return onHold.map(({ key, count }) => ({
    key: `on hold ${key}`,
    subject: `Payments on hold: ${count}`,
    text: `${count} payments, refunds or disputes are on hold, because they do not match a donation. The provider has the money, and it does not count until an admin decides. The provider decides a dispute without us after its deadline.`,
    tab: 'quarantine',
  }))
}

const failingSchema = z.object({ kind: z.string(), count: z.int(), newest: z.string() })

/** One mail for each kind: items of one kind are tried equally often, so that the one that failed first is reported first. */
async function findFailingItems({ database, mode }: AlarmDeps): Promise<Alarm[]> {
  const failing = await database.rows(
    failingSchema,
    sql`select kind, count(*)::integer as count, max(extract(epoch from first_failed_at)::bigint)::text as newest from failing_item
        where mode = ${mode} and attempts >= ${attemptsToAlarm} group by kind order by kind`,
  )
  return failing.map(({ kind, count, newest }) => ({
    key: `failing items ${mode} ${kind} ${newest}`,
    subject: `Payments keep failing: ${count} of the kind "${kind}"`,
    text: `${count} items of the kind "${kind}" failed at least ${attemptsToAlarm} times. The others went on.`,
    tab: 'differences',
  }))
}

const holdSchema = z.object({ id: z.string(), state: z.string(), reason: z.nullable(z.string()) })

/** A hold that is not in force, and one that the provider does not release. */
async function findFailedHolds({ database, mode, now }: AlarmDeps): Promise<Alarm[]> {
  const holds = await database.rows(
    holdSchema,
    sql`select campaign_id || ' ' || sub_account_code || ' ' || requested_at as id, state, reason from payout_hold hold
        where mode = ${mode} and (state = 'failed' or (state = 'in-force' and attempts >= ${attemptsToAlarm} and not exists (
          select from ${selectStops(now())} stop where stop.campaign_id = hold.campaign_id))) limit 100`,
  )
  return holds.map(({ id, state, reason }) => ({
    key: `hold ${mode} ${id} ${state}`,
    ...(state === 'failed' ? notOnHold : stillOnHold)(reason ?? 'no response'),
    tab: 'exposure',
  }))
}

const notOnHold = (reason: string) => ({
  subject: 'Payouts that must be on hold are not',
  text: `The payouts of a campaign could not be stopped at the provider: ${reason}. The request is repeated. You can stop them on the provider's pages.`,
})
const stillOnHold = (reason: string) => ({
  subject: 'Payouts of a campaign are still on hold',
  text: `The payouts of a campaign that is no longer frozen could not be released at the provider: ${reason}. The request is repeated. You can release them on the provider's pages.`,
})

/** Campaigns whose payouts were stopped because of a cap. */
async function findStopsOverCap({ database }: AlarmDeps): Promise<Alarm[]> {
  const stops = await database.rows(
    z.object({ key: z.string(), title: z.string() }),
    sql`select stop.campaign_id || ' ' || stop.id as key, subject.title from payout_stop stop
        cross join lateral (
          select campaign_title as title from donation where donation.campaign_id = stop.campaign_id limit 1) subject
        where kind = 'exposure' and ended_at is null limit 100`,
  )
  return stops.map(({ key, title }) => ({
    key: `stop over cap ${key}`,
    subject: `Payouts of "${title}" are on hold: over a cap`,
    text: `Refunds and disputes of "${title}" are above a cap, so its payouts are being stopped at the provider. They go on when what was returned is recovered, or when a reviewer releases them.`,
    tab: 'exposure',
  }))
}

async function findExposure({ mode, now, caps, exposures }: AlarmDeps): Promise<Alarm[]> {
  const rows = await exposures.listExposures()
  const day = now().toISOString().slice(0, 10)
  const sum = (of: CampaignExposure[]) => of.reduce((total, { exposure }) => total + exposure, 0)
  const owners = [...Map.groupBy(rows, ({ ownerUid }) => ownerUid)]
  const found = [
    ...rows.map(({ campaignId, title, exposure }) => ({
      id: campaignId,
      name: `"${title}"`,
      exposure,
      cap: caps.perCampaign,
    })),
    ...owners.map(([uid, of]) => ({
      id: uid,
      name: 'one organiser',
      exposure: sum(of),
      cap: caps.perOwner,
    })),
    { id: 'all', name: 'all campaigns', exposure: sum(rows), cap: caps.inTotal },
  ]
  return found
    .filter(({ exposure, cap }) => exposure > 0 && exposure >= cap * warnedPart)
    .map(({ id, name, exposure, cap }) => ({
      key: `exposure ${mode} ${id} ${day}`,
      subject: `${brand} may lose ${formatNaira(kobo(exposure))} by ${name}`,
      text: `Refunds and disputes of ${name} exceed what is not paid out by ${formatNaira(kobo(exposure))}. At ${formatNaira(kobo(cap))} further refunds wait.`,
      tab: 'exposure' as const,
    }))
}
