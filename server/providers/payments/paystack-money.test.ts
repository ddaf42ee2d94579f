import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { startLocalServer } from '#test/support/providers/local-server.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { collectAll, paystackAt } from '#test/support/providers/paystack.ts'

import type { Payments } from './payments.ts'
import { cards } from '#packages/paystack-sandbox/test/sandbox-payments.ts'
import { splitPayments } from '#packages/paystack-sandbox/test/split-payments.ts'
import { standingSandboxOn } from '#packages/paystack-sandbox/test/standing-sandbox.ts'

const { clock, pass, sandbox } = await standingSandboxOn(await testDatabase())
const { addSubAccount, paySplit } = splitPayments(sandbox)

const payments = paystackAt(sandbox)
const since = new Date(0)

/** An adapter whose provider answers every list with these rows on its first page. */
async function listing<Result>(rows: unknown[], work: (from: Payments) => Promise<Result>) {
  const { origin, close } = await startLocalServer((request, response) => {
    const isFirst = request.url?.includes('page=1') ?? false
    const data = isFirst ? rows : []
    response.end(JSON.stringify({ status: true, message: 'ok', data }))
  })
  try {
    return await work(paystackAt({ apiUrl: origin, origin }))
  } finally {
    await close()
  }
}

describe('the split of a payment', () => {
  const split = { provider: 17_500, main: 100, subAccount: 482_400 }
  it.each([
    ['object', split],
    ['text', split],
    ['null', null],
  ] as const)('is read from %s', async (feesSplit, expected) => {
    sandbox.faults.set({ behaviour: { feesSplit } })
    await paySplit('ajo-1', (await addSubAccount()).code)
    expect((await payments.verify('ajo-1'))?.split).toEqual(expected)
  })

  it('is null if the shares do not add up to the amount', async () => {
    const payment = {
      id: 7,
      domain: 'test',
      status: 'success',
      reference: 'ajo-1',
      amount: 500_000,
      currency: 'NGN',
      fees_split: { paystack: 17_500, integration: 100, subaccount: 482_401 },
    }
    const [row] = await listing([payment], (from) => collectAll(from.settlements.listPayments(7)))
    expect(row?.split).toBeNull()
  })
})

describe('with our account as the bearer of fees', () => {
  const accountBearer = paystackAt(sandbox, { feeBearer: 'account' })
  const payment = (subAccountCode: string, of = accountBearer) => ({
    reference: 'ajo-1',
    email: 'donor@example.com',
    amount: kobo(500_000),
    subAccountCode,
    terms: of.getSplitTerms(kobo(500_000)),
    callbackUrl: 'https://ajo.example/donations/abc',
    cancelUrl: 'https://ajo.example/c/well',
    metadata: {},
  })

  it('is accepted where the sub-account is refused, and divides the payment in the same way', async () => {
    sandbox.faults.set({ behaviour: { subAccountBearer: 'refused' } })
    const { code } = await addSubAccount()
    expect(await payments.initialize(payment(code, payments))).toEqual({
      kind: 'refused',
      message:
        "Invalid Split transaction values: Ensure that the value(s) you're passing are valid.",
    })
    const started = await accountBearer.initialize(payment(code))
    if (started.kind === 'refused') throw new Error(started.message)
    await sandbox.submit(started.url, 'card', cards.pays)
    expect((await accountBearer.verify('ajo-1'))?.split).toEqual({
      provider: 17_500,
      main: 100,
      subAccount: 482_400,
    })
  })

  it('carries the difference when the fee is corrected', async () => {
    const { code } = await addSubAccount()
    const started = await accountBearer.initialize(payment(code))
    if (started.kind === 'refused') throw new Error(started.message)
    await sandbox.submit(started.url, 'card', cards.pays)
    await sandbox.correctFee('ajo-1', 29_500)
    expect((await accountBearer.verify('ajo-1'))?.split).toEqual({
      provider: 29_500,
      main: -11_900,
      subAccount: 482_400,
    })
  })
})

describe('settlements', () => {
  it('are listed by party', async () => {
    const [one, other] = [await addSubAccount(), await addSubAccount()]
    await paySplit('ajo-1', one.code)
    await paySplit('ajo-2', other.code, { amount: 600_000 })
    await sandbox.settle()
    for (const party of [one.code, other.code, null]) {
      const listed = await collectAll(payments.settlements.listSince(since, party))
      expect(listed).toHaveLength(1)
      for (const settlement of listed) {
        expect(settlement.subAccountCode).toBe(party)
      }
    }
    expect(await collectAll(payments.settlements.listSince(since, 'ACCT_unknown0000001'))).toEqual(
      [],
    )
  })

  it.each(['number', 'null', 'text', 'object', 'list'] as const)(
    'have deductions reported as %s',
    async (deductionsShape) => {
      sandbox.faults.set({ behaviour: { deductionsShape, refundDebits: 'subaccount' } })
      const { code } = await addSubAccount()
      await paySplit('ajo-1', code)
      await sandbox.api('/refund', { transaction: 'ajo-1', amount: 100_000 })
      await sandbox.settle()
      expect(await collectAll(payments.settlements.listSince(since, code))).toMatchObject([
        { total: 482_400, deductions: 100_000, effective: 382_400 },
      ])
    },
  )

  it.each(['zero', 'negative'] as const)(
    'pay out nothing and deduct all if the debt is larger, shown as %s',
    async (debtShown) => {
      sandbox.faults.set({ behaviour: { debtShown, refundDebits: 'subaccount' } })
      const { code } = await addSubAccount()
      await paySplit('ajo-1', code)
      await sandbox.api('/refund', { transaction: 'ajo-1' })
      await sandbox.settle()
      expect(await collectAll(payments.settlements.listSince(since, code))).toMatchObject([
        { total: 482_400, deductions: 482_400, effective: 0 },
      ])
    },
  )

  it('give back what was deducted for a refund that failed', async () => {
    sandbox.faults.set({ behaviour: { refundDebits: 'subaccount', refundEnd: 'failed' } })
    const { code } = await addSubAccount()
    await paySplit('ajo-1', code)
    await sandbox.api('/refund', { transaction: 'ajo-1', amount: 100_000 })
    await sandbox.settle()
    for (let days = 0; days < 5; days++) await pass(24 * 3_600_000)
    await paySplit('ajo-2', code)
    await sandbox.settle()
    expect(await collectAll(payments.settlements.listSince(since, code))).toMatchObject([
      { total: 482_400, deductions: -100_000, effective: 582_400 },
      { deductions: 100_000 },
    ])
  })
})

