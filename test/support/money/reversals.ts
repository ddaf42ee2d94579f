import { randomInt } from 'node:crypto'

import type {
  Disputes,
  ProviderDispute,
  ProviderPayment,
  ProviderRefund,
  Refunds,
} from '#server/providers/payments/payments.ts'
import { kobo, type Kobo } from '#shared/money.ts'

/** Rows without a time are in every list. Only lists that end are limited, because the fake's times do not follow the clock. */
export const isWithin = (at: Date | null, from: Date, to: Date | undefined): boolean =>
  at === null || to === undefined || (at >= from && at < to)

type Deps = {
  findPayment: (reference: string) => ProviderPayment | undefined
  findTransaction: (transactionId: number) => ProviderPayment | undefined
  throwIfDown: () => void
}

export type FakeReversals = ReturnType<typeof fakeReversals>

/** The refunds and disputes of the fake provider. `controls` puts each into the state that a test needs. */
export function fakeReversals({ findPayment, findTransaction, throwIfDown }: Deps) {
  const refunds = new Map<number, ProviderRefund>()
  const disputes = new Map<number, ProviderDispute>()

  const addRefund = (reference: string, change: Partial<ProviderRefund> = {}) => {
    const payment = findPayment(reference)
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
      merchantNote: null,
      deducted: kobo(0),
      refundedAt: null,
      createdAt: new Date('2026-05-02T10:00:00Z'),
      ...change,
    }
    refunds.set(refund.refundId, refund)
    return refund
  }
  const addDispute = (reference: string, change: Partial<ProviderDispute> = {}) => {
    const payment = findPayment(reference)
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
    refunds: fakeRefunds({ refunds, addRefund, findTransaction, throwIfDown }),
    disputes: fakeDisputes({ disputes, throwIfDown }),
    controls: {
      /** Adds a refund as if it were requested on the provider's dashboard. */
      addRefund,
      updateRefund: (refundId: number, change: Partial<ProviderRefund>) =>
        update(refunds, refundId, change),
      addDispute,
      updateDispute: (disputeId: number, change: Partial<ProviderDispute>) =>
        update(disputes, disputeId, change),
    },
  }
}

type RefundDeps = Omit<Deps, 'findPayment'> & {
  refunds: Map<number, ProviderRefund>
  addRefund: (
    reference: string,
    change: { transactionId: number; amount: Kobo; merchantNote: string },
  ) => ProviderRefund
}

function fakeRefunds({ refunds, addRefund, findTransaction, throwIfDown }: RefundDeps): Refunds {
  return {
    create: async ({ transactionId, amount, merchantNote }) => {
      throwIfDown()
      const payment = findTransaction(transactionId)
      if (!payment)
        return {
          kind: 'refused',
          reason: 'not-found',
          message: 'Transaction not found',
        }
      const change = { transactionId, amount, merchantNote }
      return { kind: 'queued', refund: addRefund(payment.reference, change) }
    },
    find: async (refundId) => {
      throwIfDown()
      return refunds.get(refundId)
    },
    listForTransaction: async (transactionId) => {
      throwIfDown()
      return [...refunds.values()].filter((refund) => refund.transactionId === transactionId)
    },
    async *listSince(from, { to } = {}) {
      throwIfDown()
      for (const refund of refunds.values()) if (isWithin(refund.createdAt, from, to)) yield refund
    },
    retry: async (refundId) => {
      throwIfDown()
      return { kind: 'queued', refund: update(refunds, refundId, { status: 'processing' }) }
    },
  }
}

type DisputeDeps = { disputes: Map<number, ProviderDispute>; throwIfDown: () => void }

function fakeDisputes({ disputes, throwIfDown }: DisputeDeps): Disputes {
  const resolve = async (disputeId: number, change: Partial<ProviderDispute>) => {
    throwIfDown()
    const dispute = update(disputes, disputeId, { ...change, status: 'resolved' })
    return { kind: 'done' as const, dispute }
  }
  return {
    find: async (disputeId) => {
      throwIfDown()
      return disputes.get(disputeId)
    },
    async *listSince(from, { to } = {}) {
      throwIfDown()
      for (const dispute of disputes.values())
        if (isWithin(dispute.createdAt, from, to)) yield dispute
    },
    uploadFile: async (_disputeId, { name }) => {
      throwIfDown()
      return { kind: 'uploaded', fileName: name }
    },
    addEvidence: async () => {
      throwIfDown()
      return { kind: 'added', evidenceId: newId() }
    },
    accept: (disputeId, { refundAmount }) =>
      resolve(disputeId, { resolution: 'merchant-accepted', refundAmount }),
    decline: (disputeId) => resolve(disputeId, { resolution: 'declined', refundAmount: kobo(0) }),
  }
}

function update<Row>(rows: Map<number, Row>, id: number, change: Partial<Row>): Row {
  const before = rows.get(id)
  if (!before) throw new Error(`the provider has no ${id}`)
  const after = { ...before, ...change }
  rows.set(id, after)
  return after
}

const newId = () => randomInt(4_000_000_000, 9_000_000_000)
