import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import type { Task } from '../queue/queue.ts'
import type { Outbox } from '../mail/mail.ts'
import type { Sealing } from '../runtime/sealing.ts'
import { embeddedIdentity } from '../providers/identity/embedded.ts'
import { ownerToken } from '../providers/identity/firebase-credentials.ts'
import { firebaseIdentity } from '../providers/identity/firebase.ts'
import type { Identity } from '../providers/identity/identity.ts'

type Parts = { database: Database; outbox: Outbox; publicUrl: string; sealing: Sealing }

/** The adapter that the settings ask for: the server's, and that of commands beside it. */
export function configuredIdentity(
  { identity }: Pick<Config, 'identity'>,
  parts: Parts,
): Identity & { tasks: Task[] } {
  if (identity.kind === 'embedded') return embeddedIdentity(parts)
  const { apiKey, projectId, serviceAccount } = identity
  const adminToken = ownerToken({ account: serviceAccount })
  return firebaseIdentity({ ...parts, apiKey, projectId, adminToken })
}
