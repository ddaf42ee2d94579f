import * as z from 'zod/mini'

import { lagosDay } from '#shared/day.ts'
import { kobo, type Kobo, formatNaira } from '#shared/money.ts'
import type { ReceiptStatus, Statement, Verification } from '#shared/receipt.ts'
import { verifyLoggedReceipt } from '#shared/transparency/receipt-check.ts'
import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'
import type { Language } from '#shared/language.ts'

import type { Finding } from '../ledger/ledger-check.ts'
import type { DonationKey, LedgerDeps, PaymentDeps } from '../ledger/provider-report.ts'
import type { Outbox, Mail } from '../../platform/mail/mail.ts'
import {
  findReceiptRow,
  findReceiptRows,
  type IssuedReceipt,
  issueReceipt,
  toIssuedReceipt,
  toSignedText,
  type IssueDeps,
  type ReceiptFacts,
} from './issue-receipt.ts'
import { isSignedBy, type Signing } from './signing.ts'
import type { Transparency } from '../../transparency/transparency.ts'
import { sql } from '../../platform/database/sql.ts'
import { type DonorScope, isGivenBy } from '../donations/guest-donations.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { formatVerificationCode, parseVerificationCode } from './receipt-number.ts'
import { enqueueJob, type Task } from '../../platform/queue/queue.ts'
import { toConfirmationUrl } from '../../people/supporters/mail-links.ts'
import { writeMail } from '../../platform/mail/write-mail.ts'
import { formatLagosTime } from '../../platform/runtime/lagos-time.ts'
import { texts } from '../../text/texts.ts'

type ReceiptDeps = Pick<PaymentDeps, 'database' | 'sealing' | 'now' | 'publicUrl'> & {
  mode: PaymentDeps['payments']['mode']
  signing: Signing
  outbox: Outbox
  transparency: Pick<Transparency, 'merge' | 'findProof' | 'listKeys'>
}

export type Receipts = ReturnType<typeof openReceipts>

/** Receipts, their mails and verification, and yearly statements. */
export function openReceipts(deps: ReceiptDeps) {
  const { database } = deps

  const findReceipt = async (donation: DonationKey) => {
    const row = await findReceiptRow(database, donation)
    const issued = row && toIssuedReceipt(row)
    if (issued || !row) return issued
    return database.transaction((queries) => issueReceipt(deps, queries, donation))
  }

  return {
    /** Undefined until the payment has been booked. */
    findReceipt,
    /** Undefined until the receipt is in the transparency log. */
    findProof: (donation: DonationKey) =>
      database.transaction((queries) => deps.transparency.findProof(queries, donation)),
    verifyReceipt: (code: string) => verifyReceipt(deps, code),
    listKeys: () => listKeys(deps),
    sendReceipt: (reference: string) => sendReceipt(deps, reference),
    resendReceipt: (donation: DonationKey) => resendReceipt(deps, donation),
    ...openStatements(deps, findReceipt),
  }
}

type FindReceipt = (donation: DonationKey) => Promise<IssuedReceipt | undefined>

type StatementDeps = LedgerDeps & { sealing: Pick<Sealing, 'fingerprint'> }

function openStatements(deps: StatementDeps, findReceipt: FindReceipt) {
  const { database, mode, now } = deps
  return {
    /** The year is that of the payment in Lagos. Later reversals are subtracted from the year of the donation. */
    async readStatement(donor: DonorScope, year: number): Promise<Statement> {
      const rows = await findReceiptRows(
        database,
        sql`donation`,
        sql`where ${isGivenBy(deps, donor)} and donation.mode = ${mode}
          and charge.effective_at >= ${startOfYear(year)} and charge.effective_at < ${startOfYear(year + 1)}
        order by charge.effective_at, donation.id`,
      )
      const donations: Statement['donations'] = []
      for (const row of rows) {
        const receipt = toIssuedReceipt(row) ?? (await findReceipt(row))
        if (receipt) donations.push(toDonation(receipt))
      }
      const donated = sum(donations.map(({ amount }) => amount))
      const reversed = sum(donations.map((donation) => donation.reversed))
      const thisYear = Number(lagosDay(now()).slice(0, 4))
      const years = [...new Set([thisYear, ...(await listYears(donor))])].sort(
        (one, other) => other - one,
      )
      return { year, years, mode, donations, donated, reversed, net: kobo(donated - reversed) }
    },

    /** The years with donations, newest first. */
    listYears,
  }

  async function listYears(donor: DonorScope): Promise<number[]> {
    return database.values(
      z.int(),
      sql`
      select distinct extract(year from lagos_day(charge.effective_at))::integer as year
      from donation
      join ledger_entry charge on charge.campaign_id = donation.campaign_id and charge.donation_id = donation.id
        and charge.kind = 'charge'
      where ${isGivenBy(deps, donor)} and donation.mode = ${mode}
      order by year desc`,
    )
  }
}

