import { randomBytes } from 'node:crypto'

import * as z from 'zod/mini'

import { paymentModes } from '#shared/donation.ts'
import { koboSchema } from '#shared/money.ts'

import { sql } from '../database/sql.ts'

/**
 * created: written down, the provider not yet asked. initialized: the donor has a checkout page. init_unknown: the provider did not answer.
 * closed_unpaid is our own decision after the last check, and a later success undoes it. Only paid and refused are final.
 */
export const donationStates = [
  'created',
  'initialized',
  'init_unknown',
  'refused',
  'paid',
  'closed_unpaid',
  'quarantined',
] as const

/** What a payment is held against. None of it ever changes once written. */
export const dueSchema = z.object({
  campaignId: z.string(),
  id: z.string(),
  mode: z.enum(paymentModes),
  reference: z.string(),
  ownerUid: z.string(),
  donorKey: z.instanceof(Buffer),
  amount: koboSchema,
  platform: koboSchema,
  subAccountCode: z.string(),
  campaignEnd: z.nullable(z.string()),
  state: z.enum(donationStates),
})
export type DonationDue = z.output<typeof dueSchema>

export const dueColumns = sql`
  donation.campaign_id as "campaignId", donation.id, donation.mode, donation.reference, donation.owner_uid as "ownerUid",
  donation.donor_key as "donorKey", donation.amount_kobo as amount, donation.platform_kobo as platform,
  donation.sub_account_code as "subAccountCode", donation.campaign_end as "campaignEnd", donation.state`

/** Letters that the provider accepts, and nothing that can be guessed. */
export const newReference = () => `AJO-${randomBytes(16).toString('hex').toUpperCase()}`
export const referenceForm = /^AJO-[0-9A-F]{32}$/

/** 128 bits: whoever holds the code is whoever was given it. */
export const newReceiptCode = () => randomBytes(16).toString('base64url')
export const receiptForm = /^[\w-]{22}$/
