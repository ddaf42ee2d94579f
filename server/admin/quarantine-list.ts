import * as z from 'zod/mini'

import { kobo, koboSchema, type Kobo } from '#shared/money.ts'
import type { Quarantined } from '#shared/admin.ts'

import { sql } from '../database/sql.ts'
import type { LedgerParts } from '../ledger/ledger-deps.ts'

/** Refunds and disputes stand here as well, and know less. */
const factsSchema = z.object({
  amount: z.nullish(koboSchema),
  currency: z.nullish(z.string()),
  mode: z.nullish(z.string()),
  subAccountCode: z.nullish(z.string()),
})
const seenSchema = z.extend(factsSchema, { status: z.nullish(z.string()) })

const rowSchema = z.object({
  id: z.string(),
  mode: z.string(),
  state: z.enum(['open', 'refunding']),
  reason: z.string(),
  reference: z.string(),
  transactionId: z.int(),
  campaignId: z.nullable(z.string()),
  donationId: z.nullable(z.string()),
  at: z.date(),
  campaign: z.nullable(z.string()),
  expected: z.nullable(factsSchema),
  seen: seenSchema,
})
/** Money that was kept aside and that nobody has decided about. */
export type HeldMoney = z.output<typeof rowSchema>

const columns = sql`
  quarantine.id, quarantine.mode, quarantine.state, quarantine.reason, quarantine.reference,
  quarantine.transaction_id as "transactionId", quarantine.campaign_id as "campaignId", quarantine.donation_id as "donationId",
  quarantine.created_at as at, donation.campaign_title as campaign, quarantine.expected, quarantine.seen`
const joined = sql`
  from quarantine
  left join donation on donation.campaign_id = quarantine.campaign_id and donation.id = quarantine.donation_id
  where quarantine.resolved_at is null`

export function findHeld({ database }: Pick<LedgerParts, 'database'>, id: string) {
  return database.row(rowSchema, sql`select ${columns} ${joined} and quarantine.id::text = ${id}`)
}

/** What waits for a decision, longest first. */
export async function listHeld({ database, payments }: LedgerParts): Promise<Quarantined[]> {
  const found = await database.rows(
    rowSchema,
    sql`select ${columns} ${joined} order by quarantine.created_at, quarantine.id limit 100`,
  )
  return found.map((held) => {
    const { id, state, reason, reference, campaign, expected, seen } = held
    return {
      id,
      state,
      reason,
      reference,
      at: held.at.toISOString(),
      campaign,
      expected: expected && factsOf(expected),
      seen: factsOf(seen),
      canCredit: canCredit(held, payments.mode),
      canRefund: refundable(held, payments.mode) !== undefined,
    }
  })
}

const factsOf = (facts: z.output<typeof factsSchema>) => ({
  amount: facts.amount ?? null,
  currency: facts.currency ?? null,
  mode: facts.mode ?? null,
  subAccountCode: facts.subAccountCode ?? null,
})

/** A payment of a gift of ours: the provider may answer otherwise by now. */
export function canCredit({ donationId, mode, state }: HeldMoney, ours: string): boolean {
  return donationId !== null && mode === ours && state === 'open'
}

/**
 * What a donor would get back. Money of another world or currency is not ours to send, and where two payments carry one reference the
 * provider could take the wrong one: it is told which by the reference.
 */
export function refundable({ reason, seen, mode }: HeldMoney, ours: string): Kobo | undefined {
  const isOurs = mode === ours && seen.mode === ours && seen.currency === 'NGN'
  const isOnePayment = !/transaction|^(refund|dispute) /.test(reason)
  return isOurs && isOnePayment && seen.status === 'success' && (seen.amount ?? 0) > 0
    ? kobo(seen.amount ?? 0)
    : undefined
}