/** Midnight in Lagos, which is UTC+1 all year. */
const startOfYear = (year: number) => new Date(`${year}-01-01T00:00:00+01:00`)

function toDonation({
  facts,
  accessCode,
  reversed,
}: IssuedReceipt): Statement['donations'][number] {
  const { number, campaign, amount } = facts
  const donatedAt = facts.donatedAt.toISOString()
  return { accessCode, number, donatedAt, campaign: campaign.title, amount, reversed }
}

const sum = (amounts: Kobo[]) => kobo(amounts.reduce((total, amount) => total + amount, 0))

type VerifyDeps = {
  database: Database
  signing: Signing
  transparency: Pick<Transparency, 'findProof' | 'listKeys'>
}

/** What the receipt states and whether it is still valid. Personal data of the donor is left out. */
async function verifyReceipt(
  { database, signing, transparency }: VerifyDeps,
  typedCode: string,
): Promise<Verification | undefined> {
  const code = parseVerificationCode(typedCode)
  if (code === undefined) return undefined
  const [row] = await findReceiptRows(
    database,
    sql`receipt_code found join donation on donation.campaign_id = found.campaign_id and donation.id = found.donation_id`,
    sql`where found.code = ${code}`,
  )
  const receipt = row && toIssuedReceipt(row)
  if (!receipt) return undefined
  const { facts, reversed, keyId, signature } = receipt
  const text = toSignedText(facts)
  const publicKey = keyId === signing.keyId ? signing.publicKey : await findKey(database, keyId)
  const proof = await database.transaction((queries) => transparency.findProof(queries, row))
  const logged =
    proof === undefined
      ? null
      : await toLogged({ text, proof, logKeys: await transparency.listKeys() })
  const isSigned = publicKey !== undefined && isSignedBy(publicKey, text, signature)
  const isGenuine = isSigned && logged?.entry !== null
  return {
    status: isGenuine ? toReceiptStatus(receipt) : 'broken',
    number: facts.number,
    code: formatVerificationCode(facts.code),
    amount: facts.amount,
    reversed,
    donatedAt: facts.donatedAt.toISOString(),
    mode: facts.mode,
    campaign: { title: facts.campaign.title },
    signed: { text, signature: signature.toString('base64'), keyId },
    logged,
  }
}

/** The result of our own check is for browsers without script. */
async function toLogged(receipt: Parameters<typeof verifyLoggedReceipt>[0]) {
  const { proof, logKeys } = receipt
  try {
    const { index, size } = await verifyLoggedReceipt(receipt)
    return { proof, logKeys: [...logKeys], entry: { index, size } }
  } catch {
    return { proof, logKeys: [...logKeys], entry: null }
  }
}

function toReceiptStatus({ status, reversed, facts }: IssuedReceipt): ReceiptStatus {
  if (status === 'disputed') return 'disputed'
  if (reversed >= facts.amount) return 'refunded'
  return reversed > 0 ? 'partly-refunded' : 'valid'
}

const keySchema = z.object({ keyId: z.string(), publicKey: z.instanceof(Buffer) })

async function findKey(database: Database, keyId: string): Promise<Buffer | undefined> {
  const key = await database.row(
    keySchema,
    sql`select key_id as "keyId", public_key as "publicKey" from receipt_key where key_id = ${keyId}`,
  )
  return key?.publicKey
}

