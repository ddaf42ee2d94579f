import * as z from 'zod/mini'

import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { enqueueOrphans } from '../../../platform/images/orphans.ts'
import type { ContentStore } from '../../../providers/content/content.ts'
import { retireSlugs, type SlugDigests } from '../../../providers/content/retired-slugs.ts'
import type { Task } from '../../../platform/queue/queue.ts'

export type FinishDeps = {
  database: Database
  content: Pick<ContentStore, 'deleteCampaign'>
  sealing: SlugDigests
  now: () => Date
}

const idRow = z.object({ id: z.string() })
const batchSize = 100

/**
 * Clears a campaign that is marked as deleted: the content store, and what other tables copied from it. Donors keep the title on their
 * receipts. Every step can be repeated after an interruption.
 */
export async function finishDeletion(
  { database, content, sealing, now }: FinishDeps,
  id: string,
): Promise<void> {
  await content.deleteCampaign(id)
  await database.transaction(async (queries) => {
    const { run } = queries
    await retireSlugs(queries, sealing, id)
    // The id leads to what remains public. The address may contain a name.
    await run(sql`update donation set campaign_slug = ${id} where campaign_id = ${id}`)
    await run(
      sql`update campaign_report set details = '' where campaign_id = ${id} and details <> ''`,
    )
    await run(sql`update moderation_case set title = '' where campaign_id = ${id}`)
    await run(sql`
      update moderation_decision set reason = '', public_reason = case when public_reason is not null then '' end
      where campaign_id = ${id}`)
    await run(sql`update moderation_appeal set text = '', reason = '' where campaign_id = ${id}`)
    await run(sql`select empty_history_reasons(${id})`)
    await enqueueOrphans(queries)
    await run(sql`update deleted_campaign set finished_at = ${now()} where campaign_id = ${id}`)
  })
}

/** Finishes deletions that were interrupted, for example because the hosted content store did not answer. */
export async function finishDeletions(deps: FinishDeps): Promise<number> {
  const unfinished = await deps.database.rows(
    idRow,
    sql`select campaign_id as id from deleted_campaign where finished_at is null
      order by deleted_at limit ${batchSize}`,
  )
  const failures: unknown[] = []
  for (const { id } of unfinished)
    await finishDeletion(deps, id).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'deletions could not be finished')
  return unfinished.length
}

export function finishDeletionsTask(deps: FinishDeps): Task {
  return {
    name: 'finish-deletions',
    lane: 'maintenance',
    cron: '*/10 * * * *',
    run: async () => void (await finishDeletions(deps)),
  }
}
