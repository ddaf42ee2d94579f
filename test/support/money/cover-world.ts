import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { type ExposureCaps, exposures, holdOverCapsJob } from '#server/money/payouts/exposure.ts'
import { type RefundSettings, openRefundPace } from '#server/money/refunds/refund-rows.ts'
import { payoutSummary } from '#server/money/payouts/payouts.ts'
import { type RefundRequest, openRefunds } from '#server/money/refunds/refunds.ts'
import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { type Claim, exposureList } from '#server/staff/admin/money-lists.ts'
import { kobo } from '#shared/money.ts'
import { chidi, dada } from '#test/support/people/people.ts'
import type { Debtor } from '#test/support/money/ledger-model.ts'
import { addCampaigns, openMoneyWorld } from '#test/support/money/money-world.ts'

import { passRefundTime } from './refunds.ts'
import { type Part, reportEverything, reportParts } from './report-money.ts'

const dayMs = 86_400_000
const organiser = {
  _id: 'organiser',
  firstname: 'Ada',
  lastname: 'Obi',
  email: 'organiser@example.com',
  gender: 'Female' as const,
  terms: true,
  emailVerified: true,
}

type Options = {
  refundDebits: Debtor
  caps: ExposureCaps
  /** Limits of what staff request. None unless given. */
  limits?: Partial<RefundSettings>
}

