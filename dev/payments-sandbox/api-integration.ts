import { Hono } from 'hono'

import type { Database } from '#server/database/database.ts'

import { invalidParams, succeed } from './envelope.ts'
import { paymentSessionTimeout, setPaymentSessionTimeout } from './integration.ts'
import { requestBody, textOf } from './request-body.ts'

/** How long a payer has, in seconds; 0 for as long as they like. */
export function integrationApi({ database }: { database: Database }) {
  return new Hono()
    .get('/payment_session_timeout', async (c) => {
      const seconds = await paymentSessionTimeout(database)
      return succeed(c, 'Payment session timeout retrieved', {
        data: { payment_session_timeout: seconds },
      })
    })
    .put('/payment_session_timeout', async (c) => {
      const body = await requestBody(c)
      const text = textOf(body.timeout ?? body.payment_session_timeout)
      if (text === null || !/^\d{1,6}$/.test(text)) throw invalidParams('Timeout is invalid')
      await setPaymentSessionTimeout(database, Number(text))
      return succeed(c, 'Payment session timeout updated', {
        data: { payment_session_timeout: Number(text) },
      })
    })
}
