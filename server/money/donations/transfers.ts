import { brand } from '#shared/brand.ts'
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'

import { daysLeft } from '#shared/day.ts'
import type { AccountNumber as PublicAccountNumber } from '#shared/account-number.ts'
import { donationMax, donationMin, quoteTransferFees } from '#shared/fees.ts'
import { cleanLine } from '#shared/text.ts'
import type { Language } from '#shared/language.ts'
import { kobo } from '#shared/money.ts'
import { terms, toTermMs } from '#shared/terms.ts'
import type { TransferClaim } from '#shared/transfer-claim.ts'

import { sql, takeLock, type Sql } from '../../platform/database/sql.ts'
import { isPayeeApproved } from '../payouts/approved-payees.ts'
import {
  type LedgerDeps,
  isPaid,
  newAccessCode,
  type PaymentDeps,
} from '../ledger/provider-report.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import {
  type Payments,
  skipIfUnavailable,
  type AccountNumber,
  type ReceivedTransfer,
  type ProviderPayment,
  transferTerms,
} from '../../providers/payments/payments.ts'
import { type Task, enqueueJob } from '../../platform/queue/queue.ts'
import { openSweep } from '../../platform/queue/sweep.ts'
import type { Log } from '../../platform/runtime/log.ts'
import type { Queries, Transaction } from '../../platform/database/database.ts'
import { isFrozen } from '../ledger/frozen-campaign.ts'
import { isCampaignDeleted } from '../../platform/database/database-unavailable.ts'
import type { OwnerWithShare } from '../ledger/quarantine.ts'
import { type Ledger, changeDonor } from '../ledger/ledger.ts'
import { getFirstCheck } from './start-donation.ts'
import type { Outbox } from '../../platform/mail/mail.ts'
import { mailToken } from '../../platform/mail/mail-token.ts'
import { languageSchema } from '../../platform/mail/reader-language.ts'
import { transferClaimMail } from '../../platform/mail/transfer-claim-mail.ts'

type NumberDeps = LedgerDeps & {
  payments: Pick<Payments, 'accountNumbers'>
  content: Pick<ContentStore, 'findCampaign' | 'listAddresses'>
  publicUrl: string
}

const updateAccountNumbersTask = 'update-account-numbers'
const perRun = 20
const askAgain = '24 hours'

