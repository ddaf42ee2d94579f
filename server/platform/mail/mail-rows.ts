import { sql } from '../database/sql.ts'
import type { Sealing } from '../runtime/sealing.ts'

/** Condition on `mail_outbox`: neither sent nor given up. */
export const isWaiting = sql`sent_at is null and failed_at is null`

const purpose = 'recipient'

export type SealedRecipient = {
  sealed: Buffer
  /** The same for each spelling of the address in capital or small letters. */
  key: Buffer
  domain: string
}

export const sealRecipient = (
  sealing: Pick<Sealing, 'seal' | 'fingerprint'>,
  address: string,
): SealedRecipient => ({
  sealed: sealing.seal(purpose, address),
  key: toRecipientKey(sealing, address),
  domain: (address.split('@')[1] ?? '').toLowerCase(),
})

export const toRecipientKey = (sealing: Pick<Sealing, 'fingerprint'>, address: string): Buffer =>
  sealing.fingerprint(purpose, address.toLowerCase())

export const openRecipient = (sealing: Pick<Sealing, 'open'>, sealed: Uint8Array): string =>
  sealing.open(purpose, sealed)
