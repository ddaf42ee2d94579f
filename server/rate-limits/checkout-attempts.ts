import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Database } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'
import type { Closed } from './admission.ts'
import type { Attempts } from './attempts.ts'
import { failingCards, unpaidLimit } from './limit-table.ts'
import { breakerSubject, type Subjects } from './subjects.ts'

/** Donations that were begun, and by whom: cards are tried out by beginning many and paying none. */
export interface CheckoutAttempts {
  /** Writes one down before it begins, so that many at once see each other, and says what is closed to it. */
  begin: (subjects: Subjects) => Promise<{ id: string; closed: Closed[] }>
  /** It has become a donation with this receipt, or nothing. */
  finish: (id: string, receipt: string | undefined) => Promise<void>
  /** Holds up those whose cards fail. Says who is held up since now. */
  holdUpFailing: () => Promise<{ senders: number; everybody: boolean }>
  purge: () => Promise<void>
}

type Parts = { database: Database; attempts: Attempts; now: () => Date }

const donation = { name: 'donation' }

export function openCheckoutAttempts({ database, attempts, now }: Parts): CheckoutAttempts {
  const keyOf = (per: keyof Subjects, who: string) =>
    attempts.keyOf(breakerSubject(donation, per, who))
  const everybody = keyOf('everybody', '')
  const since = (ms: number) => new Date(now().getTime() - ms)

  return {
    async begin({ network, email, campaign = '' }) {
      const id = randomUUID()
      const keys = { network: keyOf('network', network), campaign: keyOf('campaign', campaign) }
      await database.run(sql`
        insert into checkout_attempt (id, network_key, email_key, campaign_key, begun_at)
        values (${id}, ${keys.network}, ${email === undefined ? null : keyOf('email', email)},
          ${keys.campaign}, ${now()})`)
      const recent = await database.rows(recentRow, recentSql(keys, since(unpaidLimit.withinMs)))
      return { id, closed: recent.filter(isUnpaid).map(closedBy) }
    },
    async finish(id, receipt) {
      // A form that is sent again leads to the same receipt, and is the same attempt.
      await database.run(sql`
        with ended as (delete from checkout_attempt where id = ${id} returning *)
        insert into checkout_attempt (id, network_key, email_key, campaign_key, begun_at)
        select ${receipt ?? ''}, network_key, email_key, campaign_key, begun_at from ended
        where ${receipt !== undefined} on conflict do nothing`)
    },
    async holdUpFailing() {
      const tallies = await database.rows(
        tallyRow,
        tallySql(everybody, since(failingCards.withinMs)),
      )
      const found = { senders: 0, everybody: false }
      for (const { key, known, failed } of tallies) {
        const isEverybody = key.equals(everybody)
        const { least, share, heldUpMs } = failingCards[isEverybody ? 'everybody' : 'sender']
        if (known < least || failed < share * known) continue
        const { count } = await attempts.count(key, heldUpMs)
        if (count > 1) continue
        if (isEverybody) found.everybody = true
        else found.senders++
      }
      return found
    },
    async purge() {
      await database.run(
        sql`delete from checkout_attempt where begun_at <= ${since(failingCards.withinMs)}`,
      )
    },
  }
}

const recentRow = z.object({
  per: z.enum(['network', 'campaign']),
  begun: z.int(),
  paid: z.int(),
  first_at: z.date(),
})
type Recent = z.output<typeof recentRow>

const isUnpaid = ({ begun, paid }: Recent) =>
  begun > unpaidLimit.most && begun - paid >= unpaidLimit.share * begun

const closedBy = ({ per, first_at }: Recent): Closed => ({
  over: per === 'network' ? 'refuse' : 'puzzle',
  endsAt: new Date(first_at.getTime() + unpaidLimit.withinMs),
})

const outcome = sql`
  left join donation_receipt on donation_receipt.receipt = attempt.id
  left join donation on donation.campaign_id = donation_receipt.campaign_id
    and donation.id = donation_receipt.donation_id`

const isPaid = sql`coalesce(donation.state = 'paid', false)`

const recentSql = (keys: { network: Buffer; campaign: Buffer }, since: Date) => sql`
  select per, count(*) as begun, count(*) filter (where is_paid) as paid, min(begun_at) as first_at
  from (
    ${lastHundred(sql`'network'`, sql`network_key = ${keys.network}`, since)}
    union all
    ${lastHundred(sql`'campaign'`, sql`campaign_key = ${keys.campaign}`, since)}) as recent
  group by per`

/** A busy campaign is judged by no more. */
const lastHundred = (per: Sql, isTheirs: Sql, since: Date) => sql`
  (select ${per} as per, begun_at, ${isPaid} as is_paid from checkout_attempt attempt ${outcome}
    where ${isTheirs} and begun_at > ${since} order by begun_at desc limit 100)`

const tallyRow = z.object({ key: z.instanceof(Buffer), known: z.int(), failed: z.int() })

/** A donation that is neither paid nor failed says nothing: its donor may be looking for the card. */
const tallySql = (everybody: Buffer, since: Date) => sql`
  select key, count(*) as known, count(*) filter (where has_failed) as failed
  from (
    select network_key, email_key, campaign_key, not ${isPaid} as has_failed
    from checkout_attempt attempt ${outcome}
    left join provider_payment payment on payment.campaign_id = donation.campaign_id
      and payment.donation_id = donation.id
    where begun_at > ${since} and (${isPaid} or payment.status = 'failed')) as told,
    unnest(array[network_key, email_key, campaign_key, ${everybody}::bytea]) as key
  where key is not null group by key`
