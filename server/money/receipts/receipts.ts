import * as z from 'zod/mini'
import {
  generateReceiptNumber,
  generateVerificationCode,
  formatVerificationCode,
  parseVerificationCode,
} from './receipt-number.ts'

import { type PaymentMode, paymentModes } from '#shared/donation.ts'
import { lagosDay } from '#shared/day.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import { type Kobo, kobo, formatNaira } from '#shared/money.ts'
import type { ReceiptStatus, Statement, Verification } from '#shared/receipt.ts'
import { verifyLoggedReceipt } from '#shared/transparency/receipt-check.ts'
import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'
import type { Language } from '#shared/language.ts'

import type { Queries, Transaction, Database } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { eachPage } from '../../platform/lists/each-page.ts'
import {
  statusFactsColumns,
  statusFactsJoins,
  statusFactsSchema,
  toDonationStatus,
  type DonorScope,
  isGivenBy,
} from '../donations/donation-list.ts'
import type { DonationKey, LedgerDeps, PaymentDeps } from '../ledger/provider-report.ts'
import { donorLanguage, languageSchema } from '../../platform/mail/reader-language.ts'
import { hasConfirmedAddress, toConfirmationUrl } from '../../people/supporters/mail-links.ts'
import { toSubject } from '../../transparency/add-batch.ts'
import { type Signing, isSignedBy } from './signing.ts'
import type { Finding } from '../ledger/ledger-check.ts'
import type { Outbox, Mail } from '../../platform/mail/mail.ts'
import type { Transparency } from '../../transparency/transparency.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import { enqueueJob, type Task } from '../../platform/queue/queue.ts'
import { writeMail } from '../../platform/mail/write-mail.ts'
import { formatLagosTime } from '../../platform/runtime/lagos-time.ts'
import { texts } from '../../text/texts.ts'
import { monthlyOfDonation, toEndPath } from '../donations/monthly.ts'

const rowSchema = z.extend(statusFactsSchema, {
  campaignId: z.string(),
  id: z.string(),
  title: z.string(),
  /** How it was paid, and the fee that the provider took, once it says so. */
  channel: z.nullable(z.string()),
  fee: z.nullable(koboSchema),
  mode: z.enum(paymentModes),
  accessCode: z.string(),
  donorName: z.string(),
  emailSealed: z.instanceof(Buffer),
  language: languageSchema,
  donorKey: z.instanceof(Buffer),
  /** The donor wants updates, and the address is not confirmed. */
  needsConfirmation: z.boolean(),
  /** What the donor gives every month, or 'once' if nothing is charged again. Null: the donor did not choose it. */
  monthly: z.nullable(z.string()),
  paidAt: z.date(),
  number: z.nullable(z.string()),
  code: z.nullable(z.string()),
  donatedAt: z.nullable(z.date()),
  keyId: z.nullable(z.string()),
  signature: z.nullable(z.instanceof(Buffer)),
  year: z.nullable(z.int()),
  serial: z.nullable(z.int()),
})
/** A donation whose payment has been booked, with its receipt if that has been issued. */
type ReceiptRow = z.output<typeof rowSchema>

/** `facts` are as signed; `reversed` and `status` are the donation's present ones. */
export type IssuedReceipt = Pick<
  ReceiptRow,
  | 'accessCode'
  | 'donorName'
  | 'emailSealed'
  | 'language'
  | 'donorKey'
  | 'needsConfirmation'
  | 'monthly'
  | 'reversed'
  | 'channel'
  | 'fee'
> & {
  facts: ReceiptFacts
  keyId: string
  signature: Buffer
  /** Counts the receipts of a year without a gap: 2026/000042. */
  serial: string
  status: string
}

