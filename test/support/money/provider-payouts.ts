import { randomInt } from 'node:crypto'

import type {
  Payments,
  ProviderPayment,
  BalanceChange,
  ProviderSettlement,
  SubAccountPayouts,
} from '#server/providers/payments/payments.ts'
import { kobo } from '#shared/money.ts'

import { ada } from '../people/people.ts'

type Deps = { toPayment: (reference: string) => ProviderPayment; throwIfDown: () => void }

export type FakePayouts = ReturnType<typeof fakePayouts>

type Settled = { settlement: ProviderSettlement; references: readonly string[] }

/** Settlements, balance and sub-accounts of the fake provider. `controls` puts each into the state that a test needs. */
export function fakePayouts({ toPayment, throwIfDown }: Deps) {
  const settled = new Map<number, Settled>()
  const changes: BalanceChange[] = []
  const held = new Map<string, SubAccountPayouts>()
  /** What the provider does with a request to hold payouts. */
  let holds: 'accepted' | 'ignored' = 'accepted'

  return {
    settlements: fakeSettlements(settled, { toPayment, throwIfDown }),
    balance: fakeBalance(changes, throwIfDown),
    subAccounts: {
      find: async (code: string) => {
        throwIfDown()
        return held.get(code) ?? released(code)
      },
      setPayouts: async (code: string, action: 'hold' | 'release') => {
        throwIfDown()
        const isHeld = action === 'hold'
        const schedule = isHeld ? 'manual' : 'auto'
        if (holds === 'accepted') held.set(code, { ...released(code), schedule, isHeld })
        return held.get(code) ?? released(code)
      },
    },
    controls: {
      /** A settlement of the sub-account of its first payment, unless `change` names another party. */
      addSettlement: (references: readonly string[], change: Partial<ProviderSettlement> = {}) => {
        const [first] = references
        const subAccountCode = first === undefined ? null : toPayment(first).subAccountCode
        const settlement = { ...newSettlement(references.length), subAccountCode, ...change }
        settled.set(settlement.settlementId, { settlement, references })
        return settlement
      },
      addBalanceChange: (change: Pick<BalanceChange, 'difference'> & Partial<BalanceChange>) => {
        const at = new Date('2026-05-02T10:00:00Z')
        changes.unshift({ id: newId(), cause: 'refund', causeId: null, at, ...change })
      },
      /** An operator changes a sub-account on the provider's pages. */
      changeSubAccount: (code: string, change: Partial<SubAccountPayouts>) =>
        void held.set(code, { ...released(code), ...change }),
      setHolds: (next: 'accepted' | 'ignored') => void (holds = next),
    },
  }
}

const released = (code: string): SubAccountPayouts => ({
  code,
  isActive: true,
  schedule: 'auto',
  isHeld: false,
  last4: '6789',
  ownerUid: ada.uid,
})

function fakeSettlements(
  settled: Map<number, Settled>,
  { toPayment, throwIfDown }: Deps,
): Payments['settlements'] {
  return {
    // Empty unless a test adds one, as in the provider's test mode.
    async *listSince(from, subAccountCode) {
      throwIfDown()
      for (const { settlement } of settled.values()) {
        const isOfParty =
          subAccountCode === undefined || settlement.subAccountCode === subAccountCode
        if (isOfParty && (settlement.settledAt ?? from) >= from) yield settlement
      }
    },
    async *listPayments(settlementId) {
      throwIfDown()
      for (const reference of settled.get(settlementId)?.references ?? [])
        yield toPayment(reference)
    },
  }
}

function fakeBalance(changes: BalanceChange[], throwIfDown: () => void): Payments['balance'] {
  return {
    current: async () => {
      throwIfDown()
      return changes.reduce((sum, { difference }) => sum + difference, 0)
    },
    async *listSince(from, { to } = {}) {
      throwIfDown()
      yield* changes.filter(({ at }) => at >= from && (!to || at < to))
    },
  }
}

function newSettlement(count: number): ProviderSettlement {
  return {
    settlementId: newId(),
    mode: 'sandbox',
    subAccountCode: null,
    status: 'success',
    currency: 'NGN',
    total: kobo(count * 4_924_00),
    effective: kobo(count * 4_924_00),
    deductions: kobo(0),
    fees: kobo(count * 75_00),
    settledAt: new Date('2026-05-02T06:00:00Z'),
  }
}

const newId = () => randomInt(4_000_000_000, 9_000_000_000)
