// The provider of bench/webhooks.ts: a process that answers each verification after 300 ms, with the shape that Paystack's answers have.
// It knows only donations that were paid as bench/webhooks.ts inserts them.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

import { transactions } from '#test/paystack/answers/transactions.ts'

const delayMs = Number(process.argv[2] ?? 300)
const verified = transactions[0]?.data as object
let lastId = 7_000_000_000

const toAnswer = (reference: string) => ({
  status: true,
  message: 'Verification successful',
  data: {
    ...verified,
    id: ++lastId,
    domain: 'test',
    reference,
    amount: 500_000,
    requested_amount: 500_000,
    fees: 17_500,
    fees_split: { paystack: 17_500, integration: 100, subaccount: 482_400 },
    subaccount: { id: 1, subaccount_code: 'ACCT_bench' },
  },
})

async function answer(path: string) {
  const [, reference] = /^\/transaction\/verify\/(.+)$/.exec(path) ?? []
  await pause(delayMs)
  return reference === undefined ? { status: false, message: 'Not found' } : toAnswer(reference)
}

const server = createServer((request, response) => {
  void answer(request.url ?? '').then((body) => {
    response.writeHead(body.status ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())