/** The current key, even if it has not signed a receipt, and all earlier ones, newest first. */
async function listKeys({ database, signing }: Pick<VerifyDeps, 'database' | 'signing'>) {
  const earlierKeys = await database.rows(
    keySchema,
    sql`select key_id as "keyId", public_key as "publicKey" from receipt_key
        where key_id <> ${signing.keyId} order by first_used_at desc`,
  )
  return [{ keyId: signing.keyId, publicKey: signing.publicKey }, ...earlierKeys]
}

/** Verifies the signature of each receipt. */
export async function listForged(database: Database): Promise<Finding[]> {
  const keys = new Map(
    (
      await database.rows(
        keySchema,
        sql`select key_id as "keyId", public_key as "publicKey" from receipt_key`,
      )
    ).map(({ keyId, publicKey }) => [keyId, publicKey]),
  )
  const forged: Finding[] = []
  for (let after = ''; ;) {
    const rows = await findReceiptRows(
      database,
      sql`donation`,
      sql`where receipt.code > ${after} order by receipt.code limit 1000`,
    )
    for (const receipt of rows.flatMap((row) => toIssuedReceipt(row) ?? [])) {
      const { facts, keyId, signature } = receipt
      const key = keys.get(keyId)
      after = facts.code
      if (key === undefined || !isSignedBy(key, toSignedText(facts), signature))
        forged.push({ name: signedReceipts, key: facts.number, ours: keyId, theirs: 'signed' })
    }
    if (rows.length === 0) return forged
  }
}
const signedReceipts = 'the signature of a receipt is of its donation'

type Deps = IssueDeps &
  Pick<PaymentDeps, 'database' | 'sealing' | 'publicUrl'> & {
    outbox: Outbox
    transparency: Pick<Transparency, 'merge' | 'findProof'>
  }

/** Receipts are mailed when the payment is booked. The sweep enqueues jobs that were lost in a crash. */
export function receiptTasks(
  receipts: { sendReceipt: (reference: string) => Promise<void> },
  database: Database,
): Task[] {
  const payloadSchema = z.object({ reference: z.string() })
  return [
    {
      name: sendReceiptTask,
      lane: 'maintenance',
      run: (payload) => receipts.sendReceipt(z.parse(payloadSchema, payload).reference),
    },
    {
      name: 'sweep-receipts',
      lane: 'maintenance',
      cron: '* * * * *',
      run: () => sweepReceipts(database),
    },
  ]
}

async function sweepReceipts(database: Database) {
  const unsent = await database.rows(
    z.object({ reference: z.string() }),
    sql`select reference from donation where receipt_due order by created_at limit 200`,
  )
  await database.transaction(async (queries) => {
    for (const { reference } of unsent) await enqueueJob(queries, receiptJob(reference))
  })
}

const dueSchema = z.object({ campaignId: z.string(), id: z.string(), bookedAt: z.date() })
/** A receipt is mailed without the proof of the transparency log after this time. */
const longestWaitMs = 120_000
const retryMs = 5_000

/**
 * Mails the receipt once its entry is in the transparency log. Resets the mark and enqueues the mail in one transaction, so that the
 * receipt is mailed exactly once.
 */
async function sendReceipt(deps: Deps, reference: string): Promise<void> {
  await deps.transparency.merge()
  await deps.database.transaction(async (queries) => {
    const donation = await queries.row(
      dueSchema,
      sql`
      select donation.campaign_id as "campaignId", donation.id, charge.booked_at as "bookedAt"
      from donation_reference found
      join donation on donation.campaign_id = found.campaign_id and donation.id = found.donation_id
      join ledger_entry charge on charge.campaign_id = donation.campaign_id and charge.donation_id = donation.id
        and charge.kind = 'charge'
      where found.reference = ${reference} and donation.receipt_due
      for update of donation`,
    )
    const issued = donation && (await issueReceipt(deps, queries, donation))
    if (!issued) return
    const hasProof = (await deps.transparency.findProof(queries, donation)) !== undefined
    const waitedMs = deps.now().getTime() - donation.bookedAt.getTime()
    if (!hasProof && waitedMs < longestWaitMs) {
      const runAt = new Date(Date.now() + retryMs)
      return enqueueJob(queries, { ...receiptJob(reference), runAt })
    }
    await queries.run(sql`
      update donation set receipt_due = false where campaign_id = ${donation.campaignId} and id = ${donation.id}`)
    await enqueueMail(deps, queries, { issued, hasProof }, `receipt ${donation.id}`)
  })
}

