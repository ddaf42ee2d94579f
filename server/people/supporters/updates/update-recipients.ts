import type { PaymentMode } from '#shared/donation.ts'

import { sql, type Sql } from '../../../platform/database/sql.ts'
import { donorLanguage } from '../../../platform/mail/reader-language.ts'
import { agreedToMails } from '../thank-you-eligibility.ts'

type Recipients = { mode: PaymentMode; campaignId: string }

/**
 * Whom a campaign's updates are mailed to: donors who agreed to mails, and followers. A person who is both has one row, because
 * both have the same key.
 */
export const selectRecipients = ({ mode, campaignId }: Recipients): Sql => sql`
  select distinct on (donor_key) donor_key, email_sealed, language, follows from (
    select donation.donor_key, donation.donor_email_sealed as email_sealed, ${donorLanguage} as language,
      false as follows, donation.created_at as since
    from donation
    where donation.campaign_id = ${campaignId} and donation.mode = ${mode} and ${agreedToMails}
    union all
    select donor_key, email_sealed, language, true, followed_at
    from campaign_follower where campaign_id = ${campaignId}) reader
  order by donor_key, follows, since desc`
