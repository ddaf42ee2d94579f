import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { findQuarantined, resolvePayment } from '#server/staff/admin/quarantine.ts'
import { sql } from '#server/platform/database/sql.ts'
import {
  openDonations,
  paymentTasks,
  webhookJobs,
  readWebhook,
} from '#server/money/donations/donations.ts'
import { openTransferClaims } from '#server/money/donations/transfers.ts'
import { openLedger } from '#server/money/ledger/ledger.ts'
import { payoutHolds } from '#server/money/payouts/payouts.ts'
import { startStop } from '#server/money/payouts/payout-stops.ts'
import { receiptJob } from '#server/money/receipts/receipts.ts'
import type { Resolution } from '#shared/admin.ts'
import { kobo } from '#shared/money.ts'
import { withoutCaps } from '#test/support/money/ledger.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { addCampaigns, openMoneyWorld } from '#test/support/money/money-world.ts'
import { chidi, dada } from '#test/support/people/people.ts'
import { ignoreRefused, stopReleases } from '#test/support/money/stop-releases.ts'
import { addAccountNumber } from '#test/support/money/transfer-world.ts'

import { every, expectSameAfterKills } from './kill-steps.ts'
import { killableDatabase, killablePayments, killSwitch } from './kill-switch.ts'

const { database, owner, empty } = await testDatabase()
type World = Awaited<ReturnType<typeof openWorld>>

/**
 * The provider has received transfers that no process heard of: one for a receipt, one that is reported twice, and a tiny one. And payments
 * of another amount than asked, and of a reference that no row has.
 */
async function openWorld() {
  await empty()
  const world = openMoneyWorld(database, 'subaccount')
  const { campaigns, accounts } = await addCampaigns(world, 0)
  const [{ campaign }] = campaigns
  world.campaigns.set(campaign.id, campaign)
  const [{ code }] = accounts
  const { number: accountNumber } = await addAccountNumber(world, campaign.id, code)
  const references: string[] = []
  for (const [amount, sessionId] of [
    [20_000_00, 'claimed'],
    [5_000_00, 'doubled'],
    [5_000_00, 'doubled'],
    [10_00, 'tiny'],
  ] as const) {
    const sent = await world.sandbox.transfer({ accountNumber, amount, sessionId })
    if (sent.kind === 'rejected') throw new Error(sent.reason)
    references.push(sent.reference)
  }
  const form = { amount: kobo(5_000_00) }
  const started = await world.start('a@example.com', { campaign, form })
  await database.run(
    sql`update sandbox.transaction set amount = 400000 where reference = ${started.reference}`,
  )
  const lost = await world.payments.initialize({
    ...form,
    reference: 'AJO-00000000000000000000000000000001',
    email: 'b@example.com',
    subAccountCode: code,
    terms: world.payments.getSplitTerms(form.amount),
    callbackUrl: 'https://ajo.example/',
    cancelUrl: 'https://ajo.example/',
    metadata: {},
  })
  if (lost.kind !== 'started') throw new Error(lost.kind)
  for (const { url } of [started, lost]) await world.payByCard(url)
  references.push(started.reference, 'AJO-00000000000000000000000000000001')
  await database.transaction((queries) =>
    startStop(queries, {
      campaignId: campaign.id,
      kind: 'payee',
      subAccountCode: code,
      at: world.clock.now,
    }),
  )
  await world.applyPayoutHolds()
  expect((await world.payments.subAccounts.find(code))?.isHeld).toBe(true)
  return { ...world, campaign, code, sent: references }
}

/** Everything that processes and people do with the transfers and the stop. Each act can be repeated. */
async function work(world: World, power = killSwitch()) {
  const payments = killablePayments(world.payments, power)
  const deps = { ...world.deps, database: killableDatabase(database, power), payments }
  const ledger = openLedger(deps)
  const donations = openDonations({ ...deps, ledger, receiptJob })
  const log = { info: () => {}, warn: () => {} }
  const tasks = paymentTasks({ donations, ledger, log, onDispute: async () => {} })
  const received = world.sent.map(toWebhook)
  await donations.saveWebhooks(received, webhookJobs)
  for (const { id } of await listWebhooks())
    await tasks.find(({ name }) => name === 'process-webhook')?.run({ id })
  await ledger.reconcileReversals()
  const outbox = { enqueue: async () => {} }
  const open = { exposures: withoutCaps(deps), secondPersonAbove: kobo(1e15) }
  for (const [reason, resolution] of decisions)
    await decide({ ...deps, ...open, donations, outbox }, reason, resolution)
  await claim(openTransferClaims({ ...deps, outbox }))
  await release(world, deps)
  await payoutHolds({ ...deps, mode: payments.mode }).applyPayoutHolds()
}

