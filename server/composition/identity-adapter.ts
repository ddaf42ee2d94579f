import type { Config } from '../platform/config/config.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { recordIdentityFault } from '../platform/health/provider-faults.ts'
import type { Outbox } from '../platform/mail/mail.ts'
import type { OnFault } from '../providers/identity/firebase/admin-token.ts'
import type { Identity, RecordChange } from '../providers/identity/identity.ts'
import type { Task } from '../platform/queue/queue.ts'
import type { Sealing } from '../platform/runtime/sealing.ts'

type IdentityDeps = {
  database: Database
  outbox: Outbox
  recordChange: RecordChange
  publicUrl: string
  sealing: Sealing
  now?: () => Date
  onNoResetMail?: () => Promise<void>
  onDisplaced?: (queries: Transaction, uid: string) => Promise<void>
}

/** The identity adapter that the settings name. Commands of scripts/ use it as well. */
export async function configuredIdentity(
  { identity, plans }: Pick<Config, 'identity' | 'plans'>,
  deps: IdentityDeps,
): Promise<Identity & { tasks: Task[] }> {
  if (identity.kind === 'embedded') {
    const { embeddedIdentity } = await import('../providers/identity/embedded/embedded-identity.ts')
    return embeddedIdentity(deps)
  }
  const { apiKey, projectId, serviceAccount, hosts } = identity
  const { database, now = () => new Date() } = deps
  const onFault: OnFault = (fault) => recordIdentityFault(database, { fault, at: now() })
  const { firebaseIdentity } = await import('../providers/identity/firebase/firebase-identity.ts')
  const { createAdminTokenSource } = await import('../providers/identity/firebase/admin-token.ts')
  const { tokenUrl, ...urls } = hosts
  const adminToken = createAdminTokenSource({
    account: serviceAccount,
    ...(tokenUrl !== undefined && { tokenUrl }),
    now,
    onFault,
  })
  return firebaseIdentity({ ...deps, ...urls, apiKey, projectId, adminToken, onFault, plans })
}
