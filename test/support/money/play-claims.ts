import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { exposureList } from '#server/staff/admin/money-lists.ts'
import { kobo } from '#shared/money.ts'
import { withoutCaps } from '#test/support/money/ledger.ts'
import { chidi, dada } from '#test/support/people/people.ts'

import type { MoneyStep } from './money-history.ts'
import type { Owner, Play } from './money-play.ts'

type ClaimStep = Extract<MoneyStep, { action: 'claim' }>

/** Two admins book a part of what the organiser owes as the ledger knows it, or what Ajo pays in at the provider. */
export async function playClaim({ world }: Play, owner: Owner, step: ClaimStep) {
  const campaignId = owner.campaigns[step.campaign]?.campaign.id ?? ''
  const { claim: kind, percent } = step
  const { database, ledgerDeps, clock } = world
  const owed = kind === 'top_up' ? 1_000_00 : await readReceivable(world, campaignId)
  const amount = kobo(Math.floor((owed * percent) / 100))
  if (amount === 0) return
  if (kind === 'top_up')
    await database.run(sql`
      insert into sandbox.balance_change (difference, cause, reason, created_at)
      values (${amount}, 'Transaction', 'Topup', ${clock.now})`)
  const list = exposureList({
    ...ledgerDeps,
    caps: { perCampaign: 0, perOwner: 0, inTotal: 0 },
    secondPersonAbove: kobo(0),
    exposures: withoutCaps(ledgerDeps),
  })
  const claim = {
    kind,
    amount,
    reason: 'By letter',
    document: 'Statement 7',
    ...(kind !== 'top_up' && { campaignId }),
  }
  // Equal claims of other steps are acts of their own.
  const reason = `${claim.reason} ${clock.now.toISOString()}`
  for (const { uid } of [chidi, dada]) await list.book({ ...claim, reason, uid })
  if (kind === 'owner_repayment') owner.claims.repaid += amount
  if (kind === 'top_up') owner.claims.toppedUp += amount
}

async function readReceivable({ database }: Play['world'], campaignId: string) {
  const row = await database.row(
    z.object({ kobo: z.int() }),
    sql`select coalesce(sum(owner_receivable_kobo), 0)::bigint as kobo from campaign_total where campaign_id = ${campaignId}`,
  )
  return row?.kobo ?? 0
}

/** What is given up and not undone, which depends on when the ledger heard of the reversals. */
export async function readGivenUp({ world, owners }: Play) {
  const rows = await world.database.rows(
    z.object({ ownerUid: z.string(), kobo: z.int() }),
    sql`select owner_uid as "ownerUid", sum(platform_loss_kobo)::bigint as kobo from ledger_entry
        where kind in ('write_off', 'write_off_undo') group by owner_uid`,
  )
  for (const { ownerUid, claims } of owners)
    claims.givenUp = rows.find((row) => row.ownerUid === ownerUid)?.kobo ?? 0
}
