// Campaign queries at growing sizes: node bench/campaigns.ts [1000 100000 1000000]. The reference is hand-written SQL through the
// same driver. Medians of alternating runs.
import type { PoolConfig } from 'pg'

import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { embeddedContent } from '#server/providers/content/embedded/embedded-content.ts'
import { insertManyCampaigns } from '#test/many-campaigns.ts'

import { benchPostgres } from './bench-postgres.ts'
import { campaignQueries, type CampaignQuery } from './campaign-queries.ts'
import { measureMedians } from './rates.ts'

const sizeArguments = process.argv.slice(2).map(Number)
const sizes = sizeArguments.length > 0 ? sizeArguments : [1_000, 100_000, 1_000_000]

await using postgres = await benchPostgres()
await using opened = new AsyncDisposableStack()
const queriesBySize: Record<string, CampaignQuery>[] = []
for (const size of sizes) {
  const database = opened.use(await createDatabase(postgres.connection, size))
  queriesBySize.push(campaignQueries(embeddedContent(database), { pool: database.pool, size }))
}
for (const name of Object.keys(queriesBySize[0] ?? {}))
  await measure(
    name,
    queriesBySize.flatMap((queries) => queries[name] ?? []),
  )

async function createDatabase(connection: PoolConfig, size: number): Promise<Database> {
  const onIdleError = () => {}
  const name = `campaigns_${size}`
  await using first = openDatabase(connection, { onIdleError })
  await first.pool.query(`create database ${name}`)
  await migrate({ ...connection, database: name })
  const database = openDatabase({ ...connection, database: name }, { onIdleError })
  await insertManyCampaigns(database, size)
  return database
}

/** Compares one query with hand-written SQL at each size, and with the previous size. */
async function measure(name: string, queries: CampaignQuery[]) {
  for (const query of queries) await assertSameResult(name, query)
  const medians = await measureMedians(
    queries.flatMap(({ store, reference }) => [store, reference]),
  )
  for (const [index, size] of sizes.entries()) {
    const [before = 0, , ours = 0, reference = 0] = [0, 0, ...medians].slice(index * 2)
    const figures = `${ours.toFixed(2)} ms, SQL ${reference.toFixed(2)} ms`
    const growth = index > 0 ? `  ${(ours / before).toFixed(2)} times the previous size` : ''
    console.log(
      `${name.padEnd(32)}${String(size).padStart(8)}  ${figures}  ratio ${(ours / reference).toFixed(2)}${growth}`,
    )
  }
}

/** The reference is only valid if it returns the same campaigns. */
async function assertSameResult(name: string, { store, reference }: CampaignQuery) {
  const [ours, expected] = await Promise.all([store(7), reference(7)])
  if (ours.length === 0 || ours.join() !== expected.join())
    throw new Error(`${name}: ${ours.join(' ')} is not ${expected.join(' ')}`)
}
