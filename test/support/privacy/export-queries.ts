import { sql, type Sql } from '#server/platform/database/sql.ts'

type Subject = { uid: string; donorKey: Buffer; recipientKey: Buffer; campaignId: string }

/** Written by hand, so that a mistake in the inventory shows. Keys are those of the data export; the person has nothing in the other lists. */
export function exportQueries({ uid, donorKey, recipientKey, campaignId }: Subject) {
  const donations = sql`(select campaign_id, id from donation where donor_uid = ${uid} or (donor_uid is null and donor_key = ${donorKey}))`
  const references = sql`(select reference from donation where (campaign_id, id) in ${donations})`
  const ofDonation = sql`(campaign_id, donation_id) in ${donations}`
  const ofCampaign = sql`campaign_id = ${campaignId}`
  const lists: Record<string, Sql> = {
    devices: sql`select seen_at as "seenAt" from known_device where uid = ${uid}`,
    account: sql`select created_at as "createdAt", uid, email, email_verified as "emailVerified", language from account where uid = ${uid}`,
    events: sql`select at, kind from account_event where uid = ${uid} order by at, kind`,
    feedback: sql`select created_at as "createdAt", email, feedback from feedback where uid = ${uid}`,
    sessions: sql`select created_at as "createdAt", device, two_factor as "twoFactor", seen_at as "seenAt" from session where uid = ${uid} order by created_at, device`,
    twoFactor: sql`select confirmed_at as "confirmedAt" from two_factor where uid = ${uid}`,
    drafts: sql`select campaign_id as "campaignId", update_id as "updateId", saved_at as "savedAt", replaced_at as "replacedAt", form::json as form, tab from campaign_draft where owner_uid = ${uid}`,
    images: sql`select created_at as "createdAt", image_id as "imageId" from image_upload where owner_uid = ${uid} order by 1`,
    campaignHistory: sql`select at, campaign_id as "campaignId", event, from_status as "fromStatus", to_status as "toStatus", reason from campaign_history where ${ofCampaign} order by at, event`,
    campaignEdits: sql`select at, campaign_id as "campaignId", changes from campaign_edit where ${ofCampaign}`,
    bankAccountHolders: sql`select name from bank_account_holder where sub_account_code = 'ACCT_zainab'`,
    memberships: sql`select invited_at as "invitedAt", campaign_id as "campaignId", role, accepted_at as "acceptedAt", ended_at as "endedAt" from campaign_member where uid = ${uid}`,
    campaignRequests: sql`select asked_at as "askedAt", campaign_id as "campaignId", kind from campaign_request where uid = ${uid}`,
    campaignRequestAnswers: sql`select at, request_id as "requestId", answer from campaign_request_answer where uid = ${uid}`,
    reports: sql`select at, campaign_id as "campaignId", reason, details, resolved_at as "resolvedAt" from campaign_report where reporter_uid = ${uid}`,
    donationForms: sql`select created_at as "createdAt", donation_id as "donationId" from donation_start where ${ofDonation} order by 1, 2`,
    webhooks: sql`select received_at as "receivedAt", event, reference, state from webhook_inbox where reference in ${references} order by 1, 2`,
    payments: sql`select paid_at as "paidAt", donation_id as "donationId", status, amount_kobo as "amountKobo", fees_kobo as "feesKobo", currency, channel from provider_payment where ${ofDonation} order by 1, 2`,
    paymentsOnHold: sql`select created_at as "createdAt", reference, reason, state, resolved_at as "resolvedAt" from quarantined_payment where reference in ${references}`,
    transfers: sql`select received_at as "receivedAt", donation_id as "donationId", session_id as "sessionId", sender_digits as "senderDigits", claimed_at as "claimedAt" from received_transfer where ${ofDonation} order by 1, 2`,
    accountNumbers: sql`select assigned_at as "assignedAt", campaign_id as "campaignId", number, bank_name as "bankName", account_name as "accountName", closed_at as "closedAt" from campaign_account_number where ${ofCampaign} order by 1, 2`,
    refunds: sql`select created_at as "createdAt", id, donation_id as "donationId", requested_by as "requestedBy", amount_kobo as "amountKobo", withheld_fee_kobo as "withheldFeeKobo", reason, state from refund where ${ofDonation}`,
    campaignUpdates: sql`select published_at as "publishedAt", campaign_id as "campaignId", title, text, images, edited_at as "editedAt", earlier, hidden_at as "hiddenAt" from campaign_update where ${ofCampaign}`,
    campaignWebhooks: sql`select created_at as "createdAt", campaign_id as "campaignId", url from campaign_webhook where ${ofCampaign}`,
    questionsAsked: sql`select asked_at as "askedAt", campaign_id as "campaignId", asker_name as "askerName", question, state, sent_at as "sentAt", answer, answered_at as "answeredAt" from campaign_question where asker_key = ${donorKey}`,
    questionsAnswered: sql`select answered_at as "answeredAt", campaign_id as "campaignId", answer from campaign_question where ${ofCampaign} and answer is not null`,
    supporterEntries: sql`select listed_at as "listedAt", words, reply from supporter where ${ofDonation}`,
    receipts: sql`select issued_at as "issuedAt", donation_id as "donationId", number, code, donated_at as "donatedAt" from receipt where ${ofDonation} order by 1, 2`,
    thankYouMessages: sql`select created_at as "createdAt", campaign_id as "campaignId", message, recipients from thank_you_message where ${ofCampaign}`,
    thankYouMessagesReceived: sql`select sent_at as "sentAt", campaign_id as "campaignId" from thank_you_delivery where donor_key = ${donorKey}`,
    follows: sql`select followed_at as "followedAt", campaign_id as "campaignId", language, wants_updates as "wantsUpdates", wants_reminder as "wantsReminder" from campaign_follower where donor_key = ${donorKey}`,
    monthlyDonations: sql`select next_on as "nextOn", campaign_id as "campaignId", day from monthly_donation where (campaign_id, id) in ${donations}`,
    unsubscribed: sql`select at, campaign_id as "campaignId" from campaign_unsubscribe where donor_key = ${donorKey}`,
    weeklyMails: sql`select chosen_at as "chosenAt" from digest_reader where donor_key = ${donorKey}`,
    weeklyUpdates: sql`select at, campaign_id as "campaignId", update_id as "updateId" from digest_item where donor_key = ${donorKey}`,
    confirmedAddress: sql`select at from confirmed_donor_address where donor_key = ${donorKey}`,
    mails: sql`select created_at as "createdAt", subject, sent_at as "sentAt", failed_at as "failedAt" from mail_outbox where recipient_key = ${recipientKey} order by 1, 2`,
  }
  return {
    lists,
    donations: sql`select created_at as "createdAt", reference, access_code as "accessCode", campaign_title as "campaignTitle", amount_kobo as "amountKobo",
        platform_kobo as "platformKobo", quoted_fee_kobo as "quotedFeeKobo", state, mode, donor_name as "donorName", message, anonymous,
        wants_updates as "wantsUpdates", shares_email as "sharesEmail", shows_name as "showsName",
        hides_amount as "hidesAmount", shows_message as "showsMessage", source, language, terms_version as "termsVersion"
      from donation where (campaign_id, id) in ${donations} order by created_at, reference`,
    donorEmails: sql`select donor_email_sealed as sealed from donation where (campaign_id, id) in ${donations} order by created_at, reference`,
    profile: sql`select id as _id, uid, firstname, lastname, email, gender, terms, email_verified as "emailVerified" from user_document where uid = ${uid}`,
    campaigns: sql`select id, slug, title, city, description, images, json_build_object('name', contact_name, 'email', contact_email, 'phone', contact_phone, 'isPublic', contact_public) as contact
      from campaign where owner_uid = ${uid}`,
  }
}
