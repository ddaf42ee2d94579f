import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { donationMax, donationMin, quoteTransferFees } from '#shared/fees.ts'
import { cleanLine } from '#shared/text.ts'
import type { Language } from '#shared/language.ts'
import { kobo } from '#shared/money.ts'
import { terms, toTermMs } from '#shared/terms.ts'
import type { TransferClaim } from '#shared/transfer-claim.ts'

import { isCampaignDeleted } from '../../platform/database/database-unavailable.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { isPaid, newAccessCode, type PaymentDeps } from '../ledger/provider-report.ts'
import type { OwnerWithShare } from '../ledger/quarantine.ts'
import type { Ledger } from '../ledger/ledger.ts'
import {
  type ReceivedTransfer,
  type ProviderPayment,
  transferTerms,
} from '../../providers/payments/payments.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import { getFirstCheck } from './start-donation.ts'
import { type AccountNumberRow, findNumberOfTransfer, hasPayee } from './account-numbers.ts'
import { changeDonor } from '../ledger/totals.ts'
import type { Outbox } from '../../platform/mail/mail.ts'
import { mailToken } from '../../platform/mail/mail-token.ts'
import { languageSchema } from '../../platform/mail/reader-language.ts'
import { transferClaimMail } from '../../platform/mail/transfer-claim-mail.ts'
import { enqueueJob, type Task } from '../../platform/queue/queue.ts'

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
  const known = await database.row(
    z.object({ problem: z.string() }),
    sql`select reason as problem from quarantined_payment
        where mode = ${mode} and reference = ${reference} and booked_in is not null`,
  )
  return known?.problem
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
  const row = await database.row(
    z.object({ reference: z.string() }),
    sql`select reference from donation_reference where reference = ${reference}`,
  )
  return row !== undefined
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
  { row, run }: Transaction,
  mode: string,
  { reference, transfer }: ProviderPayment,
): Promise<boolean> {
  const sessionId = transfer?.sessionId ?? null
  if (sessionId === null) return false
  await run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`transfer ${mode} ${sessionId}`}, 0))`,
  )
  const taken = await row(
    z.object({ reference: z.string() }),
    sql`select reference from received_transfer known
        join donation on donation.campaign_id = known.campaign_id and donation.id = known.donation_id
        where known.mode = ${mode} and session_id = ${sessionId} and reference <> ${reference}`,
  )
  return taken !== undefined
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

type Deps = Pick<PaymentDeps, 'database' | 'payments' | 'sealing' | 'now' | 'publicUrl'> & {
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
  { sealing, publicUrl, now }: Pick<Deps, 'sealing' | 'publicUrl' | 'now'>,
  link: Omit<ClaimLink, 'expiresAt'>,
): string {
  const expiresAt = now().getTime() + toTermMs(terms.guestLink)
  const token = claimToken.create(sealing, { ...link, expiresAt })
  return new URL(`/claim-transfer/${token}`, publicUrl).href
}

/** Lets the sender of a transfer get its receipt: who knows the amount and the sender's account proves a mailbox. */
export function openTransferClaims(deps: Deps) {
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

async function sendLink(deps: Deps, { campaignId, amount, digits, email, language }: Payload) {
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
  const mail = transferClaimMail(email, language, { title, amount: kobo(amount), url })
  await database.transaction((queries) => deps.outbox.enqueue(queries, mail))
}

const accessSchema = z.object({ accessCode: z.string(), isClaimed: z.boolean() })
