import type { Database } from '#server/platform/database/database.ts'
import { insertNumber } from '#server/money/donations/transfers.ts'

import { campaignOfAda } from './ledger.ts'
import { approveOnce } from '#test/support/money/approved-donations.ts'
import { openMoneyWorld } from './money-world.ts'
import type { SentTransfer } from '#packages/paystack-sandbox/src/index.ts'

/** The ledger on the payment sandbox, with a campaign that has an account number. */
export async function openTransferWorld(database: Database) {
  const world = openMoneyWorld(database, 'subaccount')
  const addSubAccount = async () => {
    const answer = await world.payments.createSubAccount({
      businessName: 'A well',
      bankCode: '057',
      accountNumber: '0000000000',
      ownerUid: campaignOfAda.ownerUid,
    })
    if (answer.kind === 'refused') throw new Error(answer.message)
    return answer.code
  }
  const account = await addAccountNumber(world, campaignOfAda.id, await addSubAccount())
  return {
    ...world,
    account,
    addSubAccount,
    /** A transfer to the campaign's number that the provider accepts. */
    send: async (transfer: Omit<SentTransfer, 'accountNumber'>) => {
      const result = await world.sandbox.transfer({ accountNumber: account.number, ...transfer })
      if (result.kind === 'rejected') throw new Error(result.reason)
      return result
    },
  }
}

/** Gives a campaign an account number of the sandbox, which pays out to the sub-account. */
export async function addAccountNumber(
  { payments, ledgerDeps }: Pick<ReturnType<typeof openMoneyWorld>, 'payments' | 'ledgerDeps'>,
  campaignId: string,
  subAccountCode: string,
) {
  await approveOnce(ledgerDeps.database, {
    ...campaignOfAda,
    id: campaignId,
    bankAccount: { ...campaignOfAda.bankAccount, subAccountCode },
  })
  const assigned = await payments.accountNumbers.assign({
    email: `campaign-${campaignId}@accounts.ajo.example`,
    names: ['Ajo', 'A well'],
    phone: '08012345678',
    subAccountCode,
  })
  if (assigned.kind === 'refused') throw new Error(assigned.message)
  const { account } = assigned
  await insertNumber(ledgerDeps, { campaignId, subAccountCode, account })
  return account
}