/** Gives open campaigns an account number, and takes it back from campaigns that have ended. */
export function accountNumberTasks(deps: NumberDeps & { log: Pick<Log, 'warn'> }): Task[] {
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

/** Campaigns that were approved or restored in the last two days and may be asked for. The nightly run finds the others. */
async function listApproved({ database, mode, now }: NumberDeps): Promise<string[]> {
  return database.values(
    z.string(),
    sql`select distinct campaign_id from campaign_history known
        where at > ${now()}::timestamptz - interval '2 days' and event in ('approve', 'restore')
          and ${mayBeAsked(mode, now(), sql`known.campaign_id`)} limit ${perRun}`,
  )
}

const mayBeAsked = (mode: string, at: Date, id: Sql) => sql`
  not exists (
    select from campaign_account_number known_number
    where known_number.campaign_id = ${id} and known_number.mode = ${mode} and closed_at is null)
  and not exists (
    select from account_number_request asked
    where asked.campaign_id = ${id} and asked.mode = ${mode} and asked_at > ${at}::timestamptz - ${askAgain}::interval)`

async function* addressPages({ content }: NumberDeps) {
  for (let after: string | undefined; ;) {
    const page = await content.listAddresses({ limit: 500, ...(after !== undefined && { after }) })
    yield page.addresses.map(({ id }) => id)
    if (page.next === null) return
    after = page.next
  }
}

/** One campaign that is refused does not stop the next, unless this business gets no numbers at all. */
async function assignNumbers(deps: NumberDeps, campaignIds: readonly string[]): Promise<void> {
  const { database, mode, now } = deps
  if (campaignIds.length === 0 || (await isUnavailable(deps))) return
  const due = await database.values(
    z.string(),
    sql`select id from unnest(${campaignIds}::text[]) as open (id)
        where ${mayBeAsked(mode, now(), sql`open.id`)}`,
  )
  const sweep = await openSweep(deps, 'account number')
  for (const campaignId of due) {
    const outcome = await sweep.run(campaignId, () => assignNumber(deps, campaignId))
    if (outcome === 'unavailable') return
  }
}

async function isUnavailable({ database, mode, now }: NumberDeps): Promise<boolean> {
  return database.exists(sql`
    select from account_number_request
      where mode = ${mode} and is_unavailable and asked_at > ${now()}::timestamptz - ${askAgain}::interval limit 1`)
}

type Outcome = 'assigned' | 'refused' | 'unavailable' | 'closed'

async function assignNumber(deps: NumberDeps, campaignId: string): Promise<Outcome> {
  const { payments, content } = deps
  const campaign = await content.findCampaign(campaignId)
  if (!campaign || !isOpen(campaign, deps.now())) return 'closed'
  if (!(await isPayeeApproved(deps.database, campaign))) return 'closed'
  const { subAccountCode } = campaign.bankAccount
  const result = await payments.accountNumbers.assign({
    email: toAddress(deps.publicUrl, campaignId),
    names: [brand, toAccountName(campaign.title)],
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

async function payTo(deps: NumberDeps, campaignId: string, subAccountCode: string) {
  const row = await findOpenNumber(deps, campaignId)
  if (row && row.subAccountCode !== subAccountCode) await changePayee(deps, row, subAccountCode)
}

function saveRefusal(
  { database, mode, now }: NumberDeps,
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
async function listChanged(deps: NumberDeps): Promise<AccountNumberRow[]> {
  const changed = await deps.database.values(
    z.string(),
    sql`select distinct campaign_id from campaign_history
        where at > ${deps.now()}::timestamptz - interval '10 minutes'`,
  )
  const rows = await Promise.all(changed.map((campaignId) => findOpenNumber(deps, campaignId)))
  return rows.filter((row) => row !== undefined)
}

async function updateNumbers(deps: NumberDeps, rows: readonly AccountNumberRow[]): Promise<void> {
  const sweep = await openSweep(deps, 'account number')
  for (const row of rows) await sweep.run(row.campaignId, () => updateNumber(deps, row))
}

/** A campaign that was taken down keeps its number, because it may be restored. */
async function updateNumber(deps: NumberDeps, row: AccountNumberRow): Promise<void> {
  const campaign = await deps.content.findCampaign(row.campaignId)
  if (campaign?.status === 'taken-down') return
  if (!campaign || !isOpen(campaign, deps.now())) return takeBack(deps, row)
  if (!(await isPayeeApproved(deps.database, campaign))) return
  const { subAccountCode } = campaign.bankAccount
  if (subAccountCode !== row.subAccountCode) await changePayee(deps, row, subAccountCode)
}

/** No transfer may be paid out to a former bank account, so a number whose payee cannot be changed is taken back. */
async function changePayee(
  deps: NumberDeps,
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

async function takeBack(deps: NumberDeps, { id, providerId }: AccountNumberRow): Promise<void> {
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
type AccountNumberRow = z.output<typeof rowSchema>

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
const findNumberOfTransfer = (
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

const hasPayee = async ({ database, mode }: RowDeps, campaignId: string, subAccountCode: string) =>
  (await database.row(
    z.object({ code: z.string() }),
    sql`select sub_account_code as code from account_number_payee
        where campaign_id = ${campaignId} and mode = ${mode} and sub_account_code = ${subAccountCode}`,
  )) !== undefined

export const closeNumber = ({ database, now }: RowDeps, id: number) =>
  database.run(
    sql`update campaign_account_number set closed_at = ${now()}, account_name = '' where id = ${id} and closed_at is null`,
  )

const saveSubAccount = ({ database }: RowDeps, id: number, subAccountCode: string) =>
  database.run(
    sql`update campaign_account_number set sub_account_code = ${subAccountCode} where id = ${id}`,
  )

export const listOpenNumbers = ({ database, mode }: RowDeps) =>
  database.rows(
    rowSchema,
    sql`select ${columns} from campaign_account_number where mode = ${mode} and closed_at is null order by id`,
  )

type TransferDeps = Pick<PaymentDeps, 'database' | 'payments' | 'sealing' | 'now'> & {
  ledger: Pick<Ledger, 'quarantinePayment'>
  content: TransferCampaigns
}

type TransferCampaign = Pick<StoredCampaign, 'id' | 'slug' | 'title' | 'ownerUid' | 'endDate'>
/** Where the campaign of an account number is found. */
export type TransferCampaigns = {
  findCampaign: (id: string) => Promise<TransferCampaign | undefined>
}

/** Why a transfer is no donation (readings, transfers). */
type TransferProblem = 'below-minimum' | 'above-maximum' | 'campaign-deleted' | 'same-session'

/**
 * Makes a donation of a transfer to an account number, which no form announced, so that the payment is applied like that of a form.
 * Quarantines one that cannot be a donation. Safe to repeat: the provider's reference names one donation.
 */
export async function receiveTransfer(
  deps: TransferDeps,
  payment: ProviderPayment,
): Promise<'ready' | 'quarantined'> {
  const { transfer } = payment
  if (!transfer || !isPaid(payment) || (await isKnown(deps, payment.reference))) return 'ready'
  const account = await findNumberOfTransfer({ ...deps, mode: deps.payments.mode }, transfer)
  if (!account) return 'ready'
  const known = await findProblem(deps, payment)
  const found = known ?? (await toDonation(deps, payment, transfer, account))
  const problem = typeof found === 'string' ? found : await insert(deps, found)
  if (problem === undefined) return 'ready'
  const campaign = await toQuarantined(deps, payment, account)
  return deps.ledger.quarantinePayment({ payment, reasons: [problem], campaign })
}

/** Without an owner if the campaign was deleted, or if the provider gave the share to a sub-account that is not the campaign's. */
async function toQuarantined(
  deps: TransferDeps,
  payment: ProviderPayment,
  { campaignId: id, subAccountCode: ownCode }: AccountNumberRow,
): Promise<{ id: string; owner: OwnerWithShare | null }> {
  const withMode = { ...deps, mode: deps.payments.mode }
  const paidTo = payment.subAccountCode ?? ownCode
  const campaign = await deps.content.findCampaign(id)
  if (!campaign || !(await hasPayee(withMode, id, paidTo))) return { id, owner: null }
  return { id, owner: { uid: campaign.ownerUid, subAccountCode: paidTo } }
}

/** Only an admin decides about a payment that was no donation once. */
async function findProblem(
  { database, payments: { mode } }: TransferDeps,
  { reference }: ProviderPayment,
): Promise<string | undefined> {
  return database.value(
    z.string(),
    sql`select reason from quarantined_payment
        where mode = ${mode} and reference = ${reference} and booked_in is not null`,
  )
}

type TransferDonation = {
  payment: ProviderPayment
  transfer: ReceivedTransfer
  account: AccountNumberRow
  campaign: TransferCampaign
  subAccountCode: string
}

async function toDonation(
  deps: TransferDeps,
  payment: ProviderPayment,
  transfer: ReceivedTransfer,
  account: AccountNumberRow,
): Promise<TransferDonation | TransferProblem> {
  const withMode = { ...deps, mode: deps.payments.mode }
  if (payment.amount < donationMin) return 'below-minimum'
  if (payment.amount > donationMax) return 'above-maximum'
  const campaign = await deps.content.findCampaign(account.campaignId)
  if (!campaign) return 'campaign-deleted'
  const paidTo = payment.subAccountCode
  const isOurs = paidTo !== null && (await hasPayee(withMode, campaign.id, paidTo))
  const subAccountCode = isOurs ? paidTo : account.subAccountCode
  return { payment, transfer, account, campaign, subAccountCode }
}

async function isKnown({ database }: TransferDeps, reference: string): Promise<boolean> {
  return database.exists(sql`select from donation_reference where reference = ${reference}`)
}

/** Undefined if the donation is stored, by this process or another one. */
async function insert(
  deps: TransferDeps,
  donation: TransferDonation,
): Promise<TransferProblem | undefined> {
  try {
    return await deps.database.transaction((queries) => insertAll(queries, deps, donation))
  } catch (error) {
    if (isCampaignDeleted(error)) return 'campaign-deleted'
    throw error
  }
}

async function insertAll(
  queries: Transaction,
  deps: TransferDeps,
  donation: TransferDonation,
): Promise<TransferProblem | undefined> {
  const { payment, transfer, campaign } = donation
  const { mode } = deps.payments
  const id = randomUUID()
  // The lock comes first, so that two reports of one session wait for each other.
  if (await isSessionTaken(queries, mode, payment)) return 'same-session'
  const claimed = await queries.run(sql`
    insert into donation_reference values (${payment.reference}, ${campaign.id}, ${id}) on conflict do nothing`)
  if (claimed === 0) return undefined
  await insertDonation(queries, deps, { ...donation, id })
  await queries.run(sql`
    insert into received_transfer (campaign_id, donation_id, mode, session_id, sender_digits, received_at)
    values (${campaign.id}, ${id}, ${mode}, ${transfer.sessionId}, ${transfer.senderDigits}, ${deps.now()})`)
  return undefined
}

/** The provider reports a transfer twice under two references when it asks the bank again. */
async function isSessionTaken(
  { exists, run }: Transaction,
  mode: string,
  { reference, transfer }: ProviderPayment,
): Promise<boolean> {
  const sessionId = transfer?.sessionId ?? null
  if (sessionId === null) return false
  await run(takeLock(`transfer ${mode} ${sessionId}`))
  return exists(sql`
    select from received_transfer known
      join donation on donation.campaign_id = known.campaign_id and donation.id = known.donation_id
      where known.mode = ${mode} and session_id = ${sessionId} and reference <> ${reference}`)
}

/** The sender's name is the bank's. There is no address until the sender claims the receipt, and no accepted terms. */
async function insertDonation(
  { run }: Transaction,
  { payments, sealing, now }: TransferDeps,
  donation: TransferDonation & { id: string },
) {
  const { id, payment, transfer, account, campaign, subAccountCode } = donation
  const accessCode = newAccessCode()
  const at = now()
  await run(sql`
    insert into donation (
      campaign_id, id, mode, reference, access_code, owner_uid, donor_uid, donor_email_sealed, donor_key, donor_name, message,
      anonymous, amount_kobo, platform_kobo, quoted_fee_kobo, fee_bearer, transaction_charge_kobo, sub_account_code, campaign_title,
      campaign_slug, campaign_end, language, state, created_at, next_check_at, account_number)
    values (
      ${campaign.id}, ${id}, ${payments.mode}, ${payment.reference}, ${accessCode}, ${campaign.ownerUid}, null,
      ${sealing.seal('donor-email', '')}, ${sealing.fingerprint('donor', toSender(payment, transfer))},
      ${cleanLine(transfer.senderName).slice(0, 80)}, '', false, ${payment.requestedAmount}, 0,
      ${quoteTransferFees(payment.requestedAmount).fee}, ${transferTerms.feeBearer}, ${transferTerms.transactionCharge}, ${subAccountCode}, ${campaign.title}, ${campaign.slug},
      ${campaign.endDate}, 'en', 'initialized', ${at}, ${getFirstCheck(at)}, ${account.number})`)
  await run(sql`insert into donation_access_code values (${accessCode}, ${campaign.id}, ${id})`)
}

/** Counts a sender once. A sender of whom the bank says nothing is counted for each transfer. */
function toSender(
  { reference }: ProviderPayment,
  { senderName, senderBank, senderDigits }: ReceivedTransfer,
): string {
  if (senderName === '' || senderDigits === '') return `transfer ${reference}`
  return `transfer ${senderBank} ${senderDigits} ${senderName}`.toLowerCase()
}

type ClaimDeps = Pick<PaymentDeps, 'database' | 'payments' | 'sealing' | 'now' | 'publicUrl'> & {
  outbox: Outbox
}

const mailTask = 'mail-transfer-claim'
const payloadSchema = z.object({
  campaignId: z.string(),
  amount: z.int(),
  digits: z.string(),
  email: z.string(),
  language: languageSchema,
})
type Payload = z.output<typeof payloadSchema>

const linkSchema = z.object({
  campaignId: z.string(),
  donationId: z.uuid(),
  email: z.string(),
  language: languageSchema,
  expiresAt: z.int(),
})
/** Only the mailbox of the address knows the link. */
type ClaimLink = z.output<typeof linkSchema>

const claimToken = mailToken('transfer-claim', linkSchema)

export function createClaimUrl(
  { sealing, publicUrl, now }: Pick<ClaimDeps, 'sealing' | 'publicUrl' | 'now'>,
  link: Omit<ClaimLink, 'expiresAt'>,
): string {
  const expiresAt = now().getTime() + toTermMs(terms.guestLink)
  const token = claimToken.create(sealing, { ...link, expiresAt })
  return new URL(`/claim-transfer/${token}`, publicUrl).href
}

/** Lets the sender of a transfer get its receipt: who knows the amount and the sender's account proves a mailbox. */
export function openTransferClaims(deps: ClaimDeps) {
  const { database, sealing, now } = deps
  return {
    /** A job looks for the transfer, so that the request takes the same time and answers the same, found or not. */
    async requestClaim(campaignId: string, form: TransferClaim, language: Language): Promise<void> {
      const { amount, digits, email } = form
      const payload: Payload = { campaignId, amount, digits, email, language }
      await enqueueJob(database, { task: mailTask, payload, attempts: 5 })
    },

    findLink: async (token: string): Promise<ClaimLink | undefined> => {
      const link = claimToken.open(sealing, token)
      return link && link.expiresAt > now().getTime() ? link : undefined
    },

    /** The donation gets the address. Undefined if another address has claimed it. Answers the code of the donation's page. */
    claim({ campaignId, donationId, email, language }: ClaimLink): Promise<string | undefined> {
      const donorKey = sealing.fingerprint('donor', email.toLowerCase())
      return database.transaction(async (queries) => {
        const donation = await queries.row(
          accessSchema,
          sql`select access_code as "accessCode", claimed_at is not null as "isClaimed"
          from donation join received_transfer transfer
            on transfer.campaign_id = donation.campaign_id and transfer.donation_id = donation.id
          where donation.campaign_id = ${campaignId} and donation.id = ${donationId} for update`,
        )
        if (!donation || donation.isClaimed) return undefined
        await changeDonor(queries, { campaignId, id: donationId }, donorKey)
        await queries.run(sql`
          update donation set donor_email_sealed = ${sealing.seal('donor-email', email)}, language = ${language}
          where campaign_id = ${campaignId} and id = ${donationId}`)
        await queries.run(sql`
          update received_transfer set claimed_at = ${now()}, sender_digits = ''
          where campaign_id = ${campaignId} and donation_id = ${donationId}`)
        return donation.accessCode
      })
    },

    task: {
      name: mailTask,
      lane: 'mail',
      run: async (payload) => sendLink(deps, z.parse(payloadSchema, payload)),
    } satisfies Task,
  }
}

const unclaimedSchema = z.object({ donationId: z.string(), title: z.string() })

async function sendLink(deps: ClaimDeps, { campaignId, amount, digits, email, language }: Payload) {
  const { database, payments } = deps
  const found = await database.row(
    unclaimedSchema,
    sql`select donation.id as "donationId", donation.campaign_title as title
        from received_transfer transfer
        join donation on donation.campaign_id = transfer.campaign_id and donation.id = transfer.donation_id
        where transfer.campaign_id = ${campaignId} and transfer.sender_digits = ${digits} and transfer.claimed_at is null
          and transfer.mode = ${payments.mode} and donation.state = 'paid' and donation.amount_kobo = ${amount}
        order by transfer.received_at limit 1`,
  )
  if (!found) return
  const { donationId, title } = found
  const url = createClaimUrl(deps, { campaignId, donationId, email, language })
  const mail = transferClaimMail({ to: email, language }, { title, amount: kobo(amount), url })
  await database.transaction((queries) => deps.outbox.enqueue(queries, mail))
}

const accessSchema = z.object({ accessCode: z.string(), isClaimed: z.boolean() })