/** Donations without a booked payment have no receipt and are left out. `from` must provide the table `donation`. */
const findReceiptRows = (queries: Queries, from: Sql, rest: Sql) =>
  queries.rows(
    rowSchema,
    sql`
    select donation.campaign_id as "campaignId", donation.id, donation.campaign_title as title, donation.mode,
      donation.access_code as "accessCode", donation.donor_name as "donorName", donation.donor_email_sealed as "emailSealed",
      ${donorLanguage} as language,
      donation.donor_key as "donorKey", (donation.wants_updates and not ${hasConfirmedAddress}) as "needsConfirmation",
      ${monthlyOfDonation} as monthly,
      known.channel, known.fees_kobo as fee, ${statusFactsColumns},
      receipt.number, receipt.code, receipt.donated_at as "donatedAt", receipt.key_id as "keyId", receipt.signature,
      receipt.year, receipt.serial
    from ${from}
    join ledger_entry charge on charge.campaign_id = donation.campaign_id and charge.donation_id = donation.id and charge.kind = 'charge'
    ${statusFactsJoins}
    left join receipt on receipt.campaign_id = donation.campaign_id and receipt.donation_id = donation.id
    ${rest}`,
  )

async function findReceiptRow(
  queries: Queries,
  { campaignId, id }: DonationKey,
): Promise<ReceiptRow | undefined> {
  const [row] = await findReceiptRows(
    queries,
    sql`donation`,
    sql`where donation.campaign_id = ${campaignId} and donation.id = ${id}`,
  )
  return row
}

type IssueDeps = { signing: Signing; now: () => Date }

/** Issues the receipt at the first request. Locks the donation's row until the transaction ends. */
export async function issueReceipt(
  deps: IssueDeps,
  queries: Transaction,
  donation: DonationKey,
): Promise<IssuedReceipt | undefined> {
  // The lock comes before the read, so that a receipt that another transaction has issued meanwhile is seen.
  await queries.run(sql`
    select from donation where campaign_id = ${donation.campaignId} and id = ${donation.id} for update`)
  const row = await findReceiptRow(queries, donation)
  return row && (toIssuedReceipt(row) ?? insertReceipt(deps, queries, row))
}

/** Undefined if the receipt has not been issued. */
function toIssuedReceipt(row: ReceiptRow): IssuedReceipt | undefined {
  const { number, code, donatedAt, keyId, signature, year, serial } = row
  if (number === null || code === null || !donatedAt || keyId === null || !signature)
    return undefined
  if (year === null || serial === null) return undefined
  return toReceipt(row, { number, code, donatedAt, keyId, signature, year, serial })
}

type SignedField = 'number' | 'code' | 'donatedAt' | 'keyId' | 'signature' | 'year' | 'serial'
type SignedFields = { [Field in SignedField]: NonNullable<ReceiptRow[Field]> }

function toReceipt(row: ReceiptRow, signed: SignedFields): IssuedReceipt {
  const { keyId, signature, year, serial, ...fields } = signed
  const {
    accessCode,
    donorName,
    emailSealed,
    language,
    donorKey,
    needsConfirmation,
    monthly,
    returned: reversed,
    channel,
    fee,
  } = row
  const facts = toFacts(row, fields)
  const status = toDonationStatus(row)
  const donor = { donorName, emailSealed, language, donorKey, needsConfirmation, monthly }
  const issued = { keyId, signature, serial: formatSerial({ year, serial }), status }
  return { facts, accessCode, ...donor, reversed, channel, fee, ...issued }
}

export const formatSerial = ({ year, serial }: { year: number; serial: number }) =>
  `${year}/${String(serial).padStart(6, '0')}`

function toFacts(
  { amount, mode, campaignId, id, title }: ReceiptRow,
  fields: Pick<ReceiptFacts, 'number' | 'code' | 'donatedAt'>,
): ReceiptFacts {
  const subject = toSubject({ donationId: id, effectKey: '' })
  return { ...fields, amount, mode, campaign: { id: campaignId, title }, subject }
}

