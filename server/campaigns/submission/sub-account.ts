import * as z from 'zod/mini'

import { invalid } from '#shared/messages.ts'

import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { Refused } from '../../http/context.ts'
import { PaymentsUnavailable, type Payments } from '../../providers/payments/payments.ts'
import { refusedField } from './refused-field.ts'

type Parts = {
  database: Database
  payments: Pick<Payments, 'listBanks' | 'createSubAccount' | 'resolveAccount'>
}
type Account = { ownerUid: string; title: string; bank: string; accountNumber: string }

export async function checkBank({ payments }: Parts, bank: string): Promise<void> {
  const banks = await payments.listBanks()
  if (!banks.some(({ code }) => code === bank)) throw refusedField('bank', invalid.bank)
}

/** Lets the provider pay out to a bank account, and keeps whose it says it is, for whoever reviews. Answers the sub-account's code. */
export async function openSubAccount(
  { database, payments }: Parts,
  { ownerUid, title, bank, accountNumber }: Account,
): Promise<string> {
  const account = { businessName: title, bankCode: bank, accountNumber, ownerUid }
  const answer = await payments.createSubAccount(account)
  if (answer.kind === 'refused')
    throw new Refused('sub-account-refused', {
      message: answer.message,
      fields: { accountNumber: [answer.message] },
    })
  const name = answer.accountName ?? (await askedName(payments, account))
  if (name !== null)
    await database.run(
      sql`insert into account_holder (sub_account_code, name) values (${answer.code}, ${name})
        on conflict (sub_account_code) do update set name = excluded.name`,
    )
  return answer.code
}

/** The name helps a reviewer. Nobody's campaign waits for it, and the provider's test world tells only a few a day. */
async function askedName(
  payments: Parts['payments'],
  account: { bankCode: string; accountNumber: string },
): Promise<string | null> {
  try {
    const answer = await payments.resolveAccount(account)
    return answer.kind === 'resolved' ? answer.accountName : null
  } catch (error) {
    if (error instanceof PaymentsUnavailable) return null
    throw error
  }
}

/** Whose bank account it is, as the provider told. Null where it did not. */
export async function accountHolderOf(
  database: Database,
  subAccountCode: string,
): Promise<string | null> {
  const row = await database.row(
    z.object({ name: z.string() }),
    sql`select name from account_holder where sub_account_code = ${subAccountCode}`,
  )
  return row?.name ?? null
}
