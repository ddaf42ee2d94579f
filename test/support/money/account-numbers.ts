import type {
  AccountNumber,
  AccountNumbers,
  AssignResult,
} from '#server/providers/payments/payments.ts'

export type FakeAccountNumbers = ReturnType<typeof fakeAccountNumbers>

/** Account numbers of the fake provider. `controls` refuses them. */
export function fakeAccountNumbers(throwIfDown: () => void) {
  const assigned = new Map<string, AccountNumber & { subAccountCode: string }>()
  let refusal: AssignResult | undefined

  const port: AccountNumbers = {
    assign: async ({ email, names, subAccountCode }) => {
      throwIfDown()
      if (refusal) return refusal
      const providerId = assigned.size + 1
      const account = assigned.get(email) ?? {
        providerId,
        customerCode: `CUS_${providerId}`,
        number: `98${String(providerId).padStart(8, '0')}`,
        bankName: 'Test Bank',
        accountName: names.join(' ').toUpperCase(),
        subAccountCode,
      }
      assigned.set(email, account)
      return { kind: 'assigned', account }
    },
    setSubAccount: async (number, subAccountCode) => {
      throwIfDown()
      for (const account of assigned.values())
        if (account.number === number) account.subAccountCode = subAccountCode
      return 'done'
    },
    unassign: async (providerId) => {
      throwIfDown()
      for (const [email, account] of assigned)
        if (account.providerId === providerId) assigned.delete(email)
    },
  }

  return {
    port,
    controls: {
      /** The numbers that are assigned now, with the sub-accounts that they are paid out to. */
      listAssigned: () => [...assigned.values()],
      refuseAccountNumbers: (isUnavailable: boolean) =>
        void (refusal = { kind: 'refused', isUnavailable, message: 'Not available' }),
    },
  }
}
