import { sql, type Sql } from '../database/sql.ts'

/** A donor hears from one campaign's owner no more than once in so long. */
export const thanksPauseMs = 7 * 24 * 3_600_000

/** Whether whoever gave `donation` may be thanked for it: something of it stands, and they asked to hear and were not thanked of late. */
export const thankable = (at: Date): Sql => sql`(
  donation.updates and donation.state = 'paid'
  and not exists (
    select from mail_refusal refusal
    where refusal.campaign_id = donation.campaign_id and refusal.donor_key = donation.donor_key)
  and not exists (
    select from thanks_sent sent
    where sent.campaign_id = donation.campaign_id and sent.donor_key = donation.donor_key
      and sent.sent_at > ${new Date(at.getTime() - thanksPauseMs)})
  and (
    select sum(raised_kobo) > 0 from ledger_entry entry
    where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id))`
