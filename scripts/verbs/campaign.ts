import * as z from 'zod/mini'

import { recordAction } from '#server/staff/admin/audit-log.ts'
import { sql } from '#server/platform/database/sql.ts'
import { listStops, startStop } from '#server/money/payouts/payout-stops.ts'
import type { StoredCampaign } from '#server/providers/content/content.ts'
import type { Services } from '#server/services.ts'
import { formatNaira, kobo } from '#shared/money.ts'

import type { Noun, Verb } from './verb.ts'

const findCampaign = async ({ content }: Services, word = '') =>
  (await content.findCampaignBySlug(word)) ?? (await content.findCampaign(word))

type Find = (services: Services, campaign: StoredCampaign) => ReturnType<Verb['find']>

const about = (find: Find): Verb => ({
  words: ['slug or id'],
  async find(services, [word]) {
    const campaign = await findCampaign(services, word)
    return campaign ? find(services, campaign) : `There is no campaign ${word}.`
  },
})

const findOpenCase = ({ database }: Services, { id }: StoredCampaign) =>
  database.row(
    z.object({ id: z.int() }),
    sql`select id from moderation_case where campaign_id = ${id} and closed_at is null`,
  )

const show: Verb = about(async (services, campaign) => {
  const { database, ledger, now } = services
  const { id, slug, title, status } = campaign
  const totals = (await ledger.campaignTotals([id])).get(id)
  const stops = await listStops(database, id, now())
  const raised = totals?.raised ?? kobo(0)
  const payouts =
    stops.length === 0 ? 'not on hold' : `on hold (${stops.map(({ kind }) => kind).join(', ')})`
  const reports = (await findOpenCase(services, campaign)) ? 'an open case' : 'no open case'
  return {
    text: `${slug} (${id}): “${title}”, ${status}, ${formatNaira(raised)} raised, payouts ${payouts}, ${reports}.`,
    data: { id, slug, title, status, ownerUid: campaign.ownerUid, raised, stops },
  }
})

/** Stops donations and payouts, as a decision about the campaign's open case. */
const freeze: Verb = about(async (services, campaign) => {
  const found = await findOpenCase(services, campaign)
  if (!found) return `There is no open case about ${campaign.slug}. Hold its payouts instead.`
  return {
    text: `${campaign.slug} would be frozen: no donations and no payouts.`,
    async decide(admin, reason) {
      const subject = await services.subjects.findCase(String(found.id), admin)
      if (!subject) throw new Error('the case is gone')
      await services.caseDecisions.freeze(subject, admin, reason)
      return `${campaign.slug} is frozen. Two other people can end that.`
    },
  }
})

/** Holds payouts until another person releases them. Donations go on. */
const hold: Verb = about(async ({ database, now }, { id, slug, bankAccount }) => ({
  text: `Payouts of ${slug} would be held until another person releases them.`,
  async decide({ uid }, reason) {
    const at = now()
    const { subAccountCode } = bankAccount
    await database.transaction(async (queries) => {
      const stop = { campaignId: id, kind: 'reviewer', subAccountCode, askedBy: uid, at } as const
      await startStop(queries, stop)
      await recordAction(queries, { uid, action: 'hold-payouts', subject: id, reason, at })
    })
    return `Payouts of ${slug} are held. Another reviewer or admin can release them.`
  },
}))

const cancel: Verb = about(async ({ endings }, campaign) => ({
  text: `${campaign.slug} would be cancelled, and all its donations refunded.`,
  async decide(admin, reason) {
    await endings.cancel(campaign, admin, reason)
    return `${campaign.slug} is cancelled, and the refunds of its donations are queued.`
  },
}))

export const campaign: Noun = { show, freeze, hold, cancel }
