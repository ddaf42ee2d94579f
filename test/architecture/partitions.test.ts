import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { retentionTask } from '#server/people/privacy/retention.ts'
import { listTables } from '#server/platform/backup/backed-up-tables.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { sql } from '#server/platform/database/sql.ts'
import { reseal } from '#server/platform/keys/reseal.ts'
import { openKeyRing } from '#server/platform/runtime/sealing.ts'
import { emptyTestDatabase } from '#test/support/database/database.ts'
import { withClient } from '#test/support/database/query.ts'
import { insertPaidDonations } from '#test/support/money/insert-donations.ts'
import { testSealing } from '#test/support/servers/sealing.ts'

/** The whole suite runs on partitions with PGOPTIONS='-c ajo.partitions=8' in its environment. */
async function openPartitioned(partitions: number) {
  const connection = { ...(await emptyTestDatabase()), options: `-c ajo.partitions=${partitions}` }
  await migrate(connection)
  return { connection, database: openDatabase(connection, { max: 2, onIdleError: () => {} }) }
}

const whole = await openPartitioned(0)
const { connection, database } = await openPartitioned(4)
const campaigns = 32
await insertPaidDonations(database.pool, campaigns, 1)

it('divides donations, payments and entries by campaign where the database asks for it', async () => {
  const statement = sql`
    select inhparent::regclass || ' ' || count(*) from pg_inherits
    where inhparent in (select oid from pg_class where relkind = 'p') group by inhparent order by 1`
  expect(await database.values(z.string(), statement)).toEqual([
    'donation 4',
    'ledger_entry 4',
    'provider_payment 4',
  ])
  expect(await whole.database.values(z.string(), statement)).toEqual([])
})

it('backs up the same tables with and without partitions', async () => {
  expect(await withClient(connection, listTables)).toEqual(
    await withClient(whole.connection, listTables),
  )
})

it('reseals each row with its own content where rows of several partitions have the same place', async () => {
  const older = 'harmattan kite mango rain 47 river'
  const newer = 'lagoon ember yam cowrie 91 market x'
  const { campaign_id: ids } = await readDonations()
  const keyRing = openKeyRing([older])
  const sealed = ids.map((id) => keyRing.seal('donor-email', Buffer.from(id)))
  await database.run(sql`
    update donation set donor_email_sealed = sealed
    from unnest(${ids}::text[], ${sealed}::bytea[]) given (campaign, sealed) where campaign = campaign_id`)

  await reseal({ database, keyRing: openKeyRing([newer, older]) })

  const { campaign_id, donor_email_sealed } = await readDonations()
  const opened = donor_email_sealed.map((value) =>
    openKeyRing([newer]).openBytes('donor-email', value).toString(),
  )
  expect(opened).toEqual(campaign_id)
})

it('ends the terms of no row that only has the place of one in another partition', async () => {
  const old = sql`campaign_id like '%1'`
  await database.run(sql`update donation set donor_name = 'Ngozi'`)
  await database.run(
    sql`update donation set created_at = created_at - interval '30 years' where ${old}`,
  )
  await database.run(
    sql`update ledger_entry set booked_at = booked_at - interval '30 years' where ${old}`,
  )
  const places = await database.values(z.int(), sql`select count(distinct ctid) from donation`)
  expect(places[0]).toBeLessThan(campaigns)

  await retentionTask({
    database,
    sealing: testSealing,
    log: { info: () => {}, error: () => {} },
    now: () => new Date(),
  }).run({})

  const ended = await database.values(
    z.string(),
    sql`select campaign_id from donation where donor_name = '' order by 1`,
  )
  expect(ended).toEqual(['paid-1', 'paid-11', 'paid-21', 'paid-31'])
})

async function readDonations() {
  const rows = await database.rows(
    z.object({ campaign_id: z.string(), donor_email_sealed: z.instanceof(Buffer) }),
    sql`select campaign_id, donor_email_sealed from donation order by 1`,
  )
  return {
    campaign_id: rows.map((row) => row.campaign_id),
    donor_email_sealed: rows.map((row) => row.donor_email_sealed),
  }
}
