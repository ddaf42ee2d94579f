import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { kobo } from '#shared/money.ts'
import { openTestApp } from '#test/support/servers/app.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { donationBy } from '#test/support/money/ledger.ts'
import { fakePayments } from '#test/support/money/payments.ts'
import { ada } from '#test/support/people/people.ts'
import { passRefundTime } from '#test/support/money/refunds.ts'

import { killableDatabase, killablePayments, killSwitch } from './kill-switch.ts'
import { callFaults, unreliableRefunds } from './unreliable-refunds.ts'

const chance = (part: number) => Math.random() < part
const pick = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)]
const skewsMs = [-600_000, 0, 600_000]
const start = Date.parse('2026-05-01T10:00:00Z')

type Process = Awaited<ReturnType<typeof openTestApp>>
type Asked = {
  donation: { campaignId: string; id: string }
  naira: number | undefined
  key: string
}
export type RefundWorld = Awaited<ReturnType<typeof openRefundWorld>>

/** A provider with faults, and processes with clocks of their own that are killed at any step. */
export async function openRefundWorld(database: Database) {
  const provider = fakePayments()
  let areFaulty = false
  const unreliable = unreliableRefunds(provider.payments, () =>
    areFaulty && chance(0.4) ? pick(callFaults) : undefined,
  )
  const setUp = await openTestApp(database, {
    now: () => new Date(start),
    payments: provider.payments,
  })
  const kills: string[] = []
  let hours = 1

  return {
    provider,
    unreliable,
    kills,
    setUp,
    /** Leases and doubts end, and everything is due. */
    passTime: () => {
      hours += 1
      return passRefundTime(database)
    },
    setFaulty: (isFaulty: boolean) => void (areFaulty = isFaulty),
    /** A process that is killed after some steps, or never. */
    async openProcess(steps = Infinity) {
      const power = killSwitch()
      const skewMs = pick(skewsMs) ?? 0
      const services = await openTestApp(killableDatabase(database, power), {
        now: () => new Date(start + hours * 3_600_000 + skewMs),
        payments: killablePayments(unreliable.payments, power),
      })
      power.arm(steps)
      return {
        services,
        /** Ends with the kill. */
        run: async (work: (services: Process) => Promise<unknown>) => {
          await work(services).catch(() => {})
          const moment = power.moment()
          if (moment !== undefined) kills.push(moment)
        },
        kill: power.kill,
      }
    },
  }
}

export const runTask = async ({ tasks }: Process, name: string) => {
  const task = tasks.find((each) => each.name === name)
  if (!task) throw new Error(`there is no task ${name}`)
  await task.run({})
}

/** A campaign with paid donations of ₦5,000. */
async function openCampaign({ setUp, provider }: RefundWorld, count: number) {
  const campaign = await insertCampaignBy(setUp.content, ada, 'approved', {
    endDate: '2026-06-01',
  })
  const donations = []
  for (let index = 0; index < count; index++) {
    const request = donationBy(`donor-${randomUUID()}@example.com`, {
      campaign: { ...campaign, endDate: '2026-06-01' },
    })
    const started = await setUp.donations.startDonation(request)
    if (started.kind !== 'started') throw new Error(started.kind)
    const reference = provider.lastReference()
    const { transactionId } = provider.pay(reference)
    await setUp.donations.verifyPayment(reference, 'webhook')
    const found = await setUp.donations.findDonation(started.accessCode)
    donations.push({ campaignId: campaign.id, id: found?.id ?? '', reference, transactionId })
  }
  return { campaignId: campaign.id, donations }
}

function cancelCampaign({ run }: Database, campaignId: string) {
  return run(sql`
    insert into campaign_history (campaign_id, id, event, from_status, to_status, actor_uid, reason, at)
    values (${campaignId}, ${randomUUID()}, 'cancel', 'approved', 'cancelled', ${ada.uid}, 'It moved away', ${new Date(start)})`)
}

const request = ({ refunds }: Process, { donation, naira, key }: Asked) =>
  refunds.requestRefund({
    donation: { campaignId: donation.campaignId, id: donation.id },
    form: { reason: 'A mistake', ...(naira !== undefined && { amount: kobo(naira * 100) }) },
    idempotencyKey: key,
    by: { role: 'admin', uid: 'dada' },
  })