function toWebhook(reference: string) {
  const body = JSON.stringify({ event: 'charge.success', data: { id: 1, reference } })
  const webhook = readWebhook(Buffer.from(body))
  if (!webhook) throw new Error('the webhook cannot be read')
  return webhook
}

const listWebhooks = () =>
  database.rows(
    z.object({ id: z.string() }),
    sql`select id from webhook_inbox where state <> 'done' order by received_at, id`,
  )

const decisions = [
  ['same-session', 'refund'],
  ['amount', 'credit'],
  ['unknown-reference', 'dismiss'],
] as const

/** Two admins decide about a payment on hold at the same time. */
async function decide(
  deps: Parameters<typeof resolvePayment>[0],
  reason: string,
  resolution: Resolution,
) {
  const found = await database.row(
    z.object({ id: z.string() }),
    sql`select id from quarantined_payment where reason = ${reason} and state in ('open', 'refunding')`,
  )
  const row = await findQuarantined(deps, found?.id ?? '')
  if (!row) return
  const both = [chidi, dada].map(({ uid }) =>
    resolvePayment(deps, row, { resolution, uid, reason: 'Decided' }),
  )
  for (const act of await Promise.allSettled(both))
    if (act.status === 'rejected') ignoreRefused(act.reason)
}

/** The sender opens the link that the mail had. */
async function claim(claims: ReturnType<typeof openTransferClaims>) {
  const found = await database.row(
    z.object({ campaignId: z.string(), donationId: z.string() }),
    sql`select campaign_id as "campaignId", donation_id as "donationId" from received_transfer where session_id = 'claimed'`,
  )
  if (!found) return
  const link = { ...found, email: 'amina@example.com', language: 'en' as const, expiresAt: 0 }
  await claims.claim(link)
}

/** Two reviewers release the stop at the same time. */
async function release({ campaign }: World, deps: Parameters<typeof stopReleases>[0]) {
  const releaseBy = stopReleases(deps, campaign)
  const both = [chidi, dada].map((person) => releaseBy(person, 'payee'))
  for (const act of await Promise.allSettled(both))
    if (act.status === 'rejected') ignoreRefused(act.reason)
}

const rowSchema = z.object({ row: z.string() })

/** What must not depend on kills, here and at the provider. */
async function readOutcome({ payments, code, sent }: World) {
  const read = await owner.rows(
    rowSchema,
    sql`
    select concat_ws(' ', 'entry', kind, count(*), sum(provider_balance_kobo), sum(payable_due_kobo), sum(payable_held_kobo),
      sum(raised_kobo), sum(provider_fees_kobo), sum(unidentified_kobo)) as row from ledger_entry group by kind
    union all select concat_ws(' ', 'donation', state, amount_kobo, account_number is not null) from donation
    union all select concat_ws(' ', 'quarantined', reason, state) from quarantined_payment
    union all select concat_ws(' ', 'webhook', state) from webhook_inbox
    union all select concat_ws(' ', 'claimed', claimed_at is not null) from received_transfer
    union all select concat_ws(' ', 'donors', sum(donor_count)) from campaign_total
    union all select concat_ws(' ', 'stop', kind, ended_at is not null, ended_by is not null) from payout_stop
    union all select concat_ws(' ', 'hold', state) from payout_hold
    order by 1`,
  )
  let refunds = 0
  for await (const { reference } of payments.refunds.listSince(new Date(0)))
    if (reference !== null && sent.includes(reference)) refunds += 1
  const isHeld = (await payments.subAccounts.find(code))?.isHeld
  return { rows: read.map(({ row }) => row), refunds, isHeld }
}

async function finish(world: World) {
  for (let turn = 0; turn < 3; turn++) {
    world.pass(2)
    await world.sandbox.processDue()
    await work(world)
  }
}

it(`receives transfers and releases payouts once when the process is killed at any step, tried at intervals of ${every}`, async () => {
  await expectSameAfterKills({
    open: openWorld,
    work,
    finish,
    readOutcome,
    check: (expected) => {
      expect(expected).toMatchObject({ refunds: 1, isHeld: false })
      expect(expected.rows).toEqual(
        expect.arrayContaining([
          'donation paid 2000000 t',
          'donation paid 500000 t',
          'donation paid 400000 f',
          'quarantined amount accepted',
          'quarantined below-minimum open',
          'quarantined unknown-reference dismissed',
          'quarantined same-session refunded',
          'claimed t',
          'stop payee t t',
          'hold released',
        ]),
      )
    },
  })
}, 1_800_000)
