import type { Resolution } from '#shared/operator.ts'

import type { Money } from '../money/money.ts'
import { listActs } from './operator-log.ts'
import { openReturns } from './open-returns.ts'
import { proofs } from './proofs.ts'
import { providerEvents } from './provider-events.ts'
import { findHeld, listHeld, type HeldMoney } from './quarantine-desk.ts'
import { resolveHeld, type ResolveParts } from './resolve-held.ts'
import { stuckMail } from './stuck-mail.ts'

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
