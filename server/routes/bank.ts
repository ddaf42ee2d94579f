import { Hono } from 'hono'
import { compress } from 'hono/compress'

import { Refused, type Env } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import * as may from '../platform/policy/rules.ts'
import { PaymentsUnavailable, type Payments } from '../providers/payments/payments.ts'

/** GET /api/banks: the provider's banks, for the campaign form. */
export function bankRoutes({ payments }: { payments: Pick<Payments, 'listBanks'> }) {
  return new Hono<Env>().get('/', compress(), gate(may.listBanks, noSubject), async (c) => {
    const banks = await payments.listBanks().catch((error: unknown) => {
      throw error instanceof PaymentsUnavailable ? new Refused('payment-unavailable') : error
    })
    return c.json({ banks })
  })
}
