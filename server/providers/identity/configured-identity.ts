import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import type { Task } from '../../jobs/jobs.ts'
import type { Outbox } from '../../mail/mail.ts'
import type { Sealing } from '../../sealing.ts'
import { embeddedIdentity } from './embedded.ts'
import { ownerToken } from './firebase-owner.ts'
import { firebaseIdentity } from './firebase.ts'
import type { Identity } from './identity.ts'

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
