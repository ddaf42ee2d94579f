import {
  type ProviderRefund,
  type RefundResult,
  type Refunds,
  PaymentsUnavailable,
  type Payments,
} from '#server/providers/payments/payments.ts'

/** What happens to one call that makes a refund. */
export type CallFault =
  /** The effect, and no answer. */
  | 'answer-lost'
  /** No effect. */
  | 'call-lost'
  /** A timeout, and the effect later. */
  | 'effect-later'
  /** Effect and answer when the test lets them through. */
  | 'slow'
  /** 429, with or without effect. */
  | 'throttled'
  | 'throttled-after-effect'
  | 'refused'
export const callFaults: readonly CallFault[] = [
  'answer-lost',
  'call-lost',
  'effect-later',
  'slow',
  'throttled',
  'throttled-after-effect',
  'refused',
]

/** Wraps the refunds of a provider, so that calls fail as `nextFault` says and lists show new refunds late. */
export function unreliableRefunds(payments: Payments, nextFault: () => CallFault | undefined) {
  const reliable = payments.refunds
  let waiting: (() => void)[] = []
  let late: (() => Promise<unknown>)[] = []
  const unlisted = new Set<number>()
  let isListLate = false

  const create: Refunds['create'] = (request) => {
    const make = async () => {
      const made = await reliable.create(request)
      if (made.kind === 'queued' && isListLate) unlisted.add(made.refund.refundId)
      return made
    }
    const wait = () => new Promise<void>((resolve) => waiting.push(resolve))
    return callWith(nextFault(), { make, wait, makeLater: () => late.push(make) })
  }
  const isListed = ({ refundId }: ProviderRefund) => !unlisted.has(refundId)

  return {
    payments: {
      ...payments,
      refunds: {
        ...reliable,
        create,
        listForTransaction: async (transactionId: number) =>
          (await reliable.listForTransaction(transactionId)).filter(isListed),
      },
    } satisfies Payments,
    isWaiting: () => waiting.length > 0,
    setListLate: (isLate: boolean) => void (isListLate = isLate),
    /** Lets all calls take effect, which happens before a doubt can be over. */
    release: async () => {
      for (const resolve of waiting) resolve()
      waiting = []
      await Promise.all(late.map((make) => make()))
      late = []
    },
    /** The lists show everything. */
    catchUp: () => unlisted.clear(),
  }
}

type Effects = {
  make: () => Promise<RefundResult>
  wait: () => Promise<void>
  makeLater: () => void
}

async function callWith(
  fault: CallFault | undefined,
  { make, wait, makeLater }: Effects,
): Promise<RefundResult> {
  switch (fault) {
    case undefined:
      return make()
    case 'slow':
      await wait()
      return make()
    case 'effect-later':
      makeLater()
      throw new PaymentsUnavailable('timed out')
    case 'call-lost':
      throw new PaymentsUnavailable('no connection')
    case 'throttled':
      throw new PaymentsUnavailable('responded with 429', 0.01)
    case 'refused':
      return {
        kind: 'refused',
        reason: 'insufficient-balance',
        message: 'Insufficient balance to fulfill this refund. Please top up.',
      }
    case 'answer-lost':
      await make()
      throw new PaymentsUnavailable('the answer was lost')
    case 'throttled-after-effect':
      await make()
      throw new PaymentsUnavailable('responded with 429', 0.01)
  }
}
