import * as z from 'zod/mini'

import type { openSandbox } from './open-sandbox.ts'

type Sandbox = Awaited<ReturnType<typeof openSandbox>>

/** A card that succeeds, and one for each refund problem. */
export const cards = {
  pays: { number: '4084084084084081', expiry: '12/40', cvv: '408' },
  refundFails: { number: '4084080000671803', expiry: '12/40', cvv: '180' },
  refundNeedsAttention: { number: '4084080000671902', expiry: '12/40', cvv: '190' },
}

const startedSchema = z.object({ authorization_url: z.string() })
const verifiedSchema = z.looseObject({ id: z.number(), status: z.string() })

export function sandboxPayments(sandbox: Sandbox) {
  const start = async (reference: string, fields: Record<string, unknown> = {}) => {
    const { body } = await sandbox.api('/transaction/initialize', {
      email: 'donor@example.com',
      amount: 500_000,
      reference,
      callback_url: 'http://127.0.0.1:9/donations/abc',
      ...fields,
    })
    return z.parse(startedSchema, body.data).authorization_url
  }
  const verify = async (reference: string) => {
    const { body } = await sandbox.api(`/transaction/verify/${reference}`)
    return z.parse(verifiedSchema, body.data)
  }
  return {
    start,
    verify,
    pay: async (reference: string, card = cards.pays, fields: Record<string, unknown> = {}) => {
      await sandbox.submit(await start(reference, fields), 'card', card)
      return verify(reference)
    },
  }
}
