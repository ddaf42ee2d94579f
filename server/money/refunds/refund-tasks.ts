import { skipIfUnavailable } from '../../providers/payments/skip-if-unavailable.ts'
import type { Task } from '../../platform/queue/queue.ts'
import type { Log } from '../../platform/runtime/log.ts'
import type { Refunds } from './refunds.ts'
import { refundsTask } from './run-refunds.ts'

type Deps = { refunds: Pick<Refunds, 'runRefunds'>; log: Pick<Log, 'warn'> }

export function refundTasks({ refunds, log }: Deps): Task[] {
  return [
    {
      name: refundsTask,
      lane: 'payments',
      cron: '* * * * *',
      run: (_payload, signal) => skipIfUnavailable(log, () => refunds.runRefunds(signal)),
    },
  ]
}
