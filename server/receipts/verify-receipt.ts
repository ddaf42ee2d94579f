import * as z from 'zod/mini'

import type { Standing, Verification } from '#shared/receipt.ts'

import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { issuedOf, receiptsOf, type IssuedReceipt } from './issue-receipt.ts'
import { signedText } from './receipt-facts.ts'
import { readCode, spacedCode } from './receipt-number.ts'
import { isSignedBy, type Signing } from './signing.ts'

type Parts = { database: Database; signing: Signing }

/** What stands on the receipt of a code, and whether it still holds. Nothing that its holder does not see: no name, no address. */
export async function verifyReceipt(
  { database, signing }: Parts,
  typed: string,
): Promise<Verification | undefined> {
  const code = readCode(typed)
  if (code === undefined) return undefined
  const [gift] = await receiptsOf(
    database,
    sql`receipt_code found join donation on donation.campaign_id = found.campaign_id and donation.id = found.donation_id`,
    sql`where found.code = ${code}`,
  )
  const issued = gift && issuedOf(gift)
  if (!issued) return undefined
  const { facts, returned, keyId, signature } = issued
  const text = signedText(facts)
  const publicKey = keyId === signing.keyId ? signing.publicKey : await findKey(database, keyId)
  const isGenuine = publicKey !== undefined && isSignedBy(publicKey, text, signature)
  return {
    standing: isGenuine ? standingOf(issued) : 'broken',
    number: facts.number,
    code: spacedCode(facts.code),
    amount: facts.amount,
    returned,
    givenAt: facts.givenAt.toISOString(),
    mode: facts.mode,
    campaign: { title: facts.campaign.title },
    signed: { text, signature: signature.toString('base64'), keyId },
  }
}

function standingOf({ status, returned, facts }: IssuedReceipt): Standing {
  if (status === 'disputed') return 'disputed'
  if (returned >= facts.amount) return 'refunded'
  return returned > 0 ? 'partly-refunded' : 'valid'
}

const keySchema = z.object({ keyId: z.string(), publicKey: z.instanceof(Buffer) })

async function findKey(database: Database, keyId: string): Promise<Buffer | undefined> {
  const key = await database.row(
    keySchema,
    sql`select key_id as "keyId", public_key as "publicKey" from receipt_key where key_id = ${keyId}`,
  )
  return key?.publicKey
}

/** The one that signs now, before it has signed anything, and all that ever did. */
export async function listKeys({ database, signing }: Parts) {
  const known = await database.rows(
    keySchema,
    sql`select key_id as "keyId", public_key as "publicKey" from receipt_key
        where key_id <> ${signing.keyId} order by first_used_at desc`,
  )
  return [{ keyId: signing.keyId, publicKey: signing.publicKey }, ...known]
}