describe('the balance', () => {
  it('is a sum of changes with their causes', async () => {
    const { code } = await addSubAccount()
    const { id: transactionId } = await paySplit('ajo-1', code)
    const { body } = await sandbox.api('/refund', { transaction: 'ajo-1', amount: 100_000 })
    const { id: refundId } = z.parse(z.looseObject({ id: z.number() }), body.data)
    const changes = await collectAll(payments.balance.listSince(clock.now))
    expect(changes).toEqual([
      {
        id: expect.any(Number),
        difference: -100_000,
        cause: 'refund',
        causeId: refundId,
        at: clock.now,
      },
      {
        id: expect.any(Number),
        difference: 100,
        cause: 'transaction',
        causeId: transactionId,
        at: clock.now,
      },
    ])
    expect(await payments.balance.current()).toBe(-99_900)
    const later = new Date(clock.now.getTime() + 1)
    expect(await collectAll(payments.balance.listSince(later))).toEqual([])
  })

  // The fields of recorded answers, with figures of our own.
  it('names causes that Ajo does not know as other', async () => {
    const recorded = {
      id: 9_917_265,
      integration: 100_032,
      domain: 'test',
      balance: 78_400,
      currency: 'NGN',
      difference: -2_500,
      reason: 'Transfer',
      model_responsible: 'Transfer',
      model_row: 56_610_500,
      createdAt: '2026-10-09T11:07:46.000Z',
      updatedAt: '2026-10-09T11:07:46.000Z',
    }
    expect(
      await listing([recorded], (from) => collectAll(from.balance.listSince(since))),
    ).toMatchObject([{ difference: -2_500, cause: 'other', causeId: 56_610_500 }])
  })
})

describe('a hold of payouts', () => {
  it('changes the schedule, and is released', async () => {
    const { code } = await addSubAccount()
    const account = { code, last4: '0000', ownerUid: '' }
    const released = { ...account, isActive: true, schedule: 'auto', isHeld: false }
    expect(await payments.subAccounts.find(code)).toEqual(released)
    const held = { ...released, schedule: 'manual', isHeld: true }
    expect(await payments.subAccounts.setPayouts(code, 'hold')).toEqual(held)
    expect(await payments.subAccounts.find(code)).toEqual(held)
    expect(await payments.subAccounts.setPayouts(code, 'release')).toEqual(released)
  })

  it.each(['refused', 'ignored'] as const)('is not reported if it was %s', async (payoutHolds) => {
    sandbox.faults.set({ behaviour: { payoutHolds } })
    const { code } = await addSubAccount()
    expect(await payments.subAccounts.setPayouts(code, 'hold')).toMatchObject({ isHeld: false })
  })

  it('deactivates the account if the manual schedule is ignored', async () => {
    sandbox.faults.set({ behaviour: { payoutHolds: 'schedule-ignored' } })
    const { code } = await addSubAccount()
    const held = { isHeld: true, isActive: false, schedule: 'auto' }
    expect(await payments.subAccounts.setPayouts(code, 'hold')).toMatchObject(held)
    expect(await payments.subAccounts.setPayouts(code, 'release')).toMatchObject({ isHeld: false })
  })

  it('has no answer for an unknown account', async () => {
    expect(await payments.subAccounts.find('ACCT_unknown0000001')).toBeUndefined()
    expect(await payments.subAccounts.setPayouts('ACCT_unknown0000001', 'hold')).toBeUndefined()
  })
})

describe('a refused refund', () => {
  it.each([
    [{ amount: 500_001 }, 'other'],
    [{ amount: 300_000 }, 'already-returned'],
    [{ amount: 4_999 }, 'too-small'],
    [{ amount: 5_000, transactionId: 999_999_999_999 }, 'not-found'],
  ] as const)('%j is refused as %s', async (fields, reason) => {
    await paySplit('ajo-1', (await addSubAccount()).code)
    await sandbox.api('/refund', { transaction: 'ajo-1', amount: 300_000 })
    const transactionId = (await payments.verify('ajo-1'))?.transactionId ?? 0
    const refund = { transactionId, customerNote: '', merchantNote: '', ...fields }
    expect(await payments.refunds.create({ ...refund, amount: kobo(fields.amount) })).toMatchObject(
      {
        kind: 'refused',
        reason,
      },
    )
  })

  it('names a balance that is too low', async () => {
    sandbox.faults.set({ behaviour: { shortBalance: 'refused' } })
    await paySplit('ajo-1', (await addSubAccount()).code)
    const transactionId = (await payments.verify('ajo-1'))?.transactionId ?? 0
    const refund = { transactionId, customerNote: '', merchantNote: '' }
    expect(await payments.refunds.create({ ...refund, amount: kobo(300_000) })).toMatchObject({
      reason: 'insufficient-balance',
    })
  })
})
