import * as z from 'zod/mini'

import { paymentModes } from './donation.ts'
import { koboSchema } from './kobo-schema.ts'

/** broken: the stored receipt does not match its signature, or the log's proof is wrong. */
export const receiptStatuses = [
  'valid',
  'partly-refunded',
  'refunded',
  'disputed',
  'broken',
] as const
export type ReceiptStatus = (typeof receiptStatuses)[number]

/** GET /api/verify/{code}: the receipt's own facts, its status, and the signed text with its signature. */
export const verificationSchema = z.object({
  status: z.enum(receiptStatuses),
  number: z.string(),
  code: z.string(),
  amount: koboSchema,
  reversed: koboSchema,
  donatedAt: z.string(),
  mode: z.enum(paymentModes),
  campaign: z.object({ title: z.string() }),
  signed: z.object({ text: z.string(), signature: z.string(), keyId: z.string() }),
  /** The proof that the transparency log contains the donation, and the log's keys. Null until it does, and once it was erased. */
  logged: z.nullable(
    z.object({
      proof: z.string(),
      logKeys: z.array(z.string()),
      /** What the server's check of the proof found. Null if the proof is wrong. */
      entry: z.nullable(z.object({ index: z.int(), size: z.int() })),
    }),
  ),
})
export type Verification = z.output<typeof verificationSchema>

/** GET /api/statements/{year}: donations of the signed-in donor in a calendar year, with later reversals. */
export const statementSchema = z.object({
  year: z.int(),
  /** Years with donations and the current year, newest first. */
  years: z.array(z.int()),
  mode: z.enum(paymentModes),
  donations: z.array(
    z.object({
      accessCode: z.string(),
      number: z.string(),
      donatedAt: z.string(),
      campaign: z.string(),
      amount: koboSchema,
      reversed: koboSchema,
    }),
  ),
  donated: koboSchema,
  reversed: koboSchema,
  net: koboSchema,
})
export type Statement = z.output<typeof statementSchema>
