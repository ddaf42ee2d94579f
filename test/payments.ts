import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'

import {
  PaymentsUnavailable,
  type Payments,
  type ProviderPayment,
  type ProviderSettlement,
} from '#server/providers/payments/payments.ts'
import { kobo } from '#shared/money.ts'

import { fakeReturns, type FakeReturns } from './returns.ts'

type Started = Parameters<Payments['initialize']>[0]

/** The provider's edge of the network: it keeps payments as the provider would, and can be told to misbehave. */
export function fakePayments() {
  const memory: Memory = {
    known: new Map(),
    started: [],
    verified: [],
    settled: new Map(),
    isDown: false,
    initialize,
    returns: fakeReturns({
      paymentOf: (reference) => memory.known.get(reference),
      refuseIfDown: () => refuseIfDown(memory),
    }),
  }

  const becomes = (reference: string, change: Partial<ProviderPayment>) => {
    const payment = { ...(memory.known.get(reference) ?? stray(reference)), ...change }
    memory.known.set(reference, payment)
    return payment
  }

  return {
    payments: portOn(memory),
    started: memory.started,
    verified: memory.verified,
    signatureOf,
    /** Of the payment that was started last. */
    lastReference: () => {
      const last = memory.started.at(-1)
      if (last === undefined) throw new Error('no payment was started')
      return last.reference
    },
    down: (isDown: boolean) => void (memory.isDown = isDown),
    onInitialize: (answer: Memory['initialize']) => void (memory.initialize = answer),
    /** The donor does something on the checkout page; from then on the provider says so. */
    becomes,
    /** Refunds and disputes, made or moved by somebody else than us. */
    ...memory.returns.moves,
    /** Money of these payments is on its way to a bank account, or has arrived. */
    settles: (references: readonly string[], change: Partial<ProviderSettlement> = {}) => {
      const settlement = { ...settlementOf(references.length), ...change }
      memory.settled.set(settlement.settlementId, { settlement, references })
      return settlement
    },
    /** The donor pays, what was asked for unless `change` says otherwise. */
    pays: (reference: string, change: Partial<ProviderPayment> = {}) => {
      const { amount } = becomes(reference, {})
      const fees = kobo(Math.ceil((amount * 15) / 1000))
      const paidAt = new Date('2026-05-01T10:00:00Z')
      return becomes(reference, { status: 'success', fees, channel: 'card', paidAt, ...change })
    },
  }
}

type Memory = {
  known: Map<string, ProviderPayment>
  settled: Map<number, { settlement: ProviderSettlement; references: readonly string[] }>
  started: Started[]
  verified: string[]
  isDown: boolean
  initialize: (payment: Started, memory: Memory) => ReturnType<Payments['initialize']>
  returns: FakeReturns
}

function refuseIfDown({ isDown }: Memory) {
  if (isDown) throw new PaymentsUnavailable('the provider did not answer')
}

async function initialize(payment: Started, { known }: Memory) {
  const { reference, amount, subAccountCode } = payment
  if (known.has(reference))
    return { kind: 'refused' as const, message: 'Duplicate Transaction Reference' }
  known.set(reference, {
    ...stray(reference),
    status: 'abandoned',
    amount,
    requestedAmount: amount,
    subAccountCode,
  })
  const url = `https://checkout.example/${reference}`
  return { kind: 'started' as const, url, accessCode: 'abc' }
}

function portOn(memory: Memory): Payments {
  return {
    mode: 'sandbox',
    checkoutOrigin: 'https://checkout.example',
    listBanks: async () => {
      refuseIfDown(memory)
      return [{ id: 9, code: '058', name: 'Guaranty Trust Bank' }]
    },
    createSubAccount: async () => {
      refuseIfDown(memory)
      return { kind: 'created', code: 'ACCT_test0000000001', accountName: 'Test' }
    },
    initialize: async (payment) => {
      refuseIfDown(memory)
      memory.started.push(payment)
      return memory.initialize(payment, memory)
    },
    verify: async (reference) => {
      refuseIfDown(memory)
      memory.verified.push(reference)
      return memory.known.get(reference)
    },
    async *listSince() {
      refuseIfDown(memory)
      yield* memory.known.values()
    },
    totals: async ({ from, to }) => {
      refuseIfDown(memory)
      const paid = [...memory.known.values()].filter(
        ({ paidAt }) => paidAt !== null && paidAt >= from && paidAt < to,
      )
      return {
        count: paid.length,
        volume: kobo(paid.reduce((sum, { amount }) => sum + amount, 0)),
      }
    },
    resolveAccount: async () => {
      refuseIfDown(memory)
      return { kind: 'resolved', accountName: 'Test' }
    },
    refunds: memory.returns.refunds,
    disputes: memory.returns.disputes,
    settlements: {
      // None by themselves: as in the provider's test world.
      async *listSince() {
        refuseIfDown(memory)
        yield* [...memory.settled.values()].map(({ settlement }) => settlement)
      },
      async *listPayments(settlementId) {
        refuseIfDown(memory)
        const { references = [] } = memory.settled.get(settlementId) ?? {}
        for (const reference of references) yield memory.known.get(reference) ?? stray(reference)
      },
    },
    isSigned: (body, signature) => {
      const expected = Buffer.from(signatureOf(body))
      const given = Buffer.from(signature ?? '')
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

function settlementOf(count: number): ProviderSettlement {
  return {
    settlementId: randomInt(4_000_000_000, 9_000_000_000),
    mode: 'sandbox',
    status: 'success',
    currency: 'NGN',
    total: kobo(count * 5_000_00),
    effective: kobo(count * 4_900_00),
    fees: kobo(count * 75_00),
    settledAt: new Date('2026-05-02T06:00:00Z'),
  }
}

function signatureOf(body: Uint8Array) {
  return createHmac('sha512', 'sk_test_of_the_tests').update(body).digest('hex')
}

/** A payment that nobody started here. */
function stray(reference: string): ProviderPayment {
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
    paidAt: null,
  }
}
