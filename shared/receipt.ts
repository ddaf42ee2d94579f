import * as z from 'zod/mini'

import { paymentModes } from './donation.ts'
import { koboSchema } from './money.ts'

/** How a receipt stands when somebody checks it. broken: what we keep of it is not what was signed. */
export const standings = ['valid', 'partly-refunded', 'refunded', 'disputed', 'broken'] as const
export type Standing = (typeof standings)[number]

/** GET /api/verify/{code}: what stands on the receipt itself, whether it still holds, and what was signed. */
export const verificationSchema = z.object({
  standing: z.enum(standings),
  number: z.string(),
  code: z.string(),
  amount: koboSchema,
  returned: koboSchema,
  givenAt: z.string(),
  mode: z.enum(paymentModes),
  campaign: z.object({ title: z.string() }),
  signed: z.object({ text: z.string(), signature: z.string(), keyId: z.string() }),
})
export type Verification = z.output<typeof verificationSchema>

/** GET /api/statements/{year}: the gifts of a signed-in donor in a year, and what is left of them today. */
export const statementSchema = z.object({
  year: z.int(),
  /** The years in which they gave, newest first, and this one. */
  years: z.array(z.int()),
  mode: z.enum(paymentModes),
  gifts: z.array(
    z.object({
      receipt: z.string(),
      number: z.string(),
      givenAt: z.string(),
      campaign: z.string(),
      amount: koboSchema,
      returned: koboSchema,
    }),
  ),
  given: koboSchema,
  returned: koboSchema,
  kept: koboSchema,
})
export type Statement = z.output<typeof statementSchema>
