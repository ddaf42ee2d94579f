import * as z from 'zod/mini'

import type { ReceivedTransfer } from './account-numbers.ts'

/** Null where it is missing or another type. */
const text = z.pipe(
  z.unknown(),
  z.transform((value) => (typeof value === 'string' && value !== '' ? value : null)),
)

const authorizationSchema = z.object({
  sender_name: text,
  sender_bank: text,
  sender_bank_account_number: text,
  session_id: text,
  receiver_bank_account_number: text,
})
const metadataSchema = z.object({ receiver_account_number: text, session_id: text })
const customerSchema = z.object({ customer_code: text })

type Fields = {
  channel: string | null
  authorization?: unknown
  metadata?: unknown
  customer?: unknown
}

/** Metadata and customer are text or numbers where they are unused. */
const read = <Schema extends z.ZodMiniType>(schema: Schema, value: unknown) =>
  z.parse(schema, typeof value === 'object' && value !== null ? value : {})

/** Reads the bank transfer to an account number. Null for other payments, and where no number is named. */
export function toTransfer({ channel, ...fields }: Fields): ReceivedTransfer | null {
  const from = read(authorizationSchema, fields.authorization)
  const to = read(metadataSchema, fields.metadata)
  const accountNumber = from.receiver_bank_account_number ?? to.receiver_account_number
  if (channel !== 'dedicated_nuban' || accountNumber === null) return null
  return {
    accountNumber,
    customerCode: read(customerSchema, fields.customer).customer_code,
    senderName: from.sender_name ?? '',
    senderBank: from.sender_bank,
    senderDigits: toDigits(from.sender_bank_account_number),
    sessionId: from.session_id ?? to.session_id,
  }
}

const toDigits = (masked: string | null) => /\d{1,4}$/.exec(masked ?? '')?.[0] ?? ''
