import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openCoverWorld } from '#test/support/money/cover-world.ts'

import { sql } from '../../platform/database/sql.ts'
import { mayAct } from '../payouts/payout-stops.ts'
import type { RefundSettings } from './refund-rows.ts'

const { database } = await freshDatabase()

/** Each is a donation that is paid first. `npm run test:long` tries more. */
const tries = process.env['TESTS'] === 'quick' ? 24 : 64
const amount = 1_000_00
const caps = { perCampaign: 1e15, perOwner: 1e15, inTotal: 1e15 }

/** Refunds of as many donations of one donor, requested at the same time by the organiser or by the donor. */
async function refundAll(
  limits: Partial<RefundSettings>,
  { isConfirmed = true, isByDonor = false } = {},
) {
  const at = await openCoverWorld(database, { refundDebits: 'main', caps, limits })
  const references: string[] = []
  for (let number = 0; number < tries; number++)
    references.push(await at.donate(amount, 'donor@example.com'))
  const by = isByDonor
    ? ({ role: 'donor', uid: null } as const)
    : ({ role: 'owner', uid: at.ownerUid } as const)
  const outcomes = await Promise.all(
    references.map((reference) => at.refund(reference, amount, by, isConfirmed)),
  )
  const row = await database.row(
    z.object({ stored: z.int(), alone: z.int(), delayed: z.int() }),
    sql`select count(*)::integer as stored, (count(*) filter (where not needs_second))::integer as alone,
          (count(*) filter (where state = 'requested' and next_attempt_at > clock_timestamp() + interval '20 hours'))::integer as delayed
        from refund`,
  )
  const requested = outcomes.filter(({ kind }) => kind === 'requested').length
  return { requested, ...row }
}

describe(`of ${tries} refunds that an organiser requests at the same time`, () => {
  it('as many are stored as a day allows', async () => {
    expect(await refundAll({ ownerRefundsPerDay: 10 })).toMatchObject({ requested: 10, stored: 10 })
  })

  it('as many are stored as the sum of a day allows', async () => {
    const limits = { ownerRefundSumPerDay: kobo(20_000_00) }
    expect(await refundAll(limits)).toMatchObject({ requested: 20, stored: 20 })
  })

  it('those above the sums of the ladder wait for a day, and for a second person', async () => {
    const limits = { ownerRefundDelayAbove: kobo(7_000_00), secondPersonAbove: kobo(5_000_00) }
    expect(await refundAll(limits)).toMatchObject({ stored: tries, alone: 5, delayed: tries - 7 })
  })

  it('as many are stored without the password as it is not asked for', async () => {
    const limits = { ownerRefundPasswordAbove: kobo(3_000_00) }
    expect(await refundAll(limits, { isConfirmed: false })).toMatchObject({
      requested: 3,
      stored: 3,
    })
  })
})

describe(`of ${tries} refunds that a donor requests at the same time`, () => {
  it.each([{ donorRefundsPerDay: 10 }, { donorRefundNairaPerDay: 10_000 }])(
    'as many are stored as a day allows: %o',
    async (limits) => {
      const stored = { requested: 10, stored: 10 }
      expect(await refundAll(limits, { isByDonor: true })).toMatchObject(stored)
    },
  )
})

it(`of ${tries} acts of one admin at the same time, as many are done alone as the sum of a day allows`, async () => {
  const act = { campaignId: null, amount: kobo(amount), uid: 'admin', reason: 'A letter' }
  const done = await Promise.all(
    Array.from({ length: tries }, (_, number) =>
      database.transaction((queries) =>
        mayAct(
          queries,
          { ...act, name: 'dismiss', subject: String(number), at: new Date() },
          kobo(12_500_00),
        ),
      ),
    ),
  )
  expect(done.filter(Boolean)).toHaveLength(12)
})
