import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Database } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'
import type { Counters } from './counters.ts'
import { donations } from '../policy/rate-limit-policies.ts'
import { toBlockName, type ScopeValues } from './scopes.ts'
import { failedCardAlarm, unpaidDonationLimit } from './thresholds.ts'

const scopesOfAttempts = ['network', 'campaign', 'global'] as const

/** Started donations and who started them. Detects card testing: many donations are started and few are paid. */
export type CheckoutAttempts = ReturnType<typeof openCheckoutAttempts>

type CheckoutAttemptDeps = { database: Database; counters: Counters; now: () => Date }

export function openCheckoutAttempts(deps: CheckoutAttemptDeps) {
  const { database, counters, now } = deps
  const toKey = (per: keyof ScopeValues, value: string) =>
    counters.toKey(toBlockName(donations, per, value))
  const globalKey = toKey('global', '')
  const since = (ms: number) => new Date(now().getTime() - ms)

  return {
    /**
     * Records the attempt before the donation starts, so that simultaneous attempts count each other. Returns the scopes with too many
     * unpaid donations, and blocks them. Donors who proved their address do not count there.
     */
    async start(scopes: ScopeValues) {
      const id = randomUUID()
      const { network, campaign = '', email, 'proven-email': proven } = scopes
      const isProven = proven !== undefined
      const address = isProven ? toKey('proven-email', proven) : email && toKey('email', email)
      const keys = { network: toKey('network', network), campaign: toKey('campaign', campaign) }
      await database.run(sql`
        insert into checkout_attempt (id, network_key, email_key, campaign_key, begun_at, is_proven)
        values (${id}, ${keys.network}, ${address ?? null}, ${keys.campaign}, ${now()}, ${isProven})`)
      if (isProven) return { id, exceeded: [] }
      const counted = await database.rows(
        recentRow,
        selectRecent(keys, since(unpaidDonationLimit.windowMs)),
      )
      const exceeded = counted.filter(isMostlyUnpaid).map(({ per }) => per)
      for (const per of exceeded)
        await counters.extend(per === 'global' ? globalKey : keys[per], unpaidDonationLimit.blockMs)
      return { id, exceeded }
    },
    /** Links the attempt to the donation that it started, or deletes it if no donation was started. */
    async finish(id: string, accessCode: string | undefined) {
      // A resubmitted form leads to the same donation and counts as the same attempt.
      await database.run(sql`
        with ended as (delete from checkout_attempt where id = ${id} returning *)
        insert into checkout_attempt (id, network_key, email_key, campaign_key, begun_at, is_proven)
        select ${accessCode ?? ''}, network_key, email_key, campaign_key, begun_at, is_proven from ended
        where ${accessCode !== undefined} on conflict do nothing`)
    },
    /** Blocks scopes with too many failed cards and returns the blocks that are new. */
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
        const { count } = await counters.increment(`failing ${key.toString('hex')}`, blockMs)
        if (count > 1) continue
        await counters.extend(key, blockMs)
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

const recentRow = z.object({ per: z.enum(scopesOfAttempts), started: z.int(), paid: z.int() })

const isMostlyUnpaid = ({ per, started, paid }: z.output<typeof recentRow>) =>
  started > unpaidDonationLimit.max[per] && started - paid >= unpaidDonationLimit.share * started

const joinDonation = sql`
  left join donation_access_code on donation_access_code.access_code = attempt.id
  left join donation on donation.campaign_id = donation_access_code.campaign_id
    and donation.id = donation_access_code.donation_id`

const isPaid = sql`coalesce(donation.state = 'paid', false)`

const selectRecent = (keys: { network: Buffer; campaign: Buffer }, since: Date) => sql`
  select per, count(*) as started, count(*) filter (where is_paid) as paid
  from (
    ${selectNewest(sql`'network'`, { isMatch: sql`network_key = ${keys.network}`, since, max: 100 })}
    union all
    ${selectNewest(sql`'campaign'`, { isMatch: sql`campaign_key = ${keys.campaign}`, since, max: 100 })}
    union all
    ${selectNewest(sql`'global'`, { isMatch: sql`true`, since, max: 500 })}) as recent
  group by per`

/** The last 100 attempts are enough to judge a busy campaign, and the last 500 to judge all of them. */
const selectNewest = (
  per: Sql,
  { isMatch, since, max }: { isMatch: Sql; since: Date; max: number },
) => sql`
  (select ${per} as per, ${isPaid} as is_paid from checkout_attempt attempt ${joinDonation}
    where ${isMatch} and not is_proven and begun_at > ${since} order by begun_at desc limit ${max})`

const cardResultRow = z.object({ key: z.instanceof(Buffer), known: z.int(), failed: z.int() })

/** Leaves out donations that are neither paid nor failed: their donors may still be paying. */
const selectCardResults = (globalKey: Buffer, since: Date) => sql`
  select key, count(*) as known, count(*) filter (where has_failed) as failed
  from (
    select network_key, email_key, campaign_key, is_proven, not ${isPaid} as has_failed
    from checkout_attempt attempt ${joinDonation}
    left join provider_payment payment on payment.campaign_id = donation.campaign_id
      and payment.donation_id = donation.id
    where begun_at > ${since} and (${isPaid} or payment.status = 'failed')) as result,
    unnest(case when is_proven then array[email_key]
      else array[network_key, email_key, campaign_key, ${globalKey}::bytea] end) as key
  where key is not null group by key`
