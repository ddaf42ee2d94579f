import { addressFromHere, type Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../runtime/log.ts'
import { sandboxSecretKey } from '#dev/payments-sandbox/integration.ts'
import { demonstrationPeriods } from '#dev/payments-sandbox/periods.ts'
import { createSandbox } from '#dev/payments-sandbox/sandbox.ts'
import type { Payments } from '../providers/payments/payments.ts'
import { paystackPayments } from '../providers/payments/paystack.ts'

type Parts = { database: Database; log: Log }

type Configured = {
  payments: Payments
  sandbox?: (request: Request) => Response | Promise<Response>
  stop: () => Promise<void>
}

/** Paystack where a key is set, and otherwise the sandbox that plays it, reached over HTTP like the real one. */
export async function configuredPayments(config: Config, parts: Parts): Promise<Configured> {
  if (config.payments.kind === 'sandbox') return sandboxed(config, parts)
  const { mode, secretKey } = config.payments
  const baseUrl = 'https://api.paystack.co'
  const checkoutOrigin = 'https://checkout.paystack.com'
  const payments = paystackPayments({ baseUrl, secretKey, mode, checkoutOrigin })
  return { payments, stop: async () => {} }
}

async function sandboxed(config: Config, { database, log }: Parts): Promise<Configured> {
  const secretKey = await sandboxSecretKey(database)
  const here = addressFromHere(config)
  const sandbox = createSandbox({
    database,
    secretKey,
    publicUrl: config.publicUrl,
    webhookUrl: `${here}/webhooks/paystack`,
    // Whoever looks on has minutes, not days.
    schedule: 'live',
    compression: 60,
    periods: demonstrationPeriods,
    hasOperator: config.isLoopback,
    onError: (error) => log.error({ err: error }, 'the payment sandbox failed'),
  })
  sandbox.deliveries.start()
  const payments = paystackPayments({
    baseUrl: `${here}/sandbox/api`,
    secretKey,
    mode: 'sandbox',
    checkoutOrigin: config.publicUrl,
  })
  return { payments, sandbox: sandbox.fetch, stop: () => sandbox.deliveries.stop() }
}
