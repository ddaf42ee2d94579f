import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { liftFreeze, confirmsUnfreeze } from '#server/staff/moderation/decisions.ts'
import { openCampaignHistory } from '#server/campaigns/lifecycle/campaign-history.ts'
import { openConflicts } from '#server/staff/moderation/conflicts.ts'
import { sql } from '#server/platform/database/sql.ts'
import { Refused } from '#server/platform/http/context.ts'
import { listStops, openStopReleases, startStop } from '#server/money/payouts/payout-stops.ts'
import type { StoredCampaign } from '#server/providers/content/content.ts'

import type { MoneyStep } from './money-history.ts'
import type { Owner, Play } from './money-play.ts'
import { chidi, dada } from '#test/support/people/people.ts'

type StopStep = Extract<MoneyStep, { campaign: number; person: number }>

const hourMs = 3_600_000
const people = [chidi, dada]

/** What reviewers do with the payouts of a campaign. Each act is applied at the provider at once, as its job does. */
export async function playStop(play: Play, owner: Owner, step: StopStep) {
  const campaign = owner.campaigns[step.campaign]?.campaign
  if (!campaign) throw new Error('no campaign')
  const found = { ...campaign, status: 'approved' } as unknown as StoredCampaign
  try {
    await act(play, found, step)
  } catch (error) {
    // Nothing to release, or the same person twice.
    if (!(error instanceof Refused)) throw error
  }
  await play.world.applyPayoutHolds()
}

async function act({ world }: Play, campaign: StoredCampaign, step: StopStep) {
  const { database, clock, ledgerDeps } = world
  const { id: campaignId } = campaign
  const now = () => clock.now
  const person = people[step.person % people.length] ?? chidi
  switch (step.action) {
    case 'freeze':
      return database.run(sql`
        insert into campaign_freeze (campaign_id, reason, actor_uid, at)
        values (${campaignId}, 'A report', 'reviewer', ${now()}) on conflict do nothing`)
    case 'unfreeze':
      return database.transaction(async (queries) => {
        const history = openCampaignHistory(database)
        const deps = { history, outbox: { enqueue: async () => {} }, publicUrl: '', now }
        const lifted = { campaign, owner: undefined, actorUid: person.uid }
        if (await confirmsUnfreeze(deps, queries, lifted)) await liftFreeze(deps, queries, lifted)
      })
    case 'stop':
      return database.transaction((queries) =>
        startStop(queries, {
          campaignId,
          kind: step.kind,
          at: now(),
          subAccountCode: campaign.bankAccount.subAccountCode,
          ...(step.kind === 'bank-account' && { until: new Date(now().getTime() + 72 * hourMs) }),
          ...(step.kind === 'reviewer' && { askedBy: chidi.uid }),
        }),
      )
    case 'release':
      return openStopReleases({
        secondPersonAbove: kobo(1e15),
        database,
        content: { findCampaign: async () => campaign },
        conflicts: openConflicts({ sealing: ledgerDeps.sealing }),
        mode: 'sandbox',
        now,
      }).release(campaign, { ...person, kind: 'user' }, { kind: step.kind, reason: 'I called.' })
  }
}

/** Whether any campaign that the account pays has a reason not to be paid. */
export async function isStopped({ world }: Play, { campaigns, played }: Owner, code: string) {
  for (const [index, { account, campaign }] of campaigns.entries()) {
    if (account.code !== code) continue
    const stops = await listStops(world.database, campaign.id, world.clock.now)
    // A freeze names no account, so it holds those of donations, of the account number and of earlier stops.
    const hasDonation = played.some(({ payment }) => payment.campaign === index)
    const isKnown = hasDonation || (await wasStopped({ world }, campaign.id))
    if (stops.some(({ kind }) => kind !== 'freeze' || isKnown)) return true
  }
  return false
}

async function wasStopped({ world }: Pick<Play, 'world'>, campaignId: string) {
  const stop = await world.database.row(
    z.object({ found: z.boolean() }),
    sql`select exists (select from payout_stop where campaign_id = ${campaignId}) as found`,
  )
  return stop?.found ?? false
}

/** Accounts that are on hold at the provider without a reason, or not on hold with one. */
export async function listWronglyHeld(play: Play): Promise<string[]> {
  const wrong: string[] = []
  for (const owner of play.owners)
    for (const { code } of owner.accounts) {
      const found = await play.world.payments.subAccounts.find(code)
      if (found?.isHeld !== (await isStopped(play, owner, code))) wrong.push(code)
    }
  return wrong
}
