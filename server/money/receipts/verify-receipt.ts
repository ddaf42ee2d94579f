import * as z from 'zod/mini'

import type { ReceiptStatus, Verification } from '#shared/receipt.ts'
import { verifyLoggedReceipt } from '#shared/transparency/receipt-check.ts'

import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { toIssuedReceipt, findReceiptRows, type IssuedReceipt } from './issue-receipt.ts'
import type { Transparency } from '../../transparency/transparency.ts'
import { toSignedText } from './receipt-facts.ts'
import { parseVerificationCode, formatVerificationCode } from './receipt-number.ts'
import { isSignedBy, type Signing } from './signing.ts'

type Deps = {
  database: Database
  signing: Signing
  transparency: Pick<Transparency, 'findProof' | 'listKeys'>
}

/** What the receipt states and whether it is still valid. Personal data of the donor is left out. */
export async function verifyReceipt(
  { database, signing, transparency }: Deps,
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
export async function listKeys({ database, signing }: Pick<Deps, 'database' | 'signing'>) {
  const earlierKeys = await database.rows(
    keySchema,
    sql`select key_id as "keyId", public_key as "publicKey" from receipt_key
        where key_id <> ${signing.keyId} order by first_used_at desc`,
  )
  return [{ keyId: signing.keyId, publicKey: signing.publicKey }, ...earlierKeys]
}