/** missing: the payment has not been booked, or the donor's address has been erased. */
type ResendOutcome = 'sent' | 'missing' | 'too-often'

const maxPerDay = 3

/** Mails the receipt again to the address given with the donation. The lock on the donation's row makes the daily count exact. */
async function resendReceipt(deps: Deps, donation: DonationKey): Promise<ResendOutcome> {
  const today = lagosDay(deps.now())
  const keys = Array.from(
    { length: maxPerDay },
    (_, index) => `receipt ${donation.id} again ${today} ${index}`,
  )
  return deps.database.transaction(async (queries) => {
    const issued = await issueReceipt(deps, queries, donation)
    if (!issued) return 'missing'
    const used = await queries.rows(
      z.object({ key: z.string() }),
      sql`select key from mail_outbox where key = any(${keys})`,
    )
    const key = keys[used.length]
    if (key === undefined) return 'too-often'
    const hasProof = (await deps.transparency.findProof(queries, donation)) !== undefined
    return (await enqueueMail(deps, queries, { issued, hasProof }, key)) ? 'sent' : 'missing'
  })
}

async function enqueueMail(
  { outbox, sealing, publicUrl }: Deps,
  queries: Transaction,
  { issued, hasProof }: { issued: IssuedReceipt; hasProof: boolean },
  key: string,
): Promise<boolean> {
  const { facts, accessCode, emailSealed, language, donorKey, needsConfirmation } = issued
  const to = sealing.open('donor-email', emailSealed)
  // The address is empty once the donor has deleted their account.
  if (to === '') return false
  const urls = {
    donation: new URL(`/donations/${accessCode}`, publicUrl).href,
    verification: new URL(`/verify/${formatVerificationCode(facts.code)}`, publicUrl).href,
    ...(needsConfirmation && {
      confirmation: toConfirmationUrl({ sealing, publicUrl }, donorKey),
    }),
  }
  await outbox.enqueue(queries, receiptMail({ to, language, facts, urls, hasProof }), key)
  return true
}

/**
 * `donation` shows everything to the donor; `verification` shows others only what the receipt states. `confirmation` is set
 * if the donor wants updates and has not confirmed the address.
 */
type Urls = { donation: string; verification: string; confirmation?: string }

type Options = {
  to: string
  language: Language
  facts: ReceiptFacts
  urls: Urls
  /** The donation is in the transparency log. */
  hasProof: boolean
}

export function receiptMail({ to, language, facts, urls, hasProof }: Options): Mail {
  const { number, amount, donatedAt, mode, campaign } = facts
  const sum = formatNaira(amount)
  const { mail: text, inLagos } = texts[language].receipt
  return writeMail(
    { to, language, reason: 'donor', picturedCampaign: campaign },
    text.subject({ sum }),
    [
      text.lead({ sum, title: campaign.title }),
      text.receipt({ number, time: inLagos({ time: formatLagosTime(donatedAt) }) }),
      ...(mode === 'live' ? [] : [text.test]),
      { label: text.view, url: urls.donation },
      ...(hasProof ? [] : [text.proofFollows]),
      text.keepPrivate({ duration: formatDuration(terms.donorRefund) }),
      text.share,
      { label: text.verify, url: urls.verification },
      ...(urls.confirmation === undefined
        ? []
        : [text.confirmHint, { label: text.confirm, url: urls.confirmation }]),
    ],
  )
}

const sendReceiptTask = 'send-receipt'

/** Mails the receipt of a donation whose payment has been booked. */
export function receiptJob(reference: string) {
  return { task: sendReceiptTask, payload: { reference }, key: `${sendReceiptTask} ${reference}` }
}
