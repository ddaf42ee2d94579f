import * as z from 'zod/mini'

import type { ReceivedTransfer } from './account-numbers.ts'

const objectSchema = z.record(z.string(), z.unknown())

type Fields = {
  channel: string | null
  authorization?: unknown
  metadata?: unknown
  customer?: unknown
}

/** Null where the text is missing. Metadata and customer are text or numbers where they are unused. */
function readText(value: unknown, key: string): string | null {
  const found = z.safeParse(objectSchema, value).data?.[key]
  return typeof found === 'string' && found !== '' ? found : null
}

/** Reads the bank transfer to an account number. Null for other payments, and where no number is named. */
export function toTransfer({ channel, ...fields }: Fields): ReceivedTransfer | null {
  const { authorization, metadata, customer } = fields
  const accountNumber =
    readText(authorization, 'receiver_bank_account_number') ??
    readText(metadata, 'receiver_account_number')
  if (channel !== 'dedicated_nuban' || accountNumber === null) return null
  return {
    accountNumber,
    customerCode: readText(customer, 'customer_code'),
    senderName: readText(authorization, 'sender_name') ?? '',
    senderBank: readText(authorization, 'sender_bank'),
    senderDigits: toDigits(readText(authorization, 'sender_bank_account_number')),
    sessionId: readText(authorization, 'session_id') ?? readText(metadata, 'session_id'),
  }
}

const toDigits = (masked: string | null) => /\d{1,4}$/.exec(masked ?? '')?.[0] ?? ''
