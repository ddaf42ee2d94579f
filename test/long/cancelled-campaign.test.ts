import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { paystackPayments } from '#server/providers/payments/paystack.ts'
import { openTestApp } from '#test/support/servers/app.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { donationBy } from '#test/support/money/ledger.ts'
import { ada, createPerson } from '#test/support/people/people.ts'
import { passRefundTime } from '#test/support/money/refunds.ts'
import { openSandbox, sandboxKey } from '#packages/paystack-sandbox/test/open-sandbox.ts'
import { cards } from '#packages/paystack-sandbox/test/sandbox-payments.ts'

/** `npm run test:long` cancels a campaign of 10,000 donations. */
const count = Number(process.env['CANCELLED'] ?? 100)
/** Every so many refunds fail at the provider. */
const failEvery = 33
/** Refunds per minute. */
const refundsPerMinute = Number(process.env['REFUND_RATE'] ?? 1_200)
const hourMs = 3_600_000
const dayMs = 24 * hourMs

const { database } = await testDatabase()

it(
  `makes every refund of a cancelled campaign of ${count} donations final, or names the reason, while 3% fail at the provider and the rate is limited`,
  async () => {
    const world = await openWorld()
    const { campaignId, services, runTask, pass, sandbox } = world
    await donateAll(world)
    await database.run(sql`
      insert into campaign_history (campaign_id, id, event, from_status, to_status, actor_uid, reason, at)
      values (${campaignId}, ${randomUUID()}, 'cancel', 'approved', 'cancelled', ${ada.uid}, 'It moved away', ${world.now()})`)

    const startedAt = performance.now()
    // A call that the provider counts in another second may be refused by its rate limit, and is then in doubt.
    sandbox.faults.set({ rateLimit: { perSecond: Math.ceil(refundsPerMinute / 60) * 2 } })
    const storing = storeRefunds(world)
    let progress = await readProgress()
    while (progress.waiting > 0) {
      await runTask('send-refunds')
      progress = await readProgress()
    }
    await storing
    const seconds = (performance.now() - startedAt) / 1_000
    const ratio = seconds / (count / (refundsPerMinute / 60))
    process.stdout.write(
      `${count} refunds sent in ${seconds.toFixed(0)} s, ${ratio.toFixed(2)} × the minimum of the rate\n`,
    )
    // `npm test` asserts no times, because a busy machine slows everything down.
    if (count >= 10_000 && ratio > 1.2) throw new Error(`${ratio} × the minimum of the rate`)

    // The limit counts real seconds, and from here on the simulated clock skips days.
    sandbox.faults.set({})
    for (let turn = 0; turn < 20 && progress.refunded + progress.givenUp < count; turn++) {
      for (const ms of [hourMs, 10 * dayMs]) await pass(ms)
      await runTask('reconcile-reversals')
      await runTask('send-refunds')
      await passRefundTime(database)
      await runTask('send-refunds')
      progress = await readProgress()
    }
    const failing = Math.floor(count / failEvery)
    expect(progress).toMatchObject({ refunded: count - failing, givenUp: failing, nextAt: null })
    expect(await countByProblem()).toEqual([{ problem: 'failed-at-provider', refunds: failing }])
    expect(await countRefundedTwice()).toEqual([])
    expect((await services.ledger.checkLedger()).findings).toEqual([])

    function readProgress() {
      return services.cancellations.getProgress(campaignId).then((found) => {
        if (!found) throw new Error('the campaign is not cancelled')
        return found
      })
    }
  },
  120_000 + count * 400,
)

/** Each run of the task ends after a minute, and another one continues. */
async function storeRefunds({ runTask }: World) {
  const schema = z.object({ stored: z.int() })
  for (;;) {
    const counted = await database.row(schema, sql`select count(*)::integer as stored from refund`)
    if ((counted?.stored ?? 0) >= count) return
    await runTask('refund-cancelled-campaigns')
  }
}

type World = Awaited<ReturnType<typeof openWorld>>

/** Ajo on the sandbox, which it reaches through its adapter without a network. */
async function openWorld() {
  const startedAt = performance.now()
  let start = Date.parse('2026-05-01T10:00:00Z')
  // It advances by itself too, because the sandbox has 1,000 ids for each millisecond.
  const now = () => new Date(start + performance.now() - startedAt)
  const sandbox = await openSandbox(database, { now })
  const payments = paystackPayments({
    baseUrl: sandbox.apiUrl,
    secretKey: sandboxKey,
    mode: 'sandbox',
    checkoutOrigin: sandbox.origin,
    fetch: async (url, init) => sandbox.fetch(new Request(url, init)),
  })
  // Failed refunds are sent again after the owner was paid out, and would wait for the caps.
  const caps = {
    EXPOSURE_PER_CAMPAIGN: '999999999',
    EXPOSURE_PER_OWNER: '999999999',
    EXPOSURE_IN_TOTAL: '999999999',
  }
  const env = { ...caps, REFUNDS_PER_MINUTE: String(refundsPerMinute), REFUND_DOUBT_SECONDS: '5' }
  const services = await openTestApp(database, { env, now, payments })
  await createPerson(database, ada)
  const account = await payments.createSubAccount({
    businessName: 'A well for Ife',
    bankCode: '057',
    accountNumber: '0000000000',
    ownerUid: ada.uid,
  })
  if (account.kind !== 'created') throw new Error(account.message)
  const bankAccount = { bankCode: '057', last4: '0000', subAccountCode: account.code }
  const change = { endDate: '2027-06-01', bankAccount }
  const campaign = await insertCampaignBy(services.content, ada, 'approved', change)
  return {
    now,
    sandbox,
    services,
    campaign,
    campaignId: campaign.id,
    runTask: async (name: string) => {
      const task = services.tasks.find((each) => each.name === name)
      if (!task) throw new Error(`there is no task ${name}`)
      await task.run({})
    },
    pass: async (ms: number) => {
      start += ms
      while ((await sandbox.processDue()) > 0);
    },
  }
}

async function donateAll(world: World) {
  for (let first = 0; first < count; first += 4)
    await Promise.all(
      Array.from({ length: Math.min(4, count - first) }, (_, index) =>
        donate(world, (first + index) % failEvery === failEvery - 1),
      ),
    )
}

async function donate({ services, sandbox, campaign }: World, isFailing: boolean) {
  const started = await services.donations.startDonation(
    donationBy(`donor-${randomUUID()}@example.com`, {
      campaign: { ...campaign, endDate: '2027-06-01' },
    }),
  )
  if (started.kind !== 'started') throw new Error(started.kind)
  const card = isFailing ? cards.refundFails : cards.pays
  const body = new URLSearchParams(card)
  await sandbox.fetch(new Request(`${started.url}/card`, { method: 'POST', body }))
  const donation = await services.donations.findDonation(started.accessCode)
  const outcome = await services.donations.verifyPayment(donation?.reference ?? '', 'webhook')
  if (outcome !== 'counted') throw new Error(outcome)
}

const problemSchema = z.object({ problem: z.string(), refunds: z.int() })

function countByProblem() {
  return database.rows(
    problemSchema,
    sql`select problem, count(*)::integer as refunds from refund where state <> 'processed' group by problem`,
  )
}

function countRefundedTwice() {
  return database.rows(
    z.object({ reference: z.string() }),
    sql`select reference from sandbox.refund where status <> 'failed' group by reference having count(*) > 1`,
  )
}
