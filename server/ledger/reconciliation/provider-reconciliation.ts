import * as z from 'zod/mini'

import { sql } from '../../database/sql.ts'
import type { Books, LedgerParts } from '../ledger-deps.ts'
import type { Finding, Proof } from './ledger-check.ts'

type Parts = Books & Pick<LedgerParts, 'payments'>
type Span = { from: Date; to: Date }

const dayMs = 86_400_000
const provenDays = 35
const quietMs = 60_000

const sumsSchema = z.object({ count: z.int(), volume: z.int() })

/** Holds what we know of against what the provider says that it took in, as a whole and day by day. */
export function providerProof(parts: Parts) {
  return {
    async proveProvider(): Promise<Proof> {
      const begun = performance.now()
      const borders = await bordersOf(parts)
      const days = borders.slice(1).map((to, index): Span => ({ from: borders[index] ?? to, to }))
      const [first, last] = [borders[0], borders.at(-1)]
      const spans = first && last ? [{ from: first, to: last }, ...days] : days
      const findings: Finding[] = []
      for (const span of spans) findings.push(...(await differences(parts, span)))
      const tookMs = Math.round(performance.now() - begun)
      return { kind: 'provider', findings, checks: spans.length, tookMs, root: null }
    },
  }
}

async function differences(parts: Parts, span: Span): Promise<Finding[]> {
  const theirs = await parts.payments.totals(span)
  const ours = await knownIn(parts, span)
  if (ours.count === theirs.count && ours.volume === theirs.volume) return []
  return [
    {
      name: 'the provider took in what we know of',
      key: `${span.from.toISOString()} ${span.to.toISOString()}`,
      ours: `${ours.count} ${ours.volume}`,
      theirs: `${theirs.count} ${theirs.volume}`,
    },
  ]
}

/** What it told us itself, counted here or kept aside. */
async function knownIn({ database, mode }: Books, { from, to }: Span) {
  const sums = await database.row(
    sumsSchema,
    sql`select count(*)::integer as count, coalesce(sum(amount), 0)::bigint as volume from (
          select known.transaction_id, known.amount_kobo as amount, donation.created_at
          from provider_payment known
          join donation on donation.campaign_id = known.campaign_id and donation.id = known.donation_id
          where known.status = 'success' and known.mode = ${mode}
          union
          select quarantine.transaction_id, (seen->>'amount')::bigint, donation.created_at
          from quarantine
          join donation on donation.campaign_id = quarantine.campaign_id and donation.id = quarantine.donation_id
          where quarantine.mode = ${mode} and seen->>'status' = 'success') payment
        where created_at >= ${from} and created_at < ${to}`,
  )
  if (sums === undefined) throw new Error('a sum answered nothing')
  return sums
}

/** Midnights, moved on to a quiet minute: the provider writes a payment down a moment after we do. */
async function bordersOf(books: Books): Promise<Date[]> {
  const today = Math.floor(books.now().getTime() / dayMs) * dayMs
  const borders: Date[] = []
  for (let day = provenDays; day >= 0; day--)
    borders.push(await quietAfter(books, new Date(today - day * dayMs)))
  return borders
}

async function quietAfter({ database, mode }: Books, moment: Date): Promise<Date> {
  for (let tries = 0; tries < 60; tries++) {
    const at = new Date(moment.getTime() + tries * 2 * quietMs)
    const [before, after] = [at.getTime() - quietMs, at.getTime() + quietMs]
    const found = await database.row(
      z.object({ isBusy: z.boolean() }),
      sql`select exists (
            select from donation where mode = ${mode} and created_at >= ${new Date(before)} and created_at < ${new Date(after)}
          ) as "isBusy"`,
    )
    if (!found?.isBusy) return at
  }
  return moment
}
