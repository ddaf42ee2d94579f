import type { Resolution } from '#shared/admin.ts'

import type { Cancellations } from '../../money/refunds/cancellations.ts'
import type { Cursor } from '../../money/donations/donation-list.ts'
import { listAuditLog } from './audit-log.ts'
import type { RefundRow } from '../../money/refunds/refund-rows.ts'
import { exposureList, type ExposureDeps } from './exposure-list.ts'
import { ledgerCheckList, ledgerDifferences } from './ledger-checks.ts'
import { findGivenUp, listOpenRefunds, retryRefund } from './open-refunds.ts'
import {
  findQuarantined,
  listQuarantined,
  quarantineResolutions,
  type QuarantinedRow,
  type ResolveDeps,
} from './quarantine.ts'
import { undeliveredMail } from './undelivered-mail.ts'
import { webhookEvents } from './failed-work.ts'

export type Admin = ReturnType<typeof openAdmin>

/** Everything that the admin's pages show and do. */
export function openAdmin(
  deps: ResolveDeps & ExposureDeps & { cancellations: Pick<Cancellations, 'list'> },
) {
  const { database, cancellations } = deps
  const resolve = quarantineResolutions(deps)
  return {
    webhooks: webhookEvents(deps),
    ledgerChecks: ledgerCheckList(deps),
    differences: ledgerDifferences(deps),
    exposure: exposureList(deps),
    emails: undeliveredMail(deps),
    listQuarantined: () => listQuarantined(deps),
    findQuarantined: (id: string) => findQuarantined(deps, id),
    resolve: (
      payment: QuarantinedRow,
      resolution: Resolution,
      by: { uid: string; reason: string },
    ) => resolve[resolution](payment, by),
    listOpenRefunds: () => listOpenRefunds(database, deps.mode),
    findGivenUpRefund: (id: string) => findGivenUp(database, deps.mode, id),
    retryRefund: (refund: RefundRow, by: { uid: string; reason: string }) =>
      retryRefund(database, refund, { ...by, at: deps.now() }),
    listCancellations: () => cancellations.list(),
    listAuditLog: (after?: Cursor) => listAuditLog(database, after),
  }
}
