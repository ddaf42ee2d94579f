import type { LedgerDeps, PaymentDeps } from './entries/ledger-deps.ts'
import { quarantineTransfer, type QuarantinedTransfer } from './entries/quarantine.ts'
import { paymentApplication } from './payments/apply-payment.ts'
import { feeComparison } from './reconciliation/compare-fees.ts'
import { ledgerChecks } from './reconciliation/ledger-check.ts'
import { providerReconciliation } from './reconciliation/provider-reconciliation.ts'
import { reversalSweep } from './reconciliation/reversal-sweep.ts'
import { reversalApplication } from './reversals/apply-reversals.ts'
import { totals } from './totals.ts'

/** The only writer of ledger entries, totals and quarantined payments. */
export function openLedger({
  database,
  payments,
  now,
  isQuiet = false,
}: Pick<PaymentDeps, 'database' | 'payments' | 'now' | 'isQuiet'>) {
  const deps: LedgerDeps = { database, now, isQuiet, mode: payments.mode }
  return {
    ...totals(deps),
    ...paymentApplication(deps),
    ...reversalApplication({ ...deps, payments }),
    ...reversalSweep({ ...deps, payments }),
    ...ledgerChecks(deps),
    ...providerReconciliation({ ...deps, payments }),
    ...feeComparison({ ...deps, payments }),
    quarantineTransfer: (transfer: QuarantinedTransfer) => quarantineTransfer(deps, transfer),
  }
}

export type Ledger = ReturnType<typeof openLedger>
