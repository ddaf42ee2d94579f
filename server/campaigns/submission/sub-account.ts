import * as z from 'zod/mini'

import { invalid } from '#shared/text/invalid.ts'

import type { Database, Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refused, fieldError } from '../../platform/http/context.ts'
import { PaymentsUnavailable, type Payments } from '../../providers/payments/payments.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import { saveAccountUse } from '../similarity/comparisons.ts'

type SubAccountDeps = {
  database: Database
  payments: Pick<Payments, 'listBanks' | 'createSubAccount' | 'resolveAccount'>
  sealing: Pick<Sealing, 'fingerprint'>
  now: () => Date
}
type Account = { ownerUid: string; title: string; bank: string; accountNumber: string }

export async function checkBank(
  { payments }: Pick<SubAccountDeps, 'payments'>,
  bank: string,
): Promise<void> {
  const banks = await payments.listBanks()
  if (!banks.some(({ code }) => code === bank)) throw fieldError('bank', invalid.bank)
}

/** Creates the sub-account that payouts go to, stores the account holder's name for reviewers, and returns its code. */
export async function createSubAccount(
  { database, payments, sealing, now }: SubAccountDeps,
  { ownerUid, title, bank, accountNumber }: Account,
): Promise<string> {
  const account = { businessName: title, bankCode: bank, accountNumber, ownerUid }
  const result = await payments.createSubAccount(account)
  if (result.kind === 'refused')
    throw new Refused('sub-account-refused', {
      message: result.message,
      fields: { accountNumber: [result.message] },
    })
  const digest = sealing.fingerprint('bank-account', `${bank} ${accountNumber}`)
  const last4 = accountNumber.slice(-4)
  await saveAccountUse(database, {
    ownerUid,
    subAccountCode: result.code,
    digest,
    last4,
    at: now(),
  })
  const name = result.accountName ?? (await resolveAccountName(payments, account))
  if (name !== null)
    await database.run(
      sql`insert into bank_account_holder (sub_account_code, name) values (${result.code}, ${name})
        on conflict (sub_account_code) do update set name = excluded.name`,
    )
  return result.code
}

/** Null when the provider is unavailable: a submission goes on without the name. Test mode resolves only a few a day. */
async function resolveAccountName(
  payments: SubAccountDeps['payments'],
  account: { bankCode: string; accountNumber: string },
): Promise<string | null> {
  try {
    const result = await payments.resolveAccount(account)
    return result.kind === 'resolved' ? result.accountName : null
  } catch (error) {
    if (error instanceof PaymentsUnavailable) return null
    throw error
  }
}

/** The name that the provider reported for the bank account. */
export async function findAccountHolder(
  queries: Queries,
  subAccountCode: string,
): Promise<string | null> {
  const row = await queries.value(
    z.string(),
    sql`select name from bank_account_holder where sub_account_code = ${subAccountCode}`,
  )
  return row ?? null
}
