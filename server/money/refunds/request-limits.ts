import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'
import type { Kobo } from '#shared/money.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import { donorRefundMs, type RefundNeed } from '#shared/refund.ts'

import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { RefundSettings } from './refund-deps.ts'

/** So many refunds a day an organiser requests without the password, if their sum is small. */
const countWithoutPassword = 5

const usedSchema = z.object({ count: z.int(), sum: koboSchema })

type Request = {
  by: { role: 'owner' | 'admin'; uid: string | null }
  mode: PaymentMode
  total: Kobo
  at: Date
}

/**
 * What a refund of this amount needs, by all that the person requested within 24 hours. Undefined if an organiser may request no more: a
 * stolen session, or an organiser who returns donations to friends before the payout, reaches a limit.
 */
export async function findNeeds(
  queries: Queries,
  { by, mode, total, at }: Request,
  settings: RefundSettings,
): Promise<RefundNeed[] | undefined> {
  const used = await queries.row(
    usedSchema,
    sql`select count(*)::integer as count, coalesce(sum(amount_kobo), 0)::bigint as sum from refund
        where requested_by = ${by.role} and requested_by_uid = ${by.uid} and cause = 'request' and mode = ${mode}
          and state <> 'given-up' and created_at > ${new Date(at.getTime() - donorRefundMs)}`,
  )
  const count = (used?.count ?? 0) + 1
  const sum = (used?.sum ?? 0) + total
  const second = sum > settings.secondPersonAbove ? (['second-person'] as const) : []
  if (by.role === 'admin') return [...second]
  if (count > settings.ownerRefundsPerDay || sum > settings.ownerRefundSumPerDay) return undefined
  const isLarge = sum > settings.ownerRefundPasswordAbove || count > countWithoutPassword
  return [
    ...(isLarge ? (['password'] as const) : []),
    ...(sum > settings.ownerRefundDelayAbove ? (['delay'] as const) : []),
    ...second,
  ]
}
