import type { Log } from '../../platform/runtime/log.ts'
import { PaymentsUnavailable } from './payments.ts'

/** For scheduled tasks: while the provider is unavailable, the next run replaces a retry. */
export async function skipIfUnavailable(
  log: Pick<Log, 'warn'>,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error
    log.warn({ err: error }, 'the payment provider is unavailable')
  }
}
