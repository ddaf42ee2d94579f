import { randomUUID } from 'node:crypto'

import { createSandbox } from '#dev/payments-sandbox/sandbox.ts'
import type { Database } from '#server/database/database.ts'
import { payoutHolds } from '#server/payouts/holds.ts'
import { mainDeductions } from '#server/payouts/main-deductions.ts'
import { settlementReconciliation } from '#server/payouts/settlements.ts'
import type { Payments } from '#server/providers/payments/payments.ts'
import { paystackPayments } from '#server/providers/payments/paystack.ts'

import { sandboxKey } from './fakes/payments-sandbox.ts'
import { campaignOfAda, testLedger } from './ledger.ts'

const origin = 'https://sandbox.example'

/** The ledger on the payment sandbox, which it reaches through the Paystack adapter without a network. Both have one clock. */
export function openMoneyWorld(database: Database) {
  const clock = { now: new Date('2026-05-04T09:00:00Z') }
  const sandbox = createSandbox({
    database,
    secretKey: sandboxKey,
    publicUrl: origin,
    webhookUrl: `${origin}/not-listening`,
    now: () => clock.now,
    periods: { refundPendingMs: 1, refundProcessingMs: 1 },
  })
  const send = async (input: string | URL | Request, init?: RequestInit) =>
    sandbox.fetch(new Request(input, init))
  const paystack = paystackPayments({
    baseUrl: `${origin}/sandbox/api`,
    secretKey: sandboxKey,
    mode: 'sandbox',
    checkoutOrigin: origin,
    fetch: send,
  })
  const references: string[] = []
  const payments: Payments = {
    ...paystack,
    initialize: (payment) => {
      references.push(payment.reference)
      return paystack.initialize(payment)
    },
  }
  const { deps, ledger, donations } = testLedger(database, payments, clock)
  const ledgerDeps = { ...deps, mode: payments.mode }
  return {
    clock,
    sandbox,
    payments,
    send,
    /** References of the started payments. */
    references,
    database,
    ledger,
    donations,
    ledgerDeps,
    ...mainDeductions(ledgerDeps),
    ...payoutHolds(ledgerDeps),
    ...settlementReconciliation(ledgerDeps),
  }
}
export type MoneyWorld = ReturnType<typeof openMoneyWorld>

/** Three campaigns of one owner, of which the first two share a sub-account. */
export async function addCampaigns({ payments }: MoneyWorld) {
  const [ownerUid, accounts] = [randomUUID(), [await add(payments), await add(payments)]]
  const campaigns = [0, 0, 1].map((account) => ({
    ...campaignOfAda,
    id: randomUUID(),
    ownerUid,
    bankAccount: { ...campaignOfAda.bankAccount, subAccountCode: accounts[account] ?? '' },
  }))
  return { campaigns, accounts, ownerUid }
}

async function add(payments: MoneyWorld['payments']): Promise<string> {
  const account = await payments.createSubAccount({
    businessName: 'A well',
    bankCode: '057',
    accountNumber: '0000000000',
    ownerUid: 'u1',
  })
  if (account.kind === 'refused') throw new Error(account.message)
  return account.code
}
