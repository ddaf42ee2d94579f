import * as z from 'zod/mini'

import type { Foundation } from '../../providers/foundation.ts'
import { enqueueJob, type Task } from '../../platform/queue/queue.ts'
import { secureAccountToken, type AccountEvents, type SecureAccountLink } from './account-events.ts'
import { endSessionsSql } from './sessions.ts'

type Deps = Pick<Foundation, 'database' | 'sealing' | 'identity' | 'now'> & {
  events: AccountEvents
}

const mailResetTask = 'mail-reset-of-secured-account'
const payloadSchema = z.object({ uid: z.string() })

/** What 'This wasn’t me' in a notice does: all sessions end, and the owner gets a link to choose a new password. */
export function openSecureAccount({ database, sealing, identity, events, now }: Deps) {
  return {
    findLink: async (token: string) => secureAccountToken.open(sealing, token),

    /** False if the link is older than 7 days or was used before. */
    async secure({ uid, eventId, isFormerAddress, expiresAt }: SecureAccountLink) {
      if (expiresAt <= now().getTime()) return false
      return database.transaction(async (queries) => {
        const event = { id: eventId, uid, kind: 'secured-by-owner' } as const
        if (!(await events.record(queries, event))) return false
        await queries.run(endSessionsSql(uid))
        await identity.voidEmailChange(queries, uid)
        // The link would go to the new address, which the owner did not choose.
        if (!isFormerAddress)
          await enqueueJob(queries, { task: mailResetTask, payload: { uid }, attempts: 5 })
        return true
      })
    },

    /** Mails the reset to the address that the account has now. */
    task: {
      name: mailResetTask,
      lane: 'mail',
      run: async (payload) => {
        const account = await identity.findAccount(z.parse(payloadSchema, payload).uid)
        if (account) await identity.sendReset(account.email)
      },
    } satisfies Task,
  }
}
