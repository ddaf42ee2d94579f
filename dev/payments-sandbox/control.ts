import { Hono } from 'hono'

import { raiseDispute } from './dispute-moves.ts'
import { invalidParams, missing, succeed } from './envelope.ts'
import type { faultBox } from './faults.ts'
import { passTime } from './passing-time.ts'
import type { MoveParts } from './refund-moves.ts'
import { requestBody, textOf } from './request-body.ts'
import { settlementData, settleAll } from './settlements.ts'

type Parts = MoveParts & { faultBox: ReturnType<typeof faultBox>; onQueued: () => void }

/** The knobs over HTTP, for demonstrations and for tests that run in another process. */
export function controlApi(parts: Parts) {
  const { database, now, faultBox: box, onQueued } = parts
  return new Hono()
    .get('/faults', (c) => succeed(c, 'Faults', { data: box.current() }))
    .put('/faults', async (c) => {
      const body = await requestBody(c)
      try {
        box.setUnknown(body)
      } catch {
        throw invalidParams('Invalid faults')
      }
      return succeed(c, 'Faults set', { data: box.current() })
    })
    .delete('/faults', (c) => {
      box.clear()
      return succeed(c, 'Faults cleared', { data: box.current() })
    })
    .post('/disputes', async (c) => {
      const body = await requestBody(c)
      const reference = textOf(body.reference)
      if (reference === null) throw missing('Reference is required')
      const amount = Number(textOf(body.amount) ?? Number.NaN)
      const dispute = await raiseDispute(parts, {
        reference,
        amount: Number.isSafeInteger(amount) && amount > 0 ? amount : null,
        category: textOf(body.category) ?? 'chargeback',
      })
      if (!dispute) throw invalidParams('Nothing is left to dispute')
      onQueued()
      return succeed(c, 'Dispute raised', { data: { id: dispute.id } }, 201)
    })
    .post('/settlements', async (c) => {
      const settlements = await settleAll(database, now())
      return succeed(c, 'Settled', { data: settlements.map(settlementData) }, 201)
    })
    .post('/time', async (c) => {
      const data = { moved: await passTime(parts) }
      onQueued()
      return succeed(c, 'What was due is done', { data })
    })
}
