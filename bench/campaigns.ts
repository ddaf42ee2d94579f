// What finding campaigns costs as they become many: node bench/campaigns.ts [1000 100000 1000000]. Every question is asked of the store and
// in SQL written by hand for it through the same driver, at every size, all in turns: the medians, and how much they grew from size to size.
import type { PoolConfig } from 'pg'

import { openDatabase, type Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { embeddedContent } from '#server/providers/content/embedded.ts'
import { insertManyCampaigns } from '#test/many-campaigns.ts'

import { benchPostgres } from './bench-postgres.ts'
import { campaignQuestions, type Question } from './campaign-questions.ts'
import { mediansInTurns } from './rates.ts'

const given = process.argv.slice(2).map(Number)
const sizes = given.length > 0 ? given : [1_000, 100_000, 1_000_000]

await using postgres = await benchPostgres()
await using opened = new AsyncDisposableStack()
const asked: Record<string, Question>[] = []
for (const size of sizes) {
  const database = opened.use(await databaseOf(postgres.connection, size))
  asked.push(campaignQuestions(embeddedContent(database), { pool: database.pool, size }))
}
for (const name of Object.keys(asked[0] ?? {}))
  await measure(
    name,
    asked.flatMap((questions) => questions[name] ?? []),
  )

async function databaseOf(connection: PoolConfig, size: number): Promise<Database> {
  const onIdleError = () => {}
  const name = `campaigns_${size}`
  await using first = openDatabase(connection, { onIdleError })
  await first.pool.query(`create database ${name}`)
  await migrate({ ...connection, database: name })
  const database = openDatabase({ ...connection, database: name }, { onIdleError })
  await insertManyCampaigns(database, size)
  return database
}

/** The same question at every size: what it takes beside SQL by hand, and beside the size before. */
async function measure(name: string, questions: Question[]) {
  for (const question of questions) await assertAlike(name, question)
  const medians = await mediansInTurns(questions.flatMap(({ store, bare }) => [store, bare]))
  for (const [index, size] of sizes.entries()) {
    const [before = 0, , ours = 0, byHand = 0] = [0, 0, ...medians].slice(index * 2)
    const figures = `${ours.toFixed(2)} ms, by hand ${byHand.toFixed(2)} ms`
    const growth = index > 0 ? `  ${(ours / before).toFixed(2)} times the size before` : ''
    console.log(
      `${name.padEnd(32)}${String(size).padStart(8)}  ${figures}  ratio ${(ours / byHand).toFixed(2)}${growth}`,
    )
  }
}

/** A reference that answered something else would prove nothing. */
async function assertAlike(name: string, { store, bare }: Question) {
  const [ours, byHand] = await Promise.all([store(7), bare(7)])
  if (ours.length === 0 || ours.join() !== byHand.join())
    throw new Error(`${name}: ${ours.join(' ')} is not ${byHand.join(' ')}`)
}
