import * as z from 'zod/mini'

import { daysLeft } from '#shared/day.ts'
import type { AccountNumber as PublicAccountNumber } from '#shared/account-number.ts'

import { sql, type Sql } from '../../platform/database/sql.ts'
import { isPayeeApproved } from '../payouts/approved-payees.ts'
import type { LedgerDeps } from '../ledger/provider-report.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import {
  type Payments,
  skipIfUnavailable,
  type AccountNumber,
  type ReceivedTransfer,
} from '../../providers/payments/payments.ts'
import type { Task } from '../../platform/queue/queue.ts'
import { openSweep } from '../../platform/queue/sweep.ts'
import type { Log } from '../../platform/runtime/log.ts'
import type { Queries } from '../../platform/database/database.ts'
import { isFrozen } from '../ledger/frozen-campaign.ts'

type Deps = LedgerDeps & {
  payments: Pick<Payments, 'accountNumbers'>
  content: Pick<ContentStore, 'findCampaign' | 'listAddresses'>
  publicUrl: string
}

const updateAccountNumbersTask = 'update-account-numbers'
const perRun = 20
const askAgain = '24 hours'

/** Gives open campaigns an account number, and takes it back from campaigns that have ended. */
export function accountNumberTasks(deps: Deps & { log: Pick<Log, 'warn'> }): Task[] {
  return [
    {
      name: updateAccountNumbersTask,
      lane: 'checks',
      cron: '* * * * *',
      run: () =>
        skipIfUnavailable(deps.log, async () => {
          await assignNumbers(deps, await listApproved(deps))
          await updateNumbers(deps, await listChanged(deps))
        }),
    },
    {
      name: 'update-all-account-numbers',
      lane: 'checks',
      cron: '35 3 * * *',
      run: () =>
        skipIfUnavailable(deps.log, async () => {
          for await (const ids of addressPages(deps)) await assignNumbers(deps, ids)
          await updateNumbers(deps, await listOpenNumbers(deps))
        }),
    },
  ]
}

const idSchema = z.object({ campaignId: z.string() })

/** Campaigns that were approved or restored in the last two days and may be asked for. The nightly run finds the others. */
async function listApproved({ database, mode, now }: Deps): Promise<string[]> {
  const rows = await database.rows(
    idSchema,
    sql`select distinct campaign_id as "campaignId" from campaign_history known
        where at > ${now()}::timestamptz - interval '2 days' and event in ('approve', 'restore')
          and ${mayBeAsked(mode, now(), sql`known.campaign_id`)} limit ${perRun}`,
  )
  return rows.map(({ campaignId }) => campaignId)
}

const mayBeAsked = (mode: string, at: Date, id: Sql) => sql`
  not exists (
    select from campaign_account_number known_number
    where known_number.campaign_id = ${id} and known_number.mode = ${mode} and closed_at is null)
  and not exists (
    select from account_number_request asked
    where asked.campaign_id = ${id} and asked.mode = ${mode} and asked_at > ${at}::timestamptz - ${askAgain}::interval)`

async function* addressPages({ content }: Deps) {
  for (let after: string | undefined; ;) {
    const page = await content.listAddresses({ limit: 500, ...(after !== undefined && { after }) })
    yield page.addresses.map(({ id }) => id)
    if (page.next === null) return
    after = page.next
  }
}

/** One campaign that is refused does not stop the next, unless this business gets no numbers at all. */
async function assignNumbers(deps: Deps, campaignIds: readonly string[]): Promise<void> {
  const { database, mode, now } = deps
  if (campaignIds.length === 0 || (await isUnavailable(deps))) return
  const due = await database.rows(
    idSchema,
    sql`select id as "campaignId" from unnest(${campaignIds}::text[]) as open (id)
        where ${mayBeAsked(mode, now(), sql`open.id`)}`,
  )
  const sweep = await openSweep(deps, 'account number')
  for (const { campaignId } of due) {
    const outcome = await sweep.run(campaignId, () => assignNumber(deps, campaignId))
    if (outcome === 'unavailable') return
  }
}

async function isUnavailable({ database, mode, now }: Deps): Promise<boolean> {
  const row = await database.row(
    z.object({ at: z.date() }),
    sql`select asked_at as at from account_number_request
        where mode = ${mode} and is_unavailable and asked_at > ${now()}::timestamptz - ${askAgain}::interval limit 1`,
  )
  return row !== undefined
}

type Outcome = 'assigned' | 'refused' | 'unavailable' | 'closed'

async function assignNumber(deps: Deps, campaignId: string): Promise<Outcome> {
  const { payments, content } = deps
  const campaign = await content.findCampaign(campaignId)
  if (!campaign || !isOpen(campaign, deps.now())) return 'closed'
  if (!(await isPayeeApproved(deps.database, campaign))) return 'closed'
  const { subAccountCode } = campaign.bankAccount
  const result = await payments.accountNumbers.assign({
    email: toAddress(deps.publicUrl, campaignId),
    names: ['Ajo', toAccountName(campaign.title)],
    phone: campaign.contact.phone,
    subAccountCode,
  })
  if (result.kind === 'refused') {
    await saveRefusal(deps, campaignId, result)
    return result.isUnavailable ? 'unavailable' : 'refused'
  }
  await insertNumber(deps, { campaignId, subAccountCode, account: result.account })
  // An earlier answer that was lost may have been for another sub-account.
  await payTo(deps, campaignId, subAccountCode)
  return 'assigned'
}

