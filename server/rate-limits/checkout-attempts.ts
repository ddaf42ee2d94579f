import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Database } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'
import type { Counters } from './counters.ts'
import { failedCardAlarm, unpaidDonationLimit } from './rate-limit-table.ts'
import type { Exceeded } from './rate-limiter.ts'
import { toBlockName, type ScopeValues } from './scopes.ts'

/** Started donations and who started them. Detects card testing: many donations are started and few are paid. */
export interface CheckoutAttempts {
  /** Records the attempt before the donation starts, so that simultaneous attempts count each other. */
  start: (scopes: ScopeValues) => Promise<{ id: string; exceeded: Exceeded[] }>
  /** Links the attempt to the donation that it started, or deletes it if no donation was started. */
  finish: (id: string, accessCode: string | undefined) => Promise<void>
  /** Blocks scopes with too many failed cards and returns the blocks that are new. */
  blockFailingCards: () => Promise<{ senders: number; isGlobal: boolean }>
  purge: () => Promise<void>
}

type CheckoutAttemptDeps = { database: Database; counters: Counters; now: () => Date }

const action = { name: 'donation' }

export function openCheckoutAttempts(deps: CheckoutAttemptDeps): CheckoutAttempts {
  const { database, counters, now } = deps
  const toKey = (per: keyof ScopeValues, value: string) =>
    counters.toKey(toBlockName(action, per, value))
  const globalKey = toKey('global', '')
  const since = (ms: number) => new Date(now().getTime() - ms)

  return {
    async start({ network, email, campaign = '' }) {
      const id = randomUUID()
      const keys = { network: toKey('network', network), campaign: toKey('campaign', campaign) }
      await database.run(sql`
        insert into checkout_attempt (id, network_key, email_key, campaign_key, begun_at)
        values (${id}, ${keys.network}, ${email === undefined ? null : toKey('email', email)},
          ${keys.campaign}, ${now()})`)
      const recent = await database.rows(
        recentRow,
        selectRecent(keys, since(unpaidDonationLimit.windowMs)),
      )
      return { id, exceeded: recent.filter(isMostlyUnpaid).map(toExceeded) }
    },
    async finish(id, accessCode) {
      // A resubmitted form leads to the same donation and counts as the same attempt.
      await database.run(sql`
        with ended as (delete from checkout_attempt where id = ${id} returning *)
        insert into checkout_attempt (id, network_key, email_key, campaign_key, begun_at)
        select ${accessCode ?? ''}, network_key, email_key, campaign_key, begun_at from ended
        where ${accessCode !== undefined} on conflict do nothing`)
    },
    async blockFailingCards() {
      const results = await database.rows(
        cardResultRow,
        selectCardResults(globalKey, since(failedCardAlarm.windowMs)),
      )
      const blocked = { senders: 0, isGlobal: false }
      for (const { key, known, failed } of results) {
        const isGlobal = key.equals(globalKey)
        const { minDonations, share, blockMs } = failedCardAlarm[isGlobal ? 'global' : 'sender']
        if (known < minDonations || failed < share * known) continue
        const { count } = await counters.increment(key, blockMs)
        if (count > 1) continue
        if (isGlobal) blocked.isGlobal = true
        else blocked.senders++
      }
      return blocked
    },
    async purge() {
      await database.run(
        sql`delete from checkout_attempt where begun_at <= ${since(failedCardAlarm.windowMs)}`,
      )
    },
  }
}

const recentRow = z.object({
  per: z.enum(['network', 'campaign']),
  started: z.int(),
  paid: z.int(),
  firstAt: z.date(),
})
type Recent = z.output<typeof recentRow>

const isMostlyUnpaid = ({ started, paid }: Recent) =>
  started > unpaidDonationLimit.max && started - paid >= unpaidDonationLimit.share * started

const toExceeded = ({ per, firstAt }: Recent): Exceeded => ({
  onExceed: per === 'network' ? 'refuse' : 'challenge',
  endsAt: new Date(firstAt.getTime() + unpaidDonationLimit.windowMs),
})

const joinDonation = sql`
  left join donation_access_code on donation_access_code.access_code = attempt.id
  left join donation on donation.campaign_id = donation_access_code.campaign_id
    and donation.id = donation_access_code.donation_id`

const isPaid = sql`coalesce(donation.state = 'paid', false)`

const selectRecent = (keys: { network: Buffer; campaign: Buffer }, since: Date) => sql`
  select per, count(*) as started, count(*) filter (where is_paid) as paid,
    min(begun_at) as "firstAt"
  from (
    ${selectLastHundred(sql`'network'`, sql`network_key = ${keys.network}`, since)}
    union all
    ${selectLastHundred(sql`'campaign'`, sql`campaign_key = ${keys.campaign}`, since)}) as recent
  group by per`

/** The last 100 attempts are enough to judge a busy campaign. */
const selectLastHundred = (per: Sql, isMatch: Sql, since: Date) => sql`
  (select ${per} as per, begun_at, ${isPaid} as is_paid from checkout_attempt attempt ${joinDonation}
    where ${isMatch} and begun_at > ${since} order by begun_at desc limit 100)`

const cardResultRow = z.object({ key: z.instanceof(Buffer), known: z.int(), failed: z.int() })

/** Leaves out donations that are neither paid nor failed: their donors may still be paying. */
const selectCardResults = (globalKey: Buffer, since: Date) => sql`
  select key, count(*) as known, count(*) filter (where has_failed) as failed
  from (
    select network_key, email_key, campaign_key, not ${isPaid} as has_failed
    from checkout_attempt attempt ${joinDonation}
    left join provider_payment payment on payment.campaign_id = donation.campaign_id
      and payment.donation_id = donation.id
    where begun_at > ${since} and (${isPaid} or payment.status = 'failed')) as result,
    unnest(array[network_key, email_key, campaign_key, ${globalKey}::bytea]) as key
  where key is not null group by key`
