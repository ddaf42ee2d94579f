import * as z from 'zod/mini'

import { settlementStates, type ReceivedGift } from '#shared/campaign-money.ts'
import { paymentModes } from '#shared/donation.ts'
import { koboSchema } from '#shared/money.ts'

import { sql } from '../database/sql.ts'
import type { Books } from '../ledger/ledger-deps.ts'
import {
  courseColumns,
  courseJoined,
  courseSchema,
  shownStatus,
} from '../donations/donation-status.ts'
import type { Cursor } from '../donations/transactions.ts'
import type { Sealing } from '../runtime/sealing.ts'
import { settlementState } from './campaign-money.ts'
import { thankable } from '../supporters/thankable.ts'

const rowSchema = z.extend(courseSchema, {
  id: z.string(),
  emailSealed: z.instanceof(Buffer),
  anonymous: z.boolean(),
  message: z.string(),
  mode: z.enum(paymentModes),
  createdAt: z.date(),
  fee: koboSchema,
  platform: koboSchema,
  net: koboSchema,
  settlement: z.enum(settlementStates),
  settledAt: z.nullable(z.date()),
  canThank: z.boolean(),
})

type Question = { campaignId: string; limit: number; after?: Cursor | undefined }

/** The gifts of one campaign that came in, newest first, each with its four legs and where the owner's is. */
export function receivedGifts(parts: Books & { sealing: Sealing }) {
  const { database, mode, now, sealing } = parts

  const pageOf = async ({ campaignId, limit, after }: Question) => {
    const found = await database.rows(
      rowSchema,
      sql`
      select donation.id, donation.donor_email_sealed as "emailSealed", donation.anonymous, donation.message, donation.mode,
        donation.created_at as "createdAt", ${courseColumns}, legs.fee, legs.platform, legs.net,
        ${settlementState} as settlement, settlement.settled_at as "settledAt", ${thankable(now())} as "canThank"
      from donation
      ${courseJoined}
      cross join lateral (
        select sum(provider_kobo)::bigint as fee, sum(platform_kobo)::bigint as platform, sum(owner_kobo)::bigint as net
        from ledger_entry entry
        where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id) legs
      left join donation_settlement part on part.campaign_id = donation.campaign_id and part.donation_id = donation.id
      left join provider_settlement settlement on settlement.mode = part.mode and settlement.settlement_id = part.settlement_id
      where donation.campaign_id = ${campaignId} and donation.mode = ${mode} and donation.state = 'paid'
        ${after ? sql`and (donation.created_at, donation.id) < (${after.createdAt}, ${after.id}::uuid)` : sql``}
      order by donation.created_at desc, donation.id desc limit ${limit + 1}`,
    )
    return { gifts: found.slice(0, limit), hasMore: found.length > limit }
  }

  return {
    async listGifts(question: Question) {
      const { gifts, hasMore } = await pageOf(question)
      const last = hasMore ? gifts.at(-1) : undefined
      return {
        gifts: gifts.map((row) => shown(row, sealing)),
        next: last ? `${last.createdAt.getTime()}.${last.id}` : null,
      }
    },

    /** All of them, page after page: however many there are, few are held at a time. */
    async *allGifts(campaignId: string): AsyncGenerator<ReceivedGift> {
      let after: Cursor | undefined
      for (;;) {
        const { gifts, hasMore } = await pageOf({ campaignId, limit: 500, after })
        yield* gifts.map((row) => shown(row, sealing))
        after = gifts.at(-1)
        if (!hasMore) return
      }
    },
  }
}

function shown(row: z.output<typeof rowSchema>, sealing: Sealing): ReceivedGift {
  const { id, amount, returned, late, mode, message, fee, platform, net, settlement, canThank } =
    row
  return {
    id,
    contributor: row.anonymous ? 'Anonymous' : sealing.open('donor-email', row.emailSealed),
    amount,
    status: shownStatus(row),
    returned,
    late,
    mode,
    message,
    fee,
    platform,
    net,
    settlement,
    settledAt: row.settledAt?.toISOString() ?? null,
    canThank,
    createdAt: row.createdAt.toISOString(),
  }
}
