import * as z from 'zod/mini'

import { lagosDay } from '#shared/day.ts'
import { kobo, type Kobo } from '#shared/money.ts'
import type { ReceiptStatus, Statement, Verification } from '#shared/receipt.ts'
import { verifyLoggedReceipt } from '#shared/transparency/receipt-check.ts'

import type { Finding } from '../ledger/ledger-check.ts'
import type { DonationKey, LedgerDeps, PaymentDeps } from '../ledger/provider-report.ts'
import type { Outbox } from '../../platform/mail/mail.ts'
import {
  findReceiptRow,
  findReceiptRows,
  type IssuedReceipt,
  issueReceipt,
  toIssuedReceipt,
  toSignedText,
} from './issue-receipt.ts'
import { resendReceipt, sendReceipt } from './mail-receipts.ts'
import { isSignedBy, type Signing } from './signing.ts'
import type { Transparency } from '../../transparency/transparency.ts'
import { sql } from '../../platform/database/sql.ts'
import { type DonorScope, isGivenBy } from '../donations/guest-donations.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { Database } from '../../platform/database/database.ts'
import { formatVerificationCode, parseVerificationCode } from './receipt-number.ts'

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

export function openStatements(deps: StatementDeps, findReceipt: FindReceipt) {
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
    const found = await database.rows(
      z.object({ year: z.int() }),
      sql`
      select distinct extract(year from lagos_day(charge.effective_at))::integer as year
      from donation
      join ledger_entry charge on charge.campaign_id = donation.campaign_id and charge.donation_id = donation.id
        and charge.kind = 'charge'
      where ${isGivenBy(deps, donor)} and donation.mode = ${mode}
      order by year desc`,
    )
    return found.map(({ year }) => year)
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
export async function verifyReceipt(
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
export async function listKeys({ database, signing }: Pick<VerifyDeps, 'database' | 'signing'>) {
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