async function insertReceipt({ signing, now }: IssueDeps, queries: Transaction, row: ReceiptRow) {
  const { campaignId, id, paidAt: donatedAt } = row
  const number = await claimNumber(queries, row)
  const code = generateVerificationCode()
  const signature = signing.sign(toSignedText(toFacts(row, { number, code, donatedAt })))
  const { keyId, publicKey } = signing
  const at = now()
  await queries.run(sql`
    insert into receipt_key (key_id, public_key, first_used_at) values (${keyId}, ${publicKey}, ${at})
    on conflict do nothing`)
  await queries.run(sql`
    insert into receipt_code (code, campaign_id, donation_id) values (${code}, ${campaignId}, ${id})`)
  // The year is that of the issue, so that no receipt is added to a year that is over.
  const issued = await queries.row(
    z.object({ year: z.int(), serial: z.int() }),
    sql`
    with counted as (
      insert into receipt_year as known (mode, year, issued) values (${row.mode}, ${Number(lagosDay(at).slice(0, 4))}, 1)
      on conflict (mode, year) do update set issued = known.issued + 1 returning mode, year, issued)
    insert into receipt (campaign_id, donation_id, number, code, donated_at, issued_at, key_id, signature, mode, year, serial)
    select ${campaignId}, ${id}::uuid, ${number}, ${code}, ${donatedAt}::timestamptz, ${at}::timestamptz, ${keyId}, ${signature}::bytea,
      mode, year, issued from counted
    returning year, serial`,
  )
  if (issued === undefined) throw new Error('a receipt was not stored')
  return toReceipt(row, { number, code, donatedAt, keyId, signature, ...issued })
}

/** The year is that of the payment in Lagos. A number that is taken is drawn again. */
async function claimNumber(
  queries: Transaction,
  { campaignId, id, paidAt }: ReceiptRow,
): Promise<string> {
  const year = Number(lagosDay(paidAt).slice(0, 4))
  for (;;) {
    const number = generateReceiptNumber(year)
    const inserted = await queries.run(sql`
      insert into receipt_number (number, campaign_id, donation_id) values (${number}, ${campaignId}, ${id})
      on conflict do nothing`)
    if (inserted === 1) return number
  }
}

/** What is signed. The donor's name is left out: it is unverified, and must be erasable with the account. */
type ReceiptFacts = {
  number: string
  code: string
  amount: Kobo
  donatedAt: Date
  mode: PaymentMode
  campaign: { id: string; title: string }
  /** What the leaf in the transparency log is about. */
  subject: string
}

/** The bytes that are signed. Any change invalidates existing signatures, so a new format needs a new version number. */
export function toSignedText({
  number,
  code,
  amount,
  donatedAt,
  mode,
  campaign,
  subject,
}: ReceiptFacts) {
  return `Donation receipt, version 1
number: ${number}
code: ${code}
amount: NGN ${toDecimal(amount)}
donated: ${donatedAt.toISOString()}
campaign: ${campaign.id}
title: ${campaign.title.replaceAll(/\p{Cc}+/gu, ' ')}
mode: ${mode}
subject: ${subject}
`
}

function toDecimal(amount: Kobo): string {
  return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
}

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
  const read = (last?: ReceiptRow) =>
    findReceiptRows(
      database,
      sql`donation`,
      sql`where receipt.code > ${last?.code ?? ''} order by receipt.code limit 1000`,
    )
  for await (const rows of eachPage(1_000, read))
    for (const receipt of rows.flatMap((row) => toIssuedReceipt(row) ?? [])) {
      const { facts, keyId, signature } = receipt
      const key = keys.get(keyId)
      if (key === undefined || !isSignedBy(key, toSignedText(facts), signature))
        forged.push({ name: signedReceipts, key: facts.number, ours: keyId, theirs: 'signed' })
    }
  return forged
}
export const signedReceipts = 'the signature of a receipt is of its donation'

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
  const id = issued.monthly
  const isRepeated = id !== null && id !== 'once'
  const monthly = isRepeated
    ? new URL(toEndPath(sealing, { campaignId: facts.campaign.id, id }), publicUrl).href
    : id
  await outbox.enqueue(queries, receiptMail({ to, language, facts, urls, hasProof, monthly }), key)
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
  /** The link that ends what is given every month. Once: the donor asked for it, and nothing is charged again. */
  monthly: string | null
}

export function receiptMail({ to, language, facts, urls, hasProof, monthly }: Options): Mail {
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
      ...(monthly === 'once' ? [text.once] : []),
      ...(monthly !== null && monthly !== 'once'
        ? [text.monthly, { label: text.endMonthly, url: monthly }]
        : []),
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