async function payTo(deps: Deps, campaignId: string, subAccountCode: string) {
  const row = await findOpenNumber(deps, campaignId)
  if (row && row.subAccountCode !== subAccountCode) await changePayee(deps, row, subAccountCode)
}

function saveRefusal(
  { database, mode, now }: Deps,
  campaignId: string,
  { message, isUnavailable: isRefused }: { message: string; isUnavailable: boolean },
) {
  return database.run(sql`
    insert into account_number_request (campaign_id, mode, asked_at, refusal, is_unavailable)
    values (${campaignId}, ${mode}, ${now()}, ${message.slice(0, 500)}, ${isRefused})
    on conflict (campaign_id, mode) do update set
      asked_at = excluded.asked_at, refusal = excluded.refusal, is_unavailable = excluded.is_unavailable`)
}

/** Numbers of campaigns whose history changed in the last ten minutes. */
async function listChanged(deps: Deps): Promise<AccountNumberRow[]> {
  const changed = await deps.database.rows(
    idSchema,
    sql`select distinct campaign_id as "campaignId" from campaign_history
        where at > ${deps.now()}::timestamptz - interval '10 minutes'`,
  )
  const rows = await Promise.all(changed.map(({ campaignId }) => findOpenNumber(deps, campaignId)))
  return rows.filter((row) => row !== undefined)
}

async function updateNumbers(deps: Deps, rows: readonly AccountNumberRow[]): Promise<void> {
  const sweep = await openSweep(deps, 'account number')
  for (const row of rows) await sweep.run(row.campaignId, () => updateNumber(deps, row))
}

/** A campaign that was taken down keeps its number, because it may be restored. */
async function updateNumber(deps: Deps, row: AccountNumberRow): Promise<void> {
  const campaign = await deps.content.findCampaign(row.campaignId)
  if (campaign?.status === 'taken-down') return
  if (!campaign || !isOpen(campaign, deps.now())) return takeBack(deps, row)
  if (!(await isPayeeApproved(deps.database, campaign))) return
  const { subAccountCode } = campaign.bankAccount
  if (subAccountCode !== row.subAccountCode) await changePayee(deps, row, subAccountCode)
}

/** No transfer may be paid out to a former bank account, so a number whose payee cannot be changed is taken back. */
async function changePayee(
  deps: Deps,
  row: AccountNumberRow,
  subAccountCode: string,
): Promise<void> {
  const { database, mode, now, payments } = deps
  const { campaignId, id, number } = row
  await insertPayee(database, { campaignId, mode, subAccountCode, since: now() })
  const answer = await payments.accountNumbers.setSubAccount(number, subAccountCode)
  if (answer === 'refused') return takeBack(deps, row)
  await saveSubAccount(deps, id, subAccountCode)
}

async function takeBack(deps: Deps, { id, providerId }: AccountNumberRow): Promise<void> {
  await deps.payments.accountNumbers.unassign(providerId)
  await closeNumber(deps, id)
}

function isOpen({ status, endDate }: StoredCampaign, now: Date): boolean {
  return status === 'approved' && (daysLeft(endDate, now) ?? 1) > 0
}

/** An address of no person, which no mail is sent to. The provider refuses hosts that cannot exist. */
function toAddress(publicUrl: string, campaignId: string): string {
  const { hostname } = new URL(publicUrl)
  const host = /^[a-z0-9.-]+\.[a-z]{2,}$/.test(hostname) ? hostname : 'ajo.example'
  return `campaign-${campaignId.toLowerCase()}@accounts.${host}`
}

const toAccountName = (title: string) =>
  title
    .replaceAll(/[^\p{L}\p{N} ]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 50) || 'Campaign'

type RowDeps = Pick<LedgerDeps, 'database' | 'mode' | 'now'>

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

export const findOpenNumber = ({ database, mode }: RowDeps, campaignId: string) =>
  database.row(
    rowSchema,
    sql`select ${columns} from campaign_account_number
        where campaign_id = ${campaignId} and mode = ${mode} and closed_at is null`,
  )

/** For donors: undefined while a reviewer has stopped donations. */
export async function findShownNumber(
  deps: RowDeps,
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
  { database, mode }: RowDeps,
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
  { database, mode, now }: RowDeps,
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
  { database, mode }: RowDeps,
  campaignId: string,
  subAccountCode: string,
) =>
  (await database.row(
    z.object({ code: z.string() }),
    sql`select sub_account_code as code from account_number_payee
        where campaign_id = ${campaignId} and mode = ${mode} and sub_account_code = ${subAccountCode}`,
  )) !== undefined

export const closeNumber = ({ database, now }: RowDeps, id: number) =>
  database.run(
    sql`update campaign_account_number set closed_at = ${now()}, account_name = '' where id = ${id} and closed_at is null`,
  )

export const saveSubAccount = ({ database }: RowDeps, id: number, subAccountCode: string) =>
  database.run(
    sql`update campaign_account_number set sub_account_code = ${subAccountCode} where id = ${id}`,
  )

export const listOpenNumbers = ({ database, mode }: RowDeps) =>
  database.rows(
    rowSchema,
    sql`select ${columns} from campaign_account_number where mode = ${mode} and closed_at is null order by id`,
  )
