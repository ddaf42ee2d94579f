import * as z from 'zod/mini'

import type { AccountNumber as PublicAccountNumber } from '#shared/account-number.ts'

import type { Queries } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { LedgerDeps } from '../../ledger/entries/ledger-deps.ts'
import { isFrozen } from '../../ledger/frozen-campaign.ts'
import type {
  AccountNumber,
  ReceivedTransfer,
} from '../../../providers/payments/account-numbers.ts'

type Deps = Pick<LedgerDeps, 'database' | 'mode' | 'now'>

const rowSchema = z.object({
  id: z.int(),
  campaignId: z.string(),
  providerId: z.int(),
  number: z.string(),
  bankName: z.string(),
  accountName: z.string(),
  subAccountCode: z.string(),
})
export type AccountNumberRow = z.output<typeof rowSchema>

const columns = sql`id, campaign_id as "campaignId", provider_id as "providerId", number, bank_name as "bankName",
  account_name as "accountName", sub_account_code as "subAccountCode"`

export const findOpenNumber = ({ database, mode }: Deps, campaignId: string) =>
  database.row(
    rowSchema,
    sql`select ${columns} from campaign_account_number
        where campaign_id = ${campaignId} and mode = ${mode} and closed_at is null`,
  )

/** For donors: undefined while a reviewer has stopped donations. */
export async function findShownNumber(
  deps: Deps,
  campaignId: string,
): Promise<PublicAccountNumber | undefined> {
  const row = await findOpenNumber(deps, campaignId)
  if (!row || (await isFrozen(deps.database, campaignId))) return undefined
  const { number, bankName, accountName } = row
  return { number, bankName, accountName }
}

/**
 * The account number that a transfer was sent to, also after it was closed. The provider reuses numbers, so that the customer must be the
 * one that it was assigned to.
 */
export const findNumberOfTransfer = (
  { database, mode }: Deps,
  { accountNumber, customerCode }: ReceivedTransfer,
) =>
  database.row(
    rowSchema,
    sql`select ${columns} from campaign_account_number
        where mode = ${mode} and number = ${accountNumber} and customer_code = ${customerCode}
        order by assigned_at desc limit 1`,
  )

type Assigned = { campaignId: string; subAccountCode: string; account: AccountNumber }

/** Another process may have saved the same answer. */
export async function insertNumber(
  { database, mode, now }: Deps,
  { campaignId, subAccountCode, account }: Assigned,
): Promise<void> {
  const { providerId, customerCode, number, bankName, accountName } = account
  await database.transaction(async (queries) => {
    await queries.run(sql`
      insert into campaign_account_number (
        campaign_id, mode, provider_id, customer_code, number, bank_name, account_name, sub_account_code, assigned_at)
      values (${campaignId}, ${mode}, ${providerId}, ${customerCode}, ${number}, ${bankName}, ${accountName},
        ${subAccountCode}, ${now()})
      on conflict do nothing`)
    await insertPayee(queries, { campaignId, mode, subAccountCode, since: now() })
  })
}

/** Saved before the provider is asked, because a transfer can arrive before its answer. */
export const insertPayee = (
  { run }: Queries,
  payee: { campaignId: string; mode: string; subAccountCode: string; since: Date },
) =>
  run(sql`
    insert into account_number_payee (campaign_id, mode, sub_account_code, since)
    values (${payee.campaignId}, ${payee.mode}, ${payee.subAccountCode}, ${payee.since}) on conflict do nothing`)

export const hasPayee = async (
  { database, mode }: Deps,
  campaignId: string,
  subAccountCode: string,
) =>
  (await database.row(
    z.object({ code: z.string() }),
    sql`select sub_account_code as code from account_number_payee
        where campaign_id = ${campaignId} and mode = ${mode} and sub_account_code = ${subAccountCode}`,
  )) !== undefined

export const closeNumber = ({ database, now }: Deps, id: number) =>
  database.run(
    sql`update campaign_account_number set closed_at = ${now()}, account_name = '' where id = ${id} and closed_at is null`,
  )

export const saveSubAccount = ({ database }: Deps, id: number, subAccountCode: string) =>
  database.run(
    sql`update campaign_account_number set sub_account_code = ${subAccountCode} where id = ${id}`,
  )

export const listOpenNumbers = ({ database, mode }: Deps) =>
  database.rows(
    rowSchema,
    sql`select ${columns} from campaign_account_number where mode = ${mode} and closed_at is null order by id`,
  )
