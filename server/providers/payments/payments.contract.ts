import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'

import type { Payments } from './payments.ts'

/** Contract of every payment provider. No test needs a payer: `pay` charges the provider's test card without its checkout page. */
export function paymentsContract(
  name: string,
  open: () => Payments,
  pay: (payment: { reference: string; email: string; amount: number }) => Promise<unknown>,
) {
  const start = async (fields: Partial<Parameters<Payments['initialize']>[0]> = {}) => {
    const payments = open()
    const account = await createAccount()
    if (account.kind === 'refused') throw new Error(account.message)
    const amount = kobo(500_000)
    const payment = {
      reference: `ajo-${randomUUID()}`,
      email: 'donor@example.com',
      amount,
      terms: payments.getSplitTerms(amount),
      subAccountCode: account.code,
      callbackUrl: 'https://ajo.example/donations/abc',
      cancelUrl: 'https://ajo.example/c/well/donate',
      metadata: { campaignId: 'c1' },
      ...fields,
    }
    return { payment, answer: await payments.initialize(payment) }
  }

  const createAccount = (fields: { accountNumber?: string; businessName?: string } = {}) =>
    open().createSubAccount({
      businessName: 'A well for Oke-Ado',
      bankCode: '057',
      accountNumber: '0000000000',
      ownerUid: 'u1',
      ...fields,
    })

  describe(`payments: ${name}`, () => {
    it('lists banks with unique ids and a code', async () => {
      const banks = await open().listBanks()
      expect(banks.length).toBeGreaterThan(40)
      expect(banks).toContainEqual({ id: 21, code: '057', name: 'Zenith Bank' })
      expect(new Set(banks.map(({ id }) => id)).size).toBe(banks.length)
    })

    it('creates a sub-account', async () => {
      const answer = await createAccount()
      expect(answer).toMatchObject({
        kind: 'created',
        code: expect.stringMatching(/^ACCT_\w{15}$/),
      })
    })

    it('refuses a sub-account with the provider’s message and next step', async () => {
      expect(await createAccount({ businessName: '' })).toEqual({
        kind: 'refused',
        message: 'Business name is required: Provide all required params ',
      })
    })

    it('starts a payment on the checkout origin', async () => {
      const { answer } = await start()
      if (answer.kind === 'refused') throw new Error(answer.message)
      expect(new URL(answer.url).origin).toBe(open().checkoutOrigin)
      expect(answer.accessCode).toMatch(/^\w+$/)
    })

    it('refuses a reference that exists', async () => {
      const { payment } = await start()
      expect(await open().initialize(payment)).toEqual({
        kind: 'refused',
        message:
          'Duplicate Transaction Reference: Try and create the Transaction or Charge with a new reference',
      })
    })

    it('refuses an invalid email address', async () => {
      const { answer } = await start({ email: 'invalid' })
      expect(answer.kind).toBe('refused')
    })

    it('charges a saved card again, once for each reference, and refuses unknown cards', async () => {
      const account = await createAccount()
      if (account.kind === 'refused') throw new Error(account.message)
      const amount = kobo(500_000)
      const toPayment = () => ({
        reference: `ajo-${randomUUID()}`,
        email: 'monthly@example.com',
        amount,
        terms: open().getSplitTerms(amount),
        subAccountCode: account.code,
        callbackUrl: 'https://ajo.example/donations/abc',
        metadata: { campaignId: 'c1' },
      })
      const { reference, email } = toPayment()
      await pay({ reference, email, amount })
      const authorization = (await open().verify(reference))?.authorization ?? ''
      expect(authorization).toMatch(/^AUTH_\w+$/)

      const again = { ...toPayment(), authorization }
      expect(await open().chargeAuthorization(again)).toEqual({ kind: 'attempted' })
      const charged = await open().verify(again.reference)
      expect(charged).toMatchObject({ status: 'success', amount, subAccountCode: account.code })
      expect(await open().chargeAuthorization(again)).toEqual({
        kind: 'refused',
        message: expect.stringContaining('Duplicate Transaction Reference'),
      })
      expect(await open().verify(again.reference)).toEqual(charged)

      const unknown = { ...toPayment(), authorization: 'AUTH_0000000000' }
      expect(await open().chargeAuthorization(unknown)).toMatchObject({ kind: 'refused' })
      expect(await open().verify(unknown.reference)).toBeUndefined()
    })

    it('verifies an unpaid payment as abandoned', async () => {
      const { payment } = await start()
      expect(await open().verify(payment.reference)).toMatchObject({
        reference: payment.reference,
        status: 'abandoned',
        mode: open().mode,
        requestedAmount: 500_000,
        currency: 'NGN',
        fees: null,
        paidAt: null,
      })
    })

    it('returns undefined for an unknown reference', async () => {
      expect(await open().verify(`ajo-${randomUUID()}`)).toBeUndefined()
    })

    it('refuses to refund an unpaid payment', async () => {
      const { payment } = await start()
      const known = await open().verify(payment.reference)
      const transactionId = known?.transactionId ?? 0
      const answer = await open().refunds.create({
        transactionId,
        amount: payment.amount,
        customerNote: 'As you asked',
        merchantNote: 'Contract test',
      })
      expect(answer.kind).toBe('refused')
      expect(await open().refunds.listForTransaction(transactionId)).toEqual([])
    })

    it('returns undefined for unknown refunds and disputes', async () => {
      expect(await open().refunds.find(999_999_999_999)).toBeUndefined()
      expect(await open().disputes.find(999_999_999_999)).toBeUndefined()
    })

    it('refuses files, evidence and answers for an unknown dispute', async () => {
      const { disputes } = open()
      const id = 999_999_999_999
      const refused = { kind: 'refused', message: expect.any(String) as string }
      const file = { name: 'evidence.pdf', bytes: Buffer.from('%PDF-1.7') }
      const evidence = {
        customerEmail: 'donor@example.com',
        customerName: 'Ada',
        customerPhone: 'none',
        serviceDetails: 'A donation',
      }
      const answer = { message: 'It was a donation', uploadedFilename: 'evidence.pdf' }
      expect(await disputes.uploadFile(id, file)).toEqual(refused)
      expect(await disputes.addEvidence(id, evidence)).toEqual(refused)
      expect(await disputes.decline(id, answer)).toEqual(refused)
      expect(await disputes.accept(id, { message: 'Yes', refundAmount: kobo(1) })).toEqual(refused)
    })

    it('lists refunds, disputes and settlements since a date', async () => {
      const { refunds, disputes, settlements } = open()
      const since = new Date(Date.now() - 3_600_000)
      for await (const refund of refunds.listSince(since))
        expect(refund).toMatchObject({ currency: 'NGN', mode: open().mode })
      for await (const dispute of disputes.listSince(since)) expect(dispute.mode).toBe(open().mode)
      for await (const settlement of settlements.listSince(since))
        expect(settlement.mode).toBe(open().mode)
    })

    it('lists settlements of one party', async () => {
      const account = await createAccount()
      if (account.kind === 'refused') throw new Error(account.message)
      const since = new Date(Date.now() - 3_600_000)
      for (const party of [account.code, null])
        for await (const settlement of open().settlements.listSince(since, party)) {
          const { total, effective, deductions, subAccountCode } = settlement
          expect(subAccountCode).toBe(party)
          expect(effective).toBe(total - deductions)
        }
    })

    it('returns the balance and its changes since a date', async () => {
      const { balance } = open()
      expect(Number.isSafeInteger(await balance.current())).toBe(true)
      const since = new Date(Date.now() - 3_600_000)
      for await (const change of balance.listSince(since)) {
        expect(change.at.getTime()).toBeGreaterThanOrEqual(since.getTime())
        expect(Number.isSafeInteger(change.difference)).toBe(true)
      }
      const to = new Date(since.getTime() + 1_800_000)
      for await (const change of balance.listSince(since, { to }))
        expect(change.at.getTime()).toBeLessThan(to.getTime())
    })

    it('answers a request to hold payouts with what the account shows', async () => {
      const account = await createAccount()
      if (account.kind === 'refused') throw new Error(account.message)
      const { code } = account
      const { subAccounts } = open()
      expect(await subAccounts.find(code)).toMatchObject({ code, isActive: true, isHeld: false })
      const held = await subAccounts.setPayouts(code, 'hold')
      expect(await subAccounts.find(code)).toEqual(held)
      expect(await subAccounts.setPayouts(code, 'release')).toMatchObject({ isHeld: false })
      expect(await subAccounts.find('ACCT_unknown0000001')).toBeUndefined()
    })

    it('assigns one account number to an address, pays it out elsewhere, and takes it back, or refuses', async () => {
      const { accountNumbers } = open()
      const account = await createAccount()
      if (account.kind === 'refused') throw new Error(account.message)
      const request = {
        email: `campaign-${randomUUID()}@accounts.ajo.example`,
        names: ['Ajo', 'A well for Oke Ado'],
        phone: '+2348012345678',
        subAccountCode: account.code,
      } as const
      const first = await accountNumbers.assign(request)
      if (first.kind === 'refused') {
        // This business gets no account numbers, which the product can tell from a failure.
        if (!first.isUnavailable) throw new Error(first.message)
        return
      }
      expect(first.account.number).toMatch(/^\d{10}$/)
      expect(await accountNumbers.assign(request)).toEqual(first)
      const { number, providerId } = first.account
      expect(await accountNumbers.setSubAccount(number, account.code)).toBe('done')
      expect(await accountNumbers.setSubAccount('0000000001', account.code)).toBe('refused')
      await accountNumbers.unassign(providerId)
      await accountNumbers.unassign(providerId)
    })

    it('has no split of an unpaid payment', async () => {
      const { payment } = await start()
      expect((await open().verify(payment.reference))?.split).toBeNull()
    })

    it('names the reason why an unknown payment is not refunded', async () => {
      const refund = { amount: kobo(10_000), customerNote: '', merchantNote: 'Contract test' }
      const answer = await open().refunds.create({ ...refund, transactionId: 999_999_999_999 })
      expect(answer).toMatchObject({ kind: 'refused', reason: 'not-found' })
    })

    it('sums up payments of a range', async () => {
      const to = new Date()
      const { count, volume } = await open().totals({
        from: new Date(to.getTime() - 3_600_000),
        to,
      })
      expect(count).toBeGreaterThanOrEqual(0)
      expect(volume).toBeGreaterThanOrEqual(0)
    })

    it('returns the holder of an account at the test bank', async () => {
      const answer = await open().resolveAccount({ bankCode: '001', accountNumber: '0123456047' })
      expect(answer).toEqual({ kind: 'resolved', accountName: expect.any(String) })
    })

    it('lists payments started since a date', async () => {
      const { payment } = await start()
      const since = new Date(Date.now() - 3_600_000)
      const listed = []
      for await (const one of open().listSince(since)) listed.push(one.reference)
      expect(listed).toContain(payment.reference)
    })
  })
}

/** The body of a charge of the provider's test card that always succeeds. */
export const toTestCharge = (payment: object) => ({
  ...payment,
  card: { number: '4084084084084081', cvv: '408', expiry_month: '12', expiry_year: '2040' },
})
