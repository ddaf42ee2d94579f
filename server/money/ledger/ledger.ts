import type { LedgerDeps, PaymentDeps } from './provider-report.ts'
import { quarantinePayment } from './quarantine.ts'
import { paymentApplication } from './apply-payment.ts'
import { feeComparison, providerReconciliation } from './provider-reconciliation.ts'
import { type CheckDeps, type LedgerCheck, ledgerChecks } from './ledger-check.ts'
import { reversalApplication, reversalSweep } from './apply-reversals.ts'
import { totals } from './totals.ts'
import { skipIfUnavailable } from '../../providers/payments/payments.ts'
import type { Task } from '../../platform/queue/queue.ts'
import type { Log } from '../../platform/runtime/log.ts'

/** The only writer of ledger entries, totals and quarantined payments. */
export function openLedger({
  database,
  payments,
  now,
  isQuiet = false,
  listForgedReceipts,
}: Pick<PaymentDeps, 'database' | 'payments' | 'now' | 'isQuiet'> &
  Pick<CheckDeps, 'listForgedReceipts'>) {
  const deps: LedgerDeps = { database, now, isQuiet, mode: payments.mode }
  return {
    ...totals(deps),
    ...paymentApplication(deps),
    ...reversalApplication({ ...deps, payments }),
    ...reversalSweep({ ...deps, payments }),
    ...ledgerChecks({ ...deps, listForgedReceipts }),
    ...providerReconciliation({ ...deps, payments }),
    ...feeComparison({ ...deps, payments }),
    quarantinePayment: (mismatch: Parameters<typeof quarantinePayment>[1]) =>
      quarantinePayment(deps, mismatch),
  }
}

export type Ledger = ReturnType<typeof openLedger>

type Deps = { ledger: Ledger; log: Pick<Log, 'info' | 'warn' | 'error'> }

export const reconcileReversalsTask = 'reconcile-reversals'
export const checkLedgerTask = 'check-ledger'
export const compareWithProviderTask = 'compare-with-provider'

export function ledgerTasks({ ledger, log }: Deps): Task[] {
  return [
    {
      name: reconcileReversalsTask,
      lane: 'checks',
      cron: '20 * * * *',
      run: () =>
        skipIfUnavailable(log, async () => {
          const reversals = await ledger.reconcileReversals()
          log.info({ reversals }, 'refunds and disputes were reconciled')
        }),
    },
    {
      name: checkLedgerTask,
      lane: 'checks',
      cron: '40 * * * *',
      run: async () => report(await ledger.checkLedger()),
    },
    {
      name: compareWithProviderTask,
      lane: 'checks',
      cron: '50 * * * *',
      run: (payload) =>
        skipIfUnavailable(log, async () => {
          const check = await ledger.compareWithProvider(payload as { isForced?: boolean })
          if (check.checks > 0) await report(check)
        }),
    },
    {
      name: 'compare-fees',
      lane: 'checks',
      cron: '10 3 * * *',
      // The next run compares another day, so that an outage is tried again.
      run: async () => {
        const differing = await ledger.compareFees()
        log.info({ differing }, 'fees were compared with the published rules')
      },
    },
  ]

  /** Saves and logs the findings for an admin. Nothing is repaired automatically. */
  async function report(check: LedgerCheck) {
    await ledger.saveLedgerCheck(check)
    const { findings, ...summary } = check
    if (findings.length > 0)
      log.error({ findings, ...summary }, 'the ledger check found violations')
    else log.info(summary, 'the ledger check passed')
  }
}
