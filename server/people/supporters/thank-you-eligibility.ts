import { sql, type Sql } from '../../platform/database/sql.ts'
import { hasConfirmedAddress } from './confirmed-addresses.ts'

/** A campaign's organiser can thank a donor once in this period. */
export const thankYouIntervalMs = 7 * 24 * 3_600_000

/** Condition on `donation`: the donor opted in with a confirmed address and has not unsubscribed, and the donation is not fully refunded. */
export const agreedToMails: Sql = sql`(
  donation.wants_updates and donation.state = 'paid' and ${hasConfirmedAddress}
  and not exists (
    select from campaign_unsubscribe unsubscribe
    where unsubscribe.campaign_id = donation.campaign_id and unsubscribe.donor_key = donation.donor_key)
  and (
    select sum(raised_kobo) > 0 from ledger_entry entry
    where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id))`

/** Condition on `donation`: the donor agreed to mails and was not thanked recently. */
export const canBeThanked = (at: Date): Sql => sql`(
  ${agreedToMails} and not exists (
    select from thank_you_delivery delivery
    where delivery.campaign_id = donation.campaign_id and delivery.donor_key = donation.donor_key
      and delivery.sent_at > ${new Date(at.getTime() - thankYouIntervalMs)}))`
