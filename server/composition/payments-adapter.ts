import type { Config } from '../platform/config/config.ts'
import { realHosts } from '../platform/config/provider-hosts.ts'
import type { Database } from '../platform/database/database.ts'
import type { Payments } from '../providers/payments/payments.ts'
import { paystackPayments } from '../providers/payments/paystack.ts'
import type { Log } from '../platform/runtime/log.ts'
import type { Metrics } from '../platform/runtime/metrics.ts'
import { openPaymentSandbox } from './development.ts'
import type { Overrides } from './overrides.ts'

type PaymentsDeps = Pick<Overrides, 'payments'> & {
  database: Database
  log: Log
  opened: AsyncDisposableStack
  metrics: Pick<Metrics, 'toCountedFetch'>
}

type ConfiguredPayments = {
  payments: Payments
  /** Answers for the payment sandbox, where no Paystack key is set. Ajo reaches it over HTTP. */
  sandbox?: (request: Request, env: object) => Response | Promise<Response>
}

/** Paystack where a key is set, otherwise the payment sandbox. Both are reached through the same adapter. */
export async function configuredPayments(
  config: Config,
  deps: PaymentsDeps,
): Promise<ConfiguredPayments> {
  if (deps.payments) return { payments: deps.payments }
  const { feeBearer } = config
  const counted = deps.metrics.toCountedFetch('payments', fetch)
  if (config.payments.kind === 'sandbox') {
    const sandbox = await openPaymentSandbox(config, deps)
    const { endpoint } = sandbox
    const options = { ...endpoint, mode: 'sandbox', feeBearer, fetch: counted } as const
    return { payments: paystackPayments(options), sandbox: sandbox.fetch }
  }
  const { mode, secretKey, baseUrl = realHosts.PAYSTACK_URL } = config.payments
  const { checkoutOrigin = realHosts.PAYSTACK_CHECKOUT_URL } = config.payments
  const options = { baseUrl, secretKey, mode, checkoutOrigin, feeBearer, fetch: counted }
  return { payments: paystackPayments(options) }
}