/** One round: refunds are requested, sent and watched by processes that are killed, then one that is not finishes. */
export async function playRefundRound(world: RefundWorld, database: Database): Promise<void> {
  const { unreliable } = world
  const { campaignId, donations } = await openCampaign(world, 2)
  const isCancelled = chance(0.5)
  const parts = pick([[undefined], [1_000, 1_000, 1_000], [2_000, 3_000]]) ?? []
  const asked: Asked[] = isCancelled
    ? []
    : donations.flatMap((donation) =>
        parts.map((naira) => ({ donation, naira, key: randomUUID() })),
      )
  if (isCancelled) await cancelCampaign(database, campaignId)

  world.setFaulty(true)
  unreliable.setListLate(chance(0.5))
  for (let phase = 0; phase < 3; phase++) {
    await playPhase(world, database, asked)
    unreliable.catchUp()
    await world.passTime()
  }
  world.setFaulty(false)
  unreliable.setListLate(false)
  await finish(world, database, asked)
  await expectRefunded(world, donations, isCancelled ? undefined : parts)
}

/** Several processes work at the same time. Leases end while calls are slow, as those of processes that were stopped do. */
async function playPhase(world: RefundWorld, database: Database, asked: Asked[]) {
  const { unreliable } = world
  const open = () => world.openProcess(chance(0.7) ? 1 + Math.floor(Math.random() * 60) : Infinity)
  const processes = [await open(), await open()]
  const work = Promise.all(
    processes.map(({ run }) =>
      run(async (services) => {
        await Promise.all(asked.map((each) => request(services, each)))
        await runTask(services, 'refund-cancelled-campaigns')
        await runTask(services, 'send-refunds')
      }),
    ),
  )
  await Promise.race([work, untilSlow(unreliable.isWaiting)])
  if (chance(0.3)) processes[0]?.kill()
  await expireLeases(database)
  const other = await open()
  const rest = other.run((services) => runTask(services, 'send-refunds'))
  await Promise.race([rest, untilSlow(unreliable.isWaiting)])
  // Calls that begin now are slow as well, until all processes have ended.
  let isOver = false
  const all = Promise.all([work, rest]).finally(() => (isOver = true))
  while (!isOver) {
    await unreliable.release()
    await pause(1)
  }
  await all
  await unreliable.release()
}

async function untilSlow(isWaiting: () => boolean) {
  while (!isWaiting()) await pause(1)
}

/** Leases end, and refunds are due. A doubt lasts as long as before. */
async function expireLeases({ run }: Database) {
  await run(sql`
    update refund set lease_until = lease_until - interval '1 hour', next_attempt_at = next_attempt_at - interval '1 day'
    where next_attempt_at is not null`)
  await run(sql`update refund_pace set run_until = now() - interval '1 hour', next_at = now()`)
}

const openSchema = z.object({ state: z.string(), problem: z.nullable(z.string()) })

/** Donors repeat requests that were not answered, and the provider processes what it has. Some refunds fail once there. */
async function finish(world: RefundWorld, database: Database, asked: Asked[]) {
  const { services } = await world.openProcess()
  for (const each of asked) await request(services, each)
  let open: z.output<typeof openSchema>[] = []
  for (let turn = 0; turn < 15; turn++) {
    await world.passTime()
    await runTask(services, 'refund-cancelled-campaigns')
    await runTask(services, 'send-refunds')
    for await (const refund of services.payments.refunds.listSince(new Date(0)))
      if (refund.status === 'pending')
        world.provider.updateRefund(refund.refundId, {
          status: turn < 2 && chance(0.15) ? 'failed' : 'processed',
        })
    await runTask(services, 'reconcile-reversals')
    open = await database.rows(
      openSchema,
      sql`select state, problem from refund where state <> 'processed'`,
    )
    if (turn > 1 && open.length === 0) return
  }
  throw new Error(`refunds are not final: ${JSON.stringify(open)}`)
}

type Paid = { transactionId: number; reference: string }

/** The provider has made each refund once. */
async function expectRefunded(
  { provider }: RefundWorld,
  donations: readonly Paid[],
  parts: readonly (number | undefined)[] | undefined,
) {
  const whole = 5_000
  const expected = (parts ?? [whole]).map((naira) => (naira ?? whole) * 100)
  for (const { transactionId } of donations) {
    const refunds = await provider.payments.refunds.listForTransaction(transactionId)
    const made = refunds.filter(({ status }) => status !== 'failed').map(({ amount }) => amount)
    const [ours, theirs] = [expected, made].map(toText)
    if (ours !== theirs) throw new Error(`refunded ${theirs} instead of ${ours}`)
  }
}

const toText = (amounts: readonly number[]) =>
  amounts.toSorted((one, other) => one - other).join(' ')
