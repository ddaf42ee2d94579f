import type { PaymentMode } from '#shared/donation.ts'

import { sql, type Sql } from '../../database/sql.ts'
import { agreedToMails } from '../thank-you-eligibility.ts'

/** The donations whose donors agreed to mails about the campaign. */
export const updateDonations = (mode: PaymentMode, campaignId: string): Sql => sql`
  from donation
  where donation.campaign_id = ${campaignId} and donation.mode = ${mode} and ${agreedToMails}`
