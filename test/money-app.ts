import type { Hono } from 'hono'

import { createShell } from '#server/app.ts'
import type { Database } from '#server/database/database.ts'
import { outbox } from '#server/mail/outbox.ts'
import { paymentTasks } from '#server/donations/payment-jobs.ts'
import { openRefunds } from '#server/refunds/refunds.ts'
import type { Env } from '#server/http/context.ts'
import { openLog } from '#server/runtime/log.ts'
import { embeddedContent } from '#server/providers/content/embedded.ts'
import type { Payments } from '#server/providers/payments/payments.ts'
import { receiptTasks } from '#server/receipts/mail-receipts.ts'
import { openReceipts } from '#server/receipts/receipts.ts'
import { newSigningKey, signingWith } from '#server/receipts/signing.ts'
import { openMoney } from '#server/composition/money.ts'
import { disputeAlarms } from '#server/refunds/dispute-alarms.ts'
import { openOperator } from '#server/admin/admin.ts'
import { bankRoutes } from '#server/routes/bank.ts'
import { campaignMoneyRoutes } from '#server/routes/campaign-money.ts'
import { donationRoutes } from '#server/routes/donation.ts'
import { operatorRoutes } from '#server/routes/admin.ts'
import { overviewRoutes } from '#server/routes/overview.ts'
import { receiptRoutes } from '#server/routes/receipt.ts'
import { receiptKeyRoutes } from '#server/routes/receipt-key.ts'
import { refundRoutes } from '#server/routes/refund.ts'
import { statementRoutes } from '#server/routes/statement.ts'
import { transactionRoutes } from '#server/routes/transaction.ts'
import { unsubscribeRoutes } from '#server/routes/unsubscribe.ts'
import { verifyRoutes } from '#server/routes/verify.ts'
import { webhookRoutes } from '#server/routes/webhook.ts'
import { openSessions } from '#server/accounts/sessions.ts'

import { testLedger } from './ledger.ts'
import { runJobs } from './jobs.ts'
import { testOrigin } from './people.ts'

/** `payments` stands in for the obedient provider. */
type Parts = { database: Database; owner: Database; payments?: Payments }

/** The routes of money behind the real shell, gate, sessions and database. Only the provider's edge and the clock are ours. */
export function moneyApp({ database, owner, payments: instead }: Parts) {
  const at = testLedger(database, instead)
  const { ledger, payments } = at
  const content = embeddedContent(database)
  const refunds = openRefunds({ ...at.parts, content, outbox })
  const money = openMoney({ ...at.parts, mode: payments.mode, outbox, refunds })
  const operator = openOperator({ ...at.parts, ledger, outbox, ...money })
  const signing = signingWith(newSigningKey())
  const receiptParts = { ...at.parts, outbox, mode: payments.mode, signing }
  const receipts = openReceipts(receiptParts)
  const log = openLog('silent')
  const { actorOf } = openSessions({ database, publicUrl: testOrigin, outbox })
  const config = {
    publicUrl: testOrigin,
    isPublicUrlGiven: true,
    isLoopback: true,
    trustedProxies: [],
  }
  const app = createShell({ config, log, actorOf })
    .route('/api/campaigns', donationRoutes({ content, ledger }))
    .route('/api/donations', receiptRoutes({ ledger, receipts, config }))
    .route('/api/verify', verifyRoutes({ receipts }))
    .route('/api/statements', statementRoutes({ receipts, content }))
    .route('/.well-known', receiptKeyRoutes({ receipts }))
    .route('/api/donations', refundRoutes({ refunds }))
    .route('/api/transactions', transactionRoutes({ ledger }))
    .route('/api/campaigns', campaignMoneyRoutes({ content, money }))
    .route('/api/operator', operatorRoutes({ operator }))
    .route('/unsubscribe', unsubscribeRoutes(money))
    .route('/api/overview', overviewRoutes({ content, ledger }))
    .route('/api/banks', bankRoutes({ payments }))
    .route('/webhooks', webhookRoutes({ ledger, payments }))
  const operatorEmail = 'operator@ajo.example'
  const alarms = disputeAlarms({ ...at.parts, outbox, mode: payments.mode, operatorEmail })
  const tasks = [
    ...paymentTasks({ ledger, refunds, log, ...alarms }),
    ...receiptTasks(receipts, database),
    ...money.tasks,
    alarms.task,
  ]

  return {
    ...at,
    refunds,
    receipts,
    receiptParts,
    money,
    app,
    content,
    tasks,
    runJobs: () => runJobs(owner, tasks),
    /** What the clock would start. */
    runTask: async (name: string) => tasks.find((task) => task.name === name)?.run({}),
    /** The provider tells us of something, signed over these very bytes. */
    deliver: async (body: unknown, headers: Record<string, string> = {}) => {
      const bytes = new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
      return deliver(app, bytes, {
        'x-paystack-signature': at.provider.signatureOf(bytes),
        ...headers,
      })
    },
  }
}

function deliver(
  app: Pick<Hono<Env>, 'request'>,
  body: Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
) {
  return app.request('/webhooks/paystack', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

/** The body of a webhook as the provider writes it, as far as it concerns us. */
export const chargeSuccess = (reference: string) => ({
  event: 'charge.success',
  data: {
    reference,
    status: 'success',
    amount: 1,
    domain: 'test',
    customer: { email: 'x@y.test' },
  },
})
