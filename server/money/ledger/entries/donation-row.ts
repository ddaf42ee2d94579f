import { randomBytes } from 'node:crypto'

import * as z from 'zod/mini'

import { paymentModes } from '#shared/donation.ts'
import { koboSchema } from '#shared/kobo-schema.ts'

import { sql } from '../../../platform/database/sql.ts'
import { feeBearers } from '../../../providers/payments/split-terms.ts'

/**
 * created: the provider has not been asked yet. initialized: the donor has a checkout page. init_unknown: the provider did not answer.
 * closed_unpaid: unpaid at the last check; a later success still counts. Only paid and refused are final.
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

/** The primary key of a donation. */
export type DonationKey = { campaignId: string; id: string }

/** The columns that a payment is compared with. Only `state` ever changes. */
export const donationRowSchema = z.object({
  campaignId: z.string(),
  id: z.string(),
  mode: z.enum(paymentModes),
  reference: z.string(),
  ownerUid: z.string(),
  donorKey: z.instanceof(Buffer),
  amount: koboSchema,
  platform: koboSchema,
  feeBearer: z.enum(feeBearers),
  transactionCharge: koboSchema,
  subAccountCode: z.string(),
  campaignEnd: z.nullable(z.string()),
  state: z.enum(donationStates),
})
export type DonationRow = z.output<typeof donationRowSchema>

export const donationColumns = sql`
  donation.campaign_id as "campaignId", donation.id, donation.mode, donation.reference, donation.owner_uid as "ownerUid",
  donation.donor_key as "donorKey", donation.amount_kobo as amount, donation.platform_kobo as platform,
  donation.fee_bearer as "feeBearer", donation.transaction_charge_kobo as "transactionCharge",
  donation.sub_account_code as "subAccountCode", donation.campaign_end as "campaignEnd", donation.state`

/** Unguessable, and made of characters that the provider accepts. */
export const newReference = () => `AJO-${randomBytes(16).toString('hex').toUpperCase()}`
export const referencePattern = /^AJO-[0-9A-F]{32}$/

/** 128 random bits: only the donor knows the code. */
export const newAccessCode = () => randomBytes(16).toString('base64url')
export const accessCodePattern = /^[\w-]{22}$/
