import type { Ledger } from '../money/ledger/ledger.ts'
import type { Task } from '../platform/queue/queue.ts'
import type { Log } from '../platform/runtime/log.ts'
import type { Transparency } from './transparency.ts'

type Deps = {
  transparency: Pick<Transparency, 'checkLog'>
  ledger: Pick<Ledger, 'saveLedgerCheck'>
  log: Pick<Log, 'info' | 'error'>
}

/** Compares the whole log with the ledger and saves what differs for an admin. */
export function checkLogTask({ transparency, ledger, log }: Deps): Task {
  return {
    name: 'check-log',
    lane: 'checks',
    cron: '30 * * * *',
    run: async () => {
      const check = await transparency.checkLog()
      await ledger.saveLedgerCheck(check)
      const { findings, ...summary } = check
      if (findings.length > 0)
        log.error({ findings, ...summary }, 'the check of the transparency log found violations')
      else log.info(summary, 'the check of the transparency log passed')
    },
  }
}
