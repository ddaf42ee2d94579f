/**
 * Unique keys and foreign keys of the campaigns' tables that do not contain the campaign, each with its reason. A key that contains it
 * can be checked within one partition, or on one node of a database that is distributed by campaign. These cannot. Give a new table
 * the key `(campaign_id, id)` instead of adding a row here, unless a row must be found, or be unique, without its campaign.
 */

/** Rows that are found by a code, an address or the provider's number, from which their campaign is read. */
const lookups: Record<string, string> = {
  campaign_account_number_customer: 'A transfer names its account number and no campaign.',
  campaign_document_file_key_key: 'The sweep of stored files finds the document of a file.',
  campaign_payee_link_hash_key: 'A payee answers with a mailed link.',
  campaign_report_reference: 'A reporter quotes the reference.',
  campaign_slug_pkey: 'A page has its address, which no other campaign may have.',
  deleted_campaign_slug_pkey: 'A page has its former address, which no other campaign may have.',
  donation_access_code_pkey: "The address of a donor's page has the code.",
  donation_reference_pkey: 'A webhook names the reference.',
  log_campaign_tag_key: 'A leaf of the public log has the tag in place of the campaign.',
  quarantined_payment_booked: 'A transaction is booked once, in whichever campaign.',
  quarantined_payment_reference_transaction_id_reason_key:
    'A webhook that is repeated finds the payment on hold, which may have no campaign.',
  receipt_code_pkey: 'Who verifies a receipt enters the code.',
  receipt_number_pkey: 'A receipt is found by its number, which no other receipt may have.',
  received_transfer_session: 'The banks’ number of a transfer counts once, in whichever campaign.',
  refund_bank_account_link_hash_key: 'A donor names a bank account with a mailed link.',
}

/** Rows in one sequence over all campaigns. */
const sequences: Record<string, string> = {
  log_leaf_pkey: 'The transparency log is one list of leaves.',
  money_decision_pkey: 'The ledger check reads decisions in their order, some without a campaign.',
  receipt_mode_year_serial_key: 'Accountants expect one series of receipts a year.',
}

/** Rows whose address or form has only their id, or that are written before there is a campaign. Each table is small. */
const ids: Record<string, string> = {
  campaign_account_number_pkey: 'Few per campaign.',
  campaign_consent_pkey: 'Few per campaign.',
  campaign_document_pkey: 'A document of a draft has no campaign yet.',
  campaign_member_pkey: 'An invitation has only the id.',
  campaign_rejection_pkey: 'Stays when the campaign is deleted, one per rejection.',
  campaign_request_pkey: 'An answer has only the id of the request.',
  campaign_submission_pkey: 'The form is sent again before its sender knows the campaign.',
  expense_pkey: 'Few per campaign.',
  expense_document: 'A document, which has a random id, belongs to one expense.',
  moderation_appeal_pkey: 'The queue of moderators has only the id.',
  moderation_case_pkey: 'The queue of moderators has only the id.',
  moderation_decision_pkey: 'Few per campaign.',
  outside_receipt_pkey: 'Money of a draft has no campaign yet.',
  payout_stop_pkey: 'Few per campaign.',
  quarantined_payment_pkey: 'A payment on hold may have no campaign.',
  refund_step_pkey: 'Only orders the steps of a refund.',
  scheduled_decision_id_key: 'The reviewer undoes a decision by its id.',
}

/** To tables that are not distributed, or to one of the rows above. */
const foreignKeys: Record<string, string> = {
  campaign_report_case_id_fkey: 'A case has its id alone as key.',
  campaign_request_answer_request_id_fkey: 'A request has its id alone as key.',
  image_fingerprint_document_id_fkey: 'A document has its id alone as key.',
  log_campaign_log_fkey: 'One row for each log.',
  log_leaf_log_fkey: 'One row for each log.',
  log_opening_log_leaf_index_fkey: 'A leaf has its place in the log as key.',
  moderation_decision_case_id_fkey: 'A case has its id alone as key.',
  receipt_key_id_fkey: 'Few keys that sign receipts.',
  settlement_line_mode_settlement_id_fkey: 'A settlement pays several campaigns.',
  settlement_line_quarantined_id_fkey: 'A payment on hold has its id alone as key.',
}

export const keysWithoutCampaign = { ...lookups, ...sequences, ...ids, ...foreignKeys }
