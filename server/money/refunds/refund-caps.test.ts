import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { openMoneyApp, type MoneyApp } from '#test/support/money/money-app.ts'
import { ada, dada } from '#test/support/people/people.ts'
import { listRefunds, sendDueRefunds } from '#test/support/money/refunds.ts'

import { sql } from '../../platform/database/sql.ts'

const { database, owner } = await freshDatabase({ ada })
let at: MoneyApp

/** Donations of ₦5,000 to one campaign, which are paid out. */
async function donatePaidOut(count: number, cap: string) {
  at = await openMoneyApp({ database, owner, env: { [cap]: '10000' } })
  const campaign = await insertCampaignBy(at.content, ada, 'approved', { endDate: '2027-06-01' })
  const references = []
  for (let number = 0; number < count; number++) {
    const reference = await at.donate(
      `donor${number}@example.com`,
      { campaign },
      { paidAt: at.clock.now },
    )
    references.push(reference)
  }
  at.provider.addSettlement(references)
  await at.runTask('reconcile-settlements')
  return campaign.id
}

const listDonations = (campaignId: string) =>
  database.rows(
    z.object({ campaignId: z.string(), id: z.string() }),
    sql`select campaign_id as "campaignId", id from donation where campaign_id = ${campaignId} order by id`,
  )

async function sumAtProvider() {
  let sum = 0
  for await (const { amount } of at.payments.refunds.listSince(new Date(0))) sum += amount
  return sum
}

describe.each(['EXPOSURE_PER_CAMPAIGN', 'EXPOSURE_PER_OWNER', 'EXPOSURE_IN_TOTAL'])(
  'the cap %s',
  (cap) => {
    it('is not exceeded when 64 refunds are requested at the same time in two processes', async () => {
      const campaignId = await donatePaidOut(64, cap)
      const other = await at.openAnother({ env: { [cap]: '10000' } })
      await Promise.all(
        (await listDonations(campaignId)).map((donation, index) =>
          (index % 2 === 0 ? at : other).refunds.requestRefund({
            donation,
            form: { reason: 'A mistake' },
            idempotencyKey: randomUUID(),
            by: { role: 'owner', uid: ada.uid },
          }),
        ),
      )
      expect(await sumAtProvider()).toBe(10_000_00)
      const states = (await listRefunds(database)).map(({ state }) => state)
      expect(states.filter((state) => state === 'known')).toHaveLength(2)
    })

    it('is not exceeded by the refunds of a cancelled campaign', async () => {
      const campaignId = await donatePaidOut(6, cap)
      await database.run(sql`
        insert into campaign_history (campaign_id, id, event, from_status, to_status, actor_uid, reason, at)
        values (${campaignId}, ${randomUUID()}, 'cancel', 'approved', 'cancelled', ${dada.uid}, 'It moved away', ${at.clock.now})`)
      await at.runTask('refund-cancelled-campaigns')
      for (let turn = 0; turn < 2; turn++) await sendDueRefunds(database, at)
      expect(await sumAtProvider()).toBe(10_000_00)
    })
  },
)

it('a refund that stays held is no new step each time that it is looked at', async () => {
  const campaignId = await donatePaidOut(3, 'EXPOSURE_PER_CAMPAIGN')
  for (const donation of await listDonations(campaignId))
    await at.refunds.requestRefund({
      donation,
      form: { reason: 'A mistake' },
      idempotencyKey: randomUUID(),
      by: { role: 'owner', uid: ada.uid },
    })
  for (let turn = 0; turn < 4; turn++) await sendDueRefunds(database, at)
  const held = await database.rows(
    z.object({ state: z.string() }),
    sql`select step.state from refund_step step join refund on refund.id = step.refund_id
        where refund.state = 'held' order by step.id`,
  )
  expect(held.map(({ state }) => state)).toEqual(['requested', 'held'])
})
