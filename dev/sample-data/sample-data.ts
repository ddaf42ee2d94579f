import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { diskImageStorage } from '#server/platform/images/disk-storage.ts'
import { StartRefused } from '#server/platform/runtime/errors.ts'
import type { Log } from '#server/platform/runtime/log.ts'

import type { OpenSampleServices, SampleDeps } from './sample-services.ts'

const samplePersonSchema = z.object({ email: z.string(), password: z.string(), role: z.string() })

/** Login that the terminal prints. */
export type SamplePerson = z.output<typeof samplePersonSchema>

/** Fills an empty database once. Returns the logins at this and every later start. */
export async function fillSampleData(
  deps: SampleDeps,
  openServices: OpenSampleServices,
): Promise<readonly SamplePerson[]> {
  const { config, database, log } = deps
  const file = join(config.dataDir, 'sample-people.json')
  const folder = join(config.dataDir, 'images')
  const isEmpty = await database.row(
    z.object({ is_empty: z.literal(true) }),
    sql`select true as is_empty where not exists (select from account) and not exists (select from sample_data)`,
  )
  if (isEmpty && !(await diskImageStorage(folder).hasSpace()))
    throw new StartRefused(
      `The disk of DATA_DIR ${config.dataDir} has less than 200 MB free, which sample data needs: free some space, or set DATA_DIR to another disk.`,
    )
  const begun = await database.run(sql`
    insert into sample_data (id, begun_at) select 1, now()
    where not exists (select from account) on conflict do nothing`)
  if (begun === 1) {
    log.info('creating sample data')
    // Imported here so that other starts do not load it.
    const { seedSampleData } = await import('./seed.ts')
    const people = await seedSampleData(deps, openServices)
    writeFileSync(file, JSON.stringify(people, null, 2), { mode: 0o600 })
    await database.run(sql`update sample_data set finished_at = now()`)
  }
  await warnIfIncomplete(deps)
  if (!existsSync(file)) return []
  return z.parse(z.array(samplePersonSchema), JSON.parse(readFileSync(file, 'utf8')))
}

async function warnIfIncomplete({ database, log }: { database: Database; log: Log }) {
  const incomplete = await database.row(
    z.object({ begun_at: z.date() }),
    sql`select begun_at from sample_data where finished_at is null`,
  )
  if (incomplete)
    log.warn(
      'sample data is incomplete because its creation was interrupted; delete DATA_DIR to start again',
    )
}
