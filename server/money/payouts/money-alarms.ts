import * as z from 'zod/mini'

import { formatNaira, kobo } from '#shared/money.ts'

import type { Foundation } from '../../providers/foundation.ts'
import { sql } from '../../platform/database/sql.ts'
import type { LedgerDeps } from '../ledger/provider-report.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { staffLanguage, writeMail } from '../../platform/mail/write-mail.ts'
import type { Task } from '../../platform/queue/queue.ts'
import { attemptsToAlarm } from '../../platform/queue/sweep.ts'
import { selectStops } from './payout-stops.ts'
import type { CampaignExposure, ExposureCaps } from './exposure.ts'

type Deps = LedgerDeps &
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
export function moneyAlarms(deps: Deps): Task {
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
  { adminEmail, publicUrl }: Pick<Deps, 'adminEmail' | 'publicUrl'>,
  { subject, text, tab }: Omit<Alarm, 'key'>,
): Mail {
  const url = new URL(`/dashboard/admin?tab=${tab}`, publicUrl).href
  return writeMail(adminEmail, staffLanguage, {
    reason: 'staff',
    subject,
    paragraphs: [text, { label: 'View details', url }],
  })
}

const newestSchema = z.object({ count: z.int(), newest: z.nullable(z.string()) })

/** One mail for all that are open, each time that there is a new one. */
async function findOpenDifferences({ database, mode }: Deps): Promise<Alarm[]> {
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
async function findOnHold({ database }: Deps): Promise<Alarm[]> {
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
async function findFailingItems({ database, mode }: Deps): Promise<Alarm[]> {
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
async function findFailedHolds({ database, mode, now }: Deps): Promise<Alarm[]> {
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
async function findStopsOverCap({ database }: Deps): Promise<Alarm[]> {
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

async function findExposure({ mode, now, caps, exposures }: Deps): Promise<Alarm[]> {
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
      subject: `Ajo may lose ${formatNaira(kobo(exposure))} by ${name}`,
      text: `Refunds and disputes of ${name} exceed what is not paid out by ${formatNaira(kobo(exposure))}. At ${formatNaira(kobo(cap))} further refunds wait.`,
      tab: 'exposure' as const,
    }))
}
