import { randomInt } from 'node:crypto'

import type { Disputes, ProviderDispute } from '#server/providers/payments/disputes.ts'
import type { ProviderPayment } from '#server/providers/payments/payments.ts'
import type { ProviderRefund, Refunds } from '#server/providers/payments/refunds.ts'
import { kobo, type Kobo } from '#shared/money.ts'

type Parts = {
  paymentOf: (reference: string) => ProviderPayment | undefined
  refuseIfDown: () => void
}

export type FakeReturns = ReturnType<typeof fakeReturns>

/** Money that the obedient provider sends back: refunds and disputes, each in the state a test puts it into. */
export function fakeReturns({ paymentOf, refuseIfDown }: Parts) {
  const refunds = new Map<number, ProviderRefund>()
  const disputes = new Map<number, ProviderDispute>()

  const refundMade = (reference: string, change: Partial<ProviderRefund> = {}) => {
    const payment = paymentOf(reference)
    if (!payment) throw new Error(`no payment ${reference}`)
    const refund: ProviderRefund = {
      refundId: newId(),
      transactionId: payment.transactionId,
      reference,
      disputeId: null,
      mode: payment.mode,
      amount: payment.amount,
      currency: 'NGN',
      status: 'pending',
      createdAt: new Date('2026-05-02T10:00:00Z'),
      ...change,
    }
    refunds.set(refund.refundId, refund)
    return refund
  }
  const disputeRaised = (reference: string, change: Partial<ProviderDispute> = {}) => {
    const payment = paymentOf(reference)
    if (!payment) throw new Error(`no payment ${reference}`)
    const dispute: ProviderDispute = {
      disputeId: newId(),
      transactionId: payment.transactionId,
      reference,
      mode: payment.mode,
      refundAmount: payment.amount,
      currency: 'NGN',
      status: 'awaiting-merchant-feedback',
      resolution: null,
      category: 'chargeback',
      dueAt: new Date('2026-05-03T02:00:00Z'),
      resolvedAt: null,
      createdAt: new Date('2026-05-02T10:00:00Z'),
      ...change,
    }
    disputes.set(dispute.disputeId, dispute)
    return dispute
  }

  return {
    refunds: refundsOn({ refunds, refundMade, paymentOf, refuseIfDown }),
    disputes: disputesOn({ disputes, refuseIfDown }),
    moves: {
      /** Somebody asks for a refund on the provider's own dashboard. */
      refundMade,
      refundBecomes: (refundId: number, change: Partial<ProviderRefund>) =>
        changed(refunds, refundId, change),
      disputeRaised,
      disputeBecomes: (disputeId: number, change: Partial<ProviderDispute>) =>
        changed(disputes, disputeId, change),
    },
  }
}

type RefundParts = Parts & {
  refunds: Map<number, ProviderRefund>
  refundMade: (reference: string, change: { amount: Kobo }) => ProviderRefund
}

function refundsOn({ refunds, refundMade, paymentOf, refuseIfDown }: RefundParts): Refunds {
  return {
    create: async ({ reference, amount }) => {
      refuseIfDown()
      if (!paymentOf(reference)) return { kind: 'refused', message: 'Transaction not found' }
      return { kind: 'queued', refund: refundMade(reference, { amount }) }
    },
    find: async (refundId) => {
      refuseIfDown()
      return refunds.get(refundId)
    },
    listOf: async (transactionId) => {
      refuseIfDown()
      return [...refunds.values()].filter((refund) => refund.transactionId === transactionId)
    },
    async *listSince() {
      refuseIfDown()
      yield* refunds.values()
    },
    retry: async (refundId) => {
      refuseIfDown()
      return { kind: 'queued', refund: changed(refunds, refundId, { status: 'processing' }) }
    },
  }
}

type DisputeParts = { disputes: Map<number, ProviderDispute>; refuseIfDown: () => void }

function disputesOn({ disputes, refuseIfDown }: DisputeParts): Disputes {
  const resolve = async (disputeId: number, change: Partial<ProviderDispute>) => {
    refuseIfDown()
    const dispute = changed(disputes, disputeId, { ...change, status: 'resolved' })
    return { kind: 'done' as const, dispute }
  }
  return {
    find: async (disputeId) => {
      refuseIfDown()
      return disputes.get(disputeId)
    },
    async *listSince() {
      refuseIfDown()
      yield* disputes.values()
    },
    addEvidence: async () => {
      refuseIfDown()
      return { kind: 'added', evidenceId: newId() }
    },
    accept: (disputeId, { refundAmount }) =>
      resolve(disputeId, { resolution: 'merchant-accepted', refundAmount }),
    decline: (disputeId) => resolve(disputeId, { resolution: 'declined', refundAmount: kobo(0) }),
  }
}

function changed<Case>(cases: Map<number, Case>, id: number, change: Partial<Case>): Case {
  const before = cases.get(id)
  if (!before) throw new Error(`the provider knows nothing of ${id}`)
  const after = { ...before, ...change }
  cases.set(id, after)
  return after
}

const newId = () => randomInt(4_000_000_000, 9_000_000_000)
