import type { Resolution } from '#shared/admin.ts'

import type { Money } from '../composition/money.ts'
import { listActs } from './audit-log.ts'
import { openReturns } from './open-refunds.ts'
import { proofs } from './ledger-checks.ts'
import { providerEvents } from './webhook-events.ts'
import { findHeld, listHeld, type HeldMoney } from './quarantine-list.ts'
import { resolveHeld, type ResolveParts } from './resolve-quarantined.ts'
import { stuckMail } from './undelivered-mail.ts'

export type Operator = ReturnType<typeof openOperator>

/** The operator's desk: what came in, what does not fit, what waits, and what was done about it. */
export function openOperator(parts: ResolveParts & Pick<Money, 'cancellations'>) {
  const { database, cancellations } = parts
  const resolve = resolveHeld(parts)
  return {
    events: providerEvents(parts),
    proofs: proofs(parts),
    mail: stuckMail(parts),
    listHeld: () => listHeld(parts),
    findHeld: (id: string) => findHeld(parts, id),
    resolve: (held: HeldMoney, how: Resolution, by: { uid: string; reason: string }) =>
      resolve[how](held, by),
    openReturns: () => openReturns(database),
    listCancellations: () => cancellations.list(),
    listActs: () => listActs(database),
  }
}
