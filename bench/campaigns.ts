// What finding campaigns costs as they become many: node bench/campaigns.ts [1000 100000 1000000]. Every question is asked of the store and, in
// turns, in SQL written by hand for it through the same driver; the medians of both, and how much they grew with the number of campaigns.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openDatabase, type Database } from '#server/database/database.ts'
import { openEmbeddedPostgres } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { embeddedContent } from '#server/providers/content/embedded.ts'
import { insertManyCampaigns } from '#test/many-campaigns.ts'

import { campaignQuestions } from './campaign-questions.ts'
import { mediansInTurns } from './rates.ts'

const given = process.argv.slice(2).map(Number)
const sizes = given.length > 0 ? given : [1_000, 100_000, 1_000_000]
const onIdleError = () => {}

const dataDir = mkdtempSync(join(tmpdir(), 'ajo-bench-'))
// Below a folder of root's, PostgreSQL's own account has to get through.
chmodSync(dataDir, 0o711)
try {
  await using postgres = await openEmbeddedPostgres({ dataDir })
  await migrate(postgres.connection)
  await using database = openDatabase(postgres.connection, { onIdleError })
  const before = new Map<string, number>()
  for (const size of sizes) {
    await fill(database, size)
    for (const [name, ms] of await measure(database, size)) {
      const earlier = before.get(name)
      if (earlier !== undefined)
        console.log(`  ${name}: ${(ms / earlier).toFixed(2)} times the size before (goal 1.50)`)
      before.set(name, ms)
    }
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

async function fill(database: Database, size: number) {
  await database.pool.query(
    'truncate campaign, campaign_slug, campaign_listing, search_word, user_document cascade',
  )
  await insertManyCampaigns(database, size)
  console.log(`${size} campaigns`)
}

/** The store's median of each question, in milliseconds. */
async function measure(database: Database, size: number): Promise<[string, number][]> {
  const questions = campaignQuestions(embeddedContent(database), { pool: database.pool, size })
  const measured: [string, number][] = []
  for (const [name, { store, bare }] of Object.entries(questions)) {
    await assertAlike(name, { store, bare })
    const [ours = 0, byHand = 0] = await mediansInTurns([store, bare])
    const figures = `${ours.toFixed(2)} ms, by hand ${byHand.toFixed(2)} ms`
    console.log(`${name.padEnd(44)} ${figures}  ratio ${(ours / byHand).toFixed(2)} (goal 1.30)`)
    measured.push([name, ours])
  }
  return measured
}

/** A reference that answered something else would prove nothing. */
async function assertAlike(
  name: string,
  asked: Record<'store' | 'bare', (turn: number) => Promise<string[]>>,
) {
  const [ours, byHand] = await Promise.all([asked.store(7), asked.bare(7)])
  if (ours.join() !== byHand.join())
    throw new Error(`${name}: ${ours.join(' ')} is not ${byHand.join(' ')}`)
}