/** A campaign on the payment sandbox with refunds that are requested on Ajo, caps on exposure, and the jobs that keep them. */
export async function openCoverWorld(database: Database, { refundDebits, caps, limits }: Options) {
  const world = openMoneyWorld(database, 'subaccount')
  world.sandbox.faults.set({ behaviour: { refundDebits } })
  const { clock, sandbox, deps, ledgerDeps } = world
  const exposure = exposures({ ...ledgerDeps, caps })
  const mails: Mail[] = []
  const outbox = { enqueue: async (_queries: unknown, mail: Mail) => void mails.push(mail) }
  const content = {
    findUserByUid: async (uid: string) => ({ ...organiser, uid }),
  }
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const refunds = openRefunds({
    ...deps,
    outbox,
    content,
    log,
    pace: openRefundPace({ database, mode: ledgerDeps.mode, refundsPerMinute: 600_000 }),
    settings: {
      refundsPerMinute: 600_000,
      refundDoubtSeconds: 300,
      donorRefundsPerDay: 100,
      donorRefundNairaPerDay: 1e9,
      donorRefundDelayAboveNaira: 1e9,
      ownerRefundsPerDay: 1e9,
      ownerRefundPasswordAbove: kobo(1e15),
      ownerRefundDelayAbove: kobo(1e15),
      ownerRefundSumPerDay: kobo(1e15),
      secondPersonAbove: kobo(1e15),
      ...limits,
    },
    adminEmail: 'admin@example.com',
    canSend: async (queries, refund) =>
      (await exposure.isWithinExposure(queries, refund)) ? undefined : 'exposure',
    getCover: (...args) => exposure.getCover(...args),
  })
  const holdJob = holdOverCapsJob({ ...deps, ...ledgerDeps, caps, outbox, content })
  const { campaigns, accounts, ownerUid } = await addCampaigns(world, 0)
  const campaign = campaigns[2]?.campaign
  if (!campaign) throw new Error('no campaign')
  const { code } = accounts[1]
  const toKey = async (reference: string) => {
    const key = await database.row(
      z.object({ campaignId: z.string(), id: z.string() }),
      sql`select campaign_id as "campaignId", id from donation where reference = ${reference}`,
    )
    if (!key) throw new Error('no such donation')
    return key
  }
  const readPosition = async () => (await payoutSummary(ledgerDeps, campaign.id)).payouts
  return {
    world,
    refunds,
    exposure,
    mails,
    campaign,
    ownerUid,
    /** Answers the reference. The ledger knows of the payment. */
    donate: (amount: number, email = `${randomUUID()}@example.com`) =>
      world.donate(email, { campaign, form: { amount: kobo(amount) } }),
    toKey,
    refund: async (
      reference: string,
      amount: number,
      by: RefundRequest['by'] = { role: 'admin', uid: 'admin' },
      isConfirmed = true,
    ) =>
      refunds.requestRefund({
        donation: await toKey(reference),
        form: { reason: 'A mistake', amount: kobo(amount) },
        idempotencyKey: randomUUID(),
        by,
        isConfirmed,
      }),
    /** Another admin agrees to all refunds that wait for one. */
    agree: () =>
      database.run(sql`
        update refund set agreed_by = 'another', next_attempt_at = case state when 'held' then now() else next_attempt_at end
        where needs_second and agreed_by is null and state in ('requested', 'held')`),
    /** Two admins book a part of what the organiser owes as paid back or given up, or that Ajo paid in at the provider. */
    async claim(kind: Claim['kind'], percent: number) {
      const owed = kind === 'top_up' ? 1_000_00 : (await readPosition()).owedBack
      const amount = kobo(Math.floor((owed * percent) / 100))
      if (amount === 0) return
      if (kind === 'top_up')
        await database.run(sql`
          insert into sandbox.balance_change (difference, cause, reason, created_at)
          values (${amount}, 'Transaction', 'Topup', ${clock.now})`)
      const list = exposureList({
        ...ledgerDeps,
        caps,
        secondPersonAbove: kobo(0),
        exposures: exposure,
      })
      const campaignId = kind === 'top_up' ? {} : { campaignId: campaign.id }
      const form = { kind, amount, reason: randomUUID(), document: 'Slip 7', ...campaignId }
      for (const { uid } of [chidi, dada]) await list.book({ ...form, uid })
    },
    settle: () => sandbox.settle([code]),
    report: (parts: readonly Part[]) => reportParts(world, parts),
    pass: (days: number) => void (clock.now = new Date(clock.now.getTime() + days * dayMs)),
    /** Stops payouts at the provider and releases them. */
    async keepCaps() {
      await holdJob.run(undefined)
      await world.applyPayoutHolds()
    },
    async sendRefunds() {
      await passRefundTime(database)
      await refunds.runRefunds()
    },
    /** The provider goes on, and everything that is due is done, for hours. */
    async work() {
      for (let turn = 0; turn < 4; turn++) {
        clock.now = new Date(clock.now.getTime() + 3_600_000)
        await sandbox.processDue()
        await reportEverything(world)
        await holdJob.run(undefined)
        await world.applyPayoutHolds()
        await reportEverything(world)
        await passRefundTime(database)
        await refunds.runRefunds()
      }
    },
    /** The most that the organiser got sent back within a day, of what nobody stopped. */
    async readByOwner() {
      const row = await database.row(
        z.object({ most: z.int() }),
        sql`select coalesce(max(sum), 0)::bigint as most from (
              select sum(amount_kobo) over (order by created_at range between interval '23 hours 59 minutes' preceding and current row
                exclude no others) as sum
              from refund where requested_by = 'owner' and state <> 'given-up') day`,
      )
      return row?.most ?? 0
    },
    /**
     * What the provider has: taken from the main account for refunds, and the share of the organiser that it pays out only on a release.
     * `recovered`: by the splits of donations, by the organiser's transfers, and what Ajo gave up.
     */
    async readProvider() {
      const row = await database.row(
        z.object({ taken: z.int(), recovered: z.int(), unpaid: z.int(), isStopped: z.boolean() }),
        sql`select (select coalesce(sum(amount), 0)::bigint from sandbox.debit
                where sub_account_code is null and cause = 'Refund') as taken,
              (select coalesce(sum(recovered_kobo), 0) from donation
                where reference in (select reference from sandbox.transaction where paid_at is not null))::bigint + (
                select coalesce(sum(platform_bank_kobo + platform_loss_kobo), 0)::bigint from ledger_entry
                where kind in ('owner_repayment', 'write_off', 'write_off_undo')) as recovered,
              (select coalesce(sum(sub_share), 0)::bigint from sandbox.transaction
                where sub_account_code = ${code} and paid_at is not null and settlement_id is null) as unpaid,
              (select not active or upper(settlement_schedule) = 'MANUAL' from sandbox.sub_account where code = ${code}) as "isStopped"`,
      )
      if (!row) throw new Error('no row')
      const { taken, recovered, isStopped } = row
      return { taken, recovered, held: isStopped ? row.unpaid : 0, isStopped }
    },
  }
}
export type CoverWorld = Awaited<ReturnType<typeof openCoverWorld>>
