import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'

import {
  PaymentsUnavailable,
  type Payments,
  type ProviderPayment,
  toSplitTerms,
  type FeeBearer,
} from '#server/providers/payments/payments.ts'
import { kobo } from '#shared/money.ts'

import { fakeAccountNumbers, type FakeAccountNumbers } from './account-numbers.ts'
import { fakePayouts, type FakePayouts } from './provider-payouts.ts'
import { fakeReversals, isWithin, type FakeReversals } from './reversals.ts'

type Started = Parameters<Payments['initialize']>[0]

/** A payment provider in memory that a test controls. */
export function fakePayments() {
  const memory: Memory = {
    payments: new Map(),
    transactions: new Map(),
    started: [],
    verified: [],
    isDown: false,
    feeBearer: 'subaccount',
    initialize,
    reversals: fakeReversals({
      findPayment: (reference) => memory.payments.get(reference),
      findTransaction: (transactionId) => memory.transactions.get(transactionId),
      throwIfDown: () => throwIfDown(memory),
    }),
    accountNumbers: fakeAccountNumbers(() => throwIfDown(memory)),
    payouts: fakePayouts({
      toPayment: (reference) => memory.payments.get(reference) ?? newPayment(reference),
      throwIfDown: () => throwIfDown(memory),
    }),
  }

  const updatePayment = (reference: string, change: Partial<ProviderPayment>) => {
    const payment = { ...(memory.payments.get(reference) ?? newPayment(reference)), ...change }
    memory.payments.set(reference, payment)
    memory.transactions.set(payment.transactionId, payment)
    return payment
  }

  return {
    payments: toPayments(memory),
    started: memory.started,
    verified: memory.verified,
    sign,
    /** The reference of the payment that was started last. */
    lastReference: () => {
      const last = memory.started.at(-1)
      if (last === undefined) throw new Error('no payment was started')
      return last.reference
    },
    setDown: (isDown: boolean) => void (memory.isDown = isDown),
    /** Who pays the fee of payments that are started from now on. */
    setFeeBearer: (feeBearer: FeeBearer) => void (memory.feeBearer = feeBearer),
    onInitialize: (answer: Memory['initialize']) => void (memory.initialize = answer),
    /** Changes a payment as the donor does on the checkout page, and adds it if it is unknown. */
    updatePayment,
    ...memory.reversals.controls,
    ...memory.payouts.controls,
    ...memory.accountNumbers.controls,
    /** The donor pays the requested amount, unless `change` says otherwise. */
    pay: (reference: string, change: Partial<ProviderPayment> = {}) => {
      const { amount } = updatePayment(reference, {})
      const fees = kobo(Math.ceil((amount * 15) / 1000))
      const paidAt = new Date('2026-05-01T10:00:00Z')
      return updatePayment(reference, {
        status: 'success',
        fees,
        channel: 'card',
        paidAt,
        ...change,
      })
    },
  }
}

type Memory = {
  payments: Map<string, ProviderPayment>
  /** Also those whose reference was paid again since. */
  transactions: Map<number, ProviderPayment>
  started: Started[]
  verified: string[]
  isDown: boolean
  feeBearer: FeeBearer
  initialize: (payment: Started, memory: Memory) => ReturnType<Payments['initialize']>
  reversals: FakeReversals
  payouts: FakePayouts
  accountNumbers: FakeAccountNumbers
}

function throwIfDown({ isDown }: Memory) {
  if (isDown) throw new PaymentsUnavailable('the provider did not answer')
}

async function initialize(payment: Started, { payments }: Memory) {
  const { reference, amount, subAccountCode } = payment
  if (payments.has(reference))
    return { kind: 'refused' as const, message: 'Duplicate Transaction Reference' }
  payments.set(reference, {
    ...newPayment(reference),
    status: 'abandoned',
    amount,
    requestedAmount: amount,
    subAccountCode,
  })
  const url = `https://checkout.example/${reference}`
  return { kind: 'started' as const, url, accessCode: 'abc' }
}

function toPayments(memory: Memory): Payments {
  return {
    mode: 'sandbox',
    checkoutOrigin: 'https://checkout.example',
    listBanks: async () => {
      throwIfDown(memory)
      return [{ id: 9, code: '058', name: 'Guaranty Trust Bank' }]
    },
    createSubAccount: async () => {
      throwIfDown(memory)
      return { kind: 'created', code: 'ACCT_test0000000001', accountName: 'Test' }
    },
    getSplitTerms: (amount) => toSplitTerms(amount, memory.feeBearer),
    initialize: async (payment) => {
      throwIfDown(memory)
      memory.started.push(payment)
      return memory.initialize(payment, memory)
    },
    chargeAuthorization: async () => {
      throwIfDown(memory)
      return { kind: 'refused', message: 'Only the sandbox charges saved cards' }
    },
    verify: async (reference) => {
      throwIfDown(memory)
      memory.verified.push(reference)
      return memory.payments.get(reference)
    },
    async *listSince(from, { to } = {}) {
      throwIfDown(memory)
      for (const payment of memory.payments.values())
        if (isWithin(payment.paidAt, from, to)) yield payment
    },
    totals: async ({ from, to }) => {
      throwIfDown(memory)
      const paid = [...memory.payments.values()].filter(
        ({ paidAt }) => paidAt !== null && paidAt >= from && paidAt < to,
      )
      return {
        count: paid.length,
        volume: kobo(paid.reduce((sum, { amount }) => sum + amount, 0)),
      }
    },
    resolveAccount: async () => {
      throwIfDown(memory)
      return { kind: 'resolved', accountName: 'Test' }
    },
    refunds: memory.reversals.refunds,
    disputes: memory.reversals.disputes,
    settlements: memory.payouts.settlements,
    balance: memory.payouts.balance,
    subAccounts: memory.payouts.subAccounts,
    accountNumbers: memory.accountNumbers.port,
    isSigned: (body, signature) => {
      const expected = Buffer.from(sign(body))
      const given = Buffer.from(signature ?? '')
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

function sign(body: Uint8Array) {
  return createHmac('sha512', 'sk_test_of_the_tests').update(body).digest('hex')
}

function newPayment(reference: string): ProviderPayment {
  return {
    transactionId: randomInt(4_000_000_000, 9_000_000_000),
    reference,
    mode: 'sandbox',
    status: 'success',
    amount: kobo(5_000_00),
    requestedAmount: kobo(5_000_00),
    fees: null,
    currency: 'NGN',
    subAccountCode: null,
    channel: null,
    origin: null,
    authorization: null,
    transfer: null,
    split: null,
    paidAt: null,
  }
}
