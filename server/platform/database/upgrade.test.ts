import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { beforeEach, afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { emptyTestDatabase } from '#test/database.ts'
import { openMoneyApp, type MoneyApp } from '#test/money-app.ts'

import { kobo } from '#shared/money.ts'
import { applicationRole } from './application-role.ts'
import { openDatabase, type Database } from './database.ts'
import { migrate } from './migrate.ts'
import { sql } from './sql.ts'

const migrations = join(import.meta.dirname, 'migrations')
const rowsOf0021 = readFileSync(join(import.meta.dirname, 'upgrade-from-0021.sql'), 'utf8')
const directory = mkdtempSync(join(tmpdir(), 'ajo-upgrade-'))
let connection: Awaited<ReturnType<typeof emptyTestDatabase>>
let client: pg.Client
let database: Database
let owner: Database

/** A database of version 0021 with donations, refunds and disputes in all states. Its campaigns were deleted. */
beforeEach(async () => {
  connection = await emptyTestDatabase()
  for (const name of readdirSync(migrations).filter((file) => file < '0022'))
    cpSync(join(migrations, name), join(directory, name))
  await migrate(connection, directory)
  client = new pg.Client(connection)
  await client.connect()
  await client.query(`begin; set local session_replication_role = replica; ${rowsOf0021}; commit`)
  database = openDatabase(connection, { role: applicationRole, onIdleError: () => {} })
  owner = openDatabase(connection, { max: 2, onIdleError: () => {} })
})
afterEach(async () => {
  await database[Symbol.asyncDispose]()
  await owner[Symbol.asyncDispose]()
  await client.end()
  rmSync(directory, { recursive: true, force: true })
})

/** What each donation's entries give each party. */
const readDonations = async () =>
  (
    await client.query<Record<string, string>>(
      `select reference, sum(donor_kobo) as donor, sum(owner_kobo) as owner, sum(entry.platform_kobo) as platform,
         sum(provider_kobo) as provider, sum(entry.raised_kobo) as raised
       from ledger_entry entry join donation on donation.id = donation_id group by 1 order by 1`,
    )
  ).rows
const readRaised = async () =>
  (
    await client.query(
      'select campaign_id, slot, raised_kobo, gross_kobo, paid_count, donor_count from campaign_total order by 1, 2',
    )
  ).rows
const readLegs = (rows: Record<string, string>[], changed: Record<string, string>[]) =>
  rows
    .filter((row, index) => JSON.stringify(row) !== JSON.stringify(changed[index]))
    .map(({ donor, owner: own, platform, provider }) => [donor, own, platform, provider].join(' '))
    .toSorted()
const genesisSchema = z.object({ subject: z.string() })
const readGenesis = async () =>
  (await database.row(genesisSchema, sql`select subject from log_genesis`))?.subject

describe('the upgrade from 0021', () => {
  it('keeps what each donation gave each party, and books what the version before never booked', async () => {
    const [before, raised] = [await readDonations(), await readRaised()]
    await migrate(connection)
    const after = await readDonations()

    expect(await readRaised()).toEqual(raised)
    expect(after.map(({ reference }) => reference)).toEqual(
      before.map(({ reference }) => reference),
    )
    // A corrected fee, two fees that left the owner less than nothing, and a refund besides a lost dispute.
    expect(readLegs(before, after)).toEqual([
      '-10450 -58 100 10408',
      '-10450 -58 100 10408',
      '-500000 492400 100 7500',
      '0 -7600 100 7500',
    ])
    expect(readLegs(after, before)).toEqual([
      '-10450 0 42 10408',
      '-10450 0 42 10408',
      '-500000 490400 100 9500',
      '500000 -7600 -499900 7500',
    ])
  })

  it('leaves nothing for the ledger check but what the provider returned twice', async () => {
    await migrate(connection)
    const { ledger } = await openMoneyApp({ database, owner })
    expect((await ledger.checkLedger()).findings).toMatchObject([
      { name: 'the provider never reverses more than the payment', ours: '1000000' },
    ])
  })

  it('binds the hash chain as unbroken', async () => {
    await migrate(connection)
    expect(await readGenesis()).toMatch(/^genesis:chain [0-9a-f]{64} 45 unbroken$/)
  })

  it('binds a changed hash chain as broken', async () => {
    await client.query(
      `update ledger_entry set source = 'return' where effect_key = (select min(effect_key) from ledger_entry)`,
    )
    await migrate(connection)
    expect(await readGenesis()).toMatch(/ 45 broken$/)
  })

  it('keeps each refund in the state that continues it', async () => {
    await migrate(connection)
    expect(await readRefunds()).toEqual(refundsAfter)
  })

  it('refunds each donation of a cancelled campaign once, also those that were refused or never sent', async () => {
    await migrate(connection)
    const at = await openMoneyApp({ database, owner })
    await playProvider(at)
    // The provider made this one, and its answer was lost.
    const [waiting] = (await readWaiting()).rows
    at.provider.addRefund(waiting?.reference ?? '', { merchantNote: `Ajo ${waiting?.id}` })
    await at.runTask('refund-cancelled-campaigns')
    await owner.run(sql`update refund set next_attempt_at = now() where state = 'requested'`)
    await at.runTask('send-refunds')

    const references = await readCancelled()
    expect(references).toHaveLength(4)
    for (const reference of [...references, waiting?.reference])
      expect(
        (await listRefunds(at)).filter((refund) => refund.reference === reference),
      ).toHaveLength(1)
    expect(await readStates()).toEqual({
      failed: 2,
      'given-up': 1,
      known: 7,
      'needs-attention': 1,
      processed: 3,
    })
  })
})

const refundsAfter = [
  { state: 'given-up', cause: 'request', problem: 'refused', attempts: 1, count: 1 },
  { state: 'known', cause: 'cancellation', problem: null, attempts: 1, count: 2 },
  { state: 'known', cause: 'request', problem: null, attempts: 1, count: 8 },
  // Two hourly requests of the version before are one refund.
  { state: 'requested', cause: 'cancellation', problem: 'refused', attempts: 2, count: 1 },
  { state: 'requested', cause: 'request', problem: null, attempts: 1, count: 1 },
]
const refundSchema = z.object({
  state: z.string(),
  cause: z.string(),
  problem: z.nullable(z.string()),
  attempts: z.int(),
  count: z.int(),
})
const readRefunds = () =>
  database.rows(
    refundSchema,
    sql`select state, cause, problem, attempts, count(*)::integer as count from refund
        group by 1, 2, 3, 4 order by 1, 2`,
  )
const readStates = async () =>
  Object.fromEntries(
    (
      await database.rows(
        z.object({ state: z.string(), count: z.int() }),
        sql`select state, count(*)::integer as count from refund group by 1 order by 1`,
      )
    ).map(({ state, count }) => [state, count]),
  )
const readWaiting = () =>
  client.query<{ id: string; reference: string }>(
    `select refund.id, reference from refund join donation on donation.id = donation_id
     where refund.state = 'requested' and cause = 'request'`,
  )
const readCancelled = async () =>
  (
    await client.query<{ reference: string }>(
      `select reference from donation where state = 'paid'
         and campaign_id = (select campaign_id from campaign_history where event = 'cancel')`,
    )
  ).rows.map(({ reference }) => reference)

async function listRefunds(at: MoneyApp) {
  const refunds = []
  for await (const refund of at.payments.refunds.listSince(new Date(0))) refunds.push(refund)
  return refunds
}

/** The provider as the version before left it. */
async function playProvider({ provider }: MoneyApp) {
  const payments = await client.query<{ reference: string; transaction: string; amount: string }>(
    `select reference, transaction_id as transaction, known.amount_kobo as amount
     from provider_payment known join donation on donation.id = donation_id`,
  )
  for (const { reference, transaction, amount } of payments.rows)
    provider.pay(reference, { transactionId: Number(transaction), amount: kobo(Number(amount)) })
  const refunds = await client.query<
    Record<'reference' | 'id' | 'amount' | 'status' | 'own', string>
  >(
    `select reference, report.refund_id as id, report.amount_kobo as amount, report.status, refund.id as own
     from provider_refund report join donation on donation.id = report.donation_id
     left join refund on refund.refund_id = report.refund_id`,
  )
  for (const { reference, id, amount, status, own } of refunds.rows)
    provider.addRefund(reference, {
      refundId: Number(id),
      amount: kobo(Number(amount)),
      status,
      merchantNote: `Ajo ${own}`,
    })
}
