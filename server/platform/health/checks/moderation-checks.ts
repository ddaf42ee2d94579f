import type { Database } from '../../database/database.ts'
import { openConflicts, countUnstaffed } from '../../../staff/moderation/conflicts.ts'
import type { Sealing } from '../../runtime/sealing.ts'
import type { Check } from './check.ts'

type Deps = { database: Database; sealing: Sealing | undefined }

export function moderationChecks({ database, sealing }: Deps): Check[] {
  return [{ name: 'reviewers', find: async () => sealing && findUnstaffed(database, sealing) }]
}

async function findUnstaffed(database: Database, sealing: Sealing): Promise<string | undefined> {
  const count = await countUnstaffed(database, openConflicts({ sealing }))
  if (count === 0) return undefined
  const cases =
    count === 1 ? '1 reported or appealed campaign' : `${count} reported or appealed campaigns`
  return `Every reviewer and admin has a conflict of interest with ${cases}: give another person the role reviewer.`
}
