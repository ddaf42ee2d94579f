import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { AccountEvents } from '../accounts/account-events.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ContentStore } from '../../providers/content/content.ts'
import { enqueueJob, type Task } from '../../platform/queue/queue.ts'
import { toDeletedProfile } from './deleted-profile.ts'

type Deps = {
  database: Database
  content: Pick<ContentStore, 'findUserByUid' | 'updateUser'>
  events: AccountEvents
}

const task = 'erase-displaced-account'
const payloadSchema = z.object({ uid: z.string(), eventId: z.string() })

/** For an account that never confirmed its address and was deleted because another account did. */
export const enqueueDisplaced = (queries: Transaction, uid: string): Promise<void> =>
  enqueueJob(queries, { task, payload: { uid, eventId: randomUUID() } })

/** Deletes what the identity provider does not know: the names, and the account of donations. Their address decides whose they are. */
export function displacedTask({ database, content, events }: Deps): Task {
  return {
    name: task,
    lane: 'maintenance',
    run: async (payload) => {
      const { uid, eventId: id } = z.parse(payloadSchema, payload)
      const profile = await content.findUserByUid(uid)
      if (profile) await content.updateUser(profile._id, toDeletedProfile(uid))
      await database.transaction(async (queries) => {
        await queries.run(sql`update donation set donor_uid = null where donor_uid = ${uid}`)
        await events.record(queries, { id, uid, kind: 'deleted', byCommand: true })
      })
    },
  }
}
