// Bytes on disk per donation and per campaign, with indexes: node bench/sizes.ts. docs/decisions/0089-growth.md calculates with them.
import { openDatabase } from '#server/platform/database/database.ts'
import { insertPaidDonations } from '#test/insert-donations.ts'
import { insertManyCampaigns } from '#test/many-campaigns.ts'

import { benchPostgres } from './bench-postgres.ts'
import { printRow, tableHead } from './table.ts'

const donations = 200_000
const campaigns = 100_000

await using postgres = await benchPostgres()
await using owner = openDatabase(postgres.connection, { max: 4, onIdleError: () => {} })
console.log(tableHead)
await measure('donation', donations, () => insertPaidDonations(owner.pool, donations, 100))
await measure('campaign', campaigns, () => insertManyCampaigns(owner, campaigns))

async function measure(noun: string, count: number, insert: () => Promise<void>) {
  const before = await readSizes()
  await insert()
  await owner.pool.query('vacuum analyze')
  const grown = (await readSizes())
    .map(({ name, bytes }) => ({
      name,
      bytes: bytes - (before.find((each) => each.name === name)?.bytes ?? 0),
    }))
    .filter(({ bytes }) => bytes > 10 * 8_192)
    .toSorted((one, other) => other.bytes - one.bytes)
  const all = grown.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { name, bytes } of [{ name: 'all tables', bytes: all }, ...grown])
    printRow({ what: `Bytes per ${noun}: ${name}`, figure: String(Math.round(bytes / count)) })
}

async function readSizes() {
  const { rows } = await owner.pool.query<{ name: string; bytes: number }>(
    `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }))
}
