import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import * as z from 'zod/mini'

import { sql } from '#server/database/sql.ts'
import type { Services } from '#server/services.ts'

const samplePersonSchema = z.object({ email: z.string(), password: z.string(), role: z.string() })

/** Somebody to log in as, on a machine of one's own. */
export type SamplePerson = z.output<typeof samplePersonSchema>

/** Fills an empty database in sandbox mode, once. Answers the people that were made, then and on every later start. */
export async function sampleData(services: Services): Promise<readonly SamplePerson[]> {
  const { config, database, log } = services
  if (!config.seed || config.payments.kind !== 'sandbox') return []

  const file = join(config.dataDir, 'sample-people.json')
  const begun = await database.run(sql`
    insert into sample_data (id, begun_at) select 1, now()
    where not exists (select from account) on conflict do nothing`)
  if (begun === 1) {
    log.info('filling in sample data')
    // Loaded only here: no other start has any use for it.
    const { seedSampleData } = await import('./seed.ts')
    const people = await seedSampleData(services)
    writeFileSync(file, JSON.stringify(people, null, 2), { mode: 0o600 })
    await database.run(sql`update sample_data set finished_at = now()`)
  }
  await warnIfHalfDone(services)
  if (!existsSync(file)) return []
  const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return z.parse(z.array(samplePersonSchema), kept)
}

async function warnIfHalfDone({ database, log }: Services) {
  const halfDone = await database.row(
    z.object({ begun_at: z.date() }),
    sql`select begun_at from sample_data where finished_at is null`,
  )
  if (halfDone)
    log.warn(
      'the sample data is incomplete, as its start was interrupted: delete DATA_DIR to begin again',
    )
}
