import { randomUUID } from 'node:crypto'

import type { Database } from '#server/platform/database/database.ts'
import { payoutHolds, settlementComparison, mainDeductions } from '#server/money/payouts/payouts.ts'
import { settlementReconciliation } from '#server/money/payouts/settlements.ts'
import type { Payments } from '#server/providers/payments/payments.ts'
import { paystackPayments } from '#server/providers/payments/paystack.ts'
import { sandboxKey } from '#packages/paystack-sandbox/test/open-sandbox.ts'
import { campaignOfAda, donationBy, testLedger } from './ledger.ts'
import { cards } from '#packages/paystack-sandbox/test/sandbox-payments.ts'
import { createSandbox } from '#packages/paystack-sandbox/src/index.ts'

const origin = 'https://sandbox.example'

/** The ledger on the payment sandbox, which it reaches through the Paystack adapter without a network. Both have one clock. */
export function openMoneyWorld(database: Database, feeBearer: 'subaccount' | 'account') {
  const clock = { now: new Date('2026-05-04T09:00:00Z') }
  const sandbox = createSandbox({
    database,
    secretKey: sandboxKey,
    publicUrl: origin,
    webhookUrl: `${origin}/not-listening`,
    now: () => clock.now,
    periods: {
      refundPendingMs: 1,
      refundProcessingMs: 1,
      settlementPendingMs: 1,
      settlementProcessingMs: 1,
      settlementRetryMs: 1,
      // No history waits for the deadline of a dispute.
      disputeMs: 365 * 86_400_000,
      disputeReminderMs: 365 * 86_400_000,
    },
  })
  const send = async (input: string | URL | Request, init?: RequestInit) =>
    sandbox.fetch(new Request(input, init))
  const paystack = paystackPayments({
    baseUrl: `${origin}/sandbox/api`,
    secretKey: sandboxKey,
    mode: 'sandbox',
    checkoutOrigin: origin,
    feeBearer,
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
  const { deps, ledger, donations, campaigns } = testLedger(database, payments, clock)
  const ledgerDeps = { ...deps, mode: payments.mode }
  type Change = Parameters<typeof donationBy>[1]
  const start = async (email: string, change?: Change) => {
    const started = await donations.startDonation(donationBy(email, change))
    if (started.kind !== 'started') throw new Error(started.kind)
    return { url: started.url, reference: references.at(-1) ?? '' }
  }
  /** Pays by a card on the page of the sandbox. No process hears of it. */
  const payByCard = (url: string) =>
    send(`${url}/card`, { method: 'POST', body: new URLSearchParams(cards.pays) })
  const pay = async ({ url, reference }: { url: string; reference: string }) => {
    await payByCard(url)
    await donations.verifyPayment(reference, 'webhook')
    return reference
  }
  return {
    start,
    payByCard,
    pay,
    donate: async (email: string, change?: Change) => pay(await start(email, change)),
    pass: (hours: number) => void (clock.now = new Date(clock.now.getTime() + hours * 3_600_000)),
    clock,
    sandbox,
    payments,
    send,
    /** References of the started payments. */
    references,
    database,
    ledger,
    donations,
    campaigns,
    deps,
    ledgerDeps,
    ...mainDeductions(ledgerDeps),
    ...payoutHolds(ledgerDeps),
    ...settlementReconciliation(ledgerDeps),
    ...settlementComparison(ledgerDeps),
  }
}
export type MoneyWorld = ReturnType<typeof openMoneyWorld>

/** Three campaigns of an owner, of which the first two share a sub-account. The model numbers the accounts of all owners. */
export async function addCampaigns({ payments }: MoneyWorld, owner: number) {
  const ownerUid = randomUUID()
  const accounts = [
    { number: 2 * owner, code: await add(payments) },
    { number: 2 * owner + 1, code: await add(payments) },
  ] as const
  const toCampaign = (index: 0 | 1) => ({
    account: accounts[index],
    campaign: {
      ...campaignOfAda,
      id: randomUUID(),
      ownerUid,
      bankAccount: { ...campaignOfAda.bankAccount, subAccountCode: accounts[index].code },
    },
  })
  const campaigns = [toCampaign(0), toCampaign(0), toCampaign(1)] as const
  return { ownerUid, accounts, campaigns }
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
