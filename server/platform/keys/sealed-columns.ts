import { sql, type Sql } from '../database/sql.ts'
import { canaryPurpose } from './open-sealing.ts'

export type SealedColumn = { name: string; table: Sql; column: Sql; purpose: string }

/** Every column that holds sealed values, with the purpose that they are sealed for. A test compares the list with the schema. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    name: 'sealing_canary.key_sealed',
    table: sql`sealing_canary`,
    column: sql`key_sealed`,
    purpose: canaryPurpose,
  },
  {
    name: 'donation.donor_email_sealed',
    table: sql`donation`,
    column: sql`donor_email_sealed`,
    purpose: 'donor-email',
  },
  {
    name: 'campaign.account_number_sealed',
    table: sql`campaign`,
    column: sql`account_number_sealed`,
    purpose: 'account-number',
  },
  {
    name: 'campaign_pending_change.account_number_sealed',
    table: sql`campaign_pending_change`,
    column: sql`account_number_sealed`,
    purpose: 'account-number',
  },
  {
    name: 'campaign_payee.email_sealed',
    table: sql`campaign_payee`,
    column: sql`email_sealed`,
    purpose: 'payee-email',
  },
  {
    name: 'campaign_member.email_sealed',
    table: sql`campaign_member`,
    column: sql`email_sealed`,
    purpose: 'member-email',
  },
  {
    name: 'campaign_request.input_sealed',
    table: sql`campaign_request`,
    column: sql`input_sealed`,
    purpose: 'member-request',
  },
  {
    name: 'campaign_document.key_sealed',
    table: sql`campaign_document`,
    column: sql`key_sealed`,
    purpose: 'document-key',
  },
  {
    name: 'refund_bank_account.account_number_sealed',
    table: sql`refund_bank_account`,
    column: sql`account_number_sealed`,
    purpose: 'refund-account',
  },
  {
    name: 'campaign_question.asker_email_sealed',
    table: sql`campaign_question`,
    column: sql`asker_email_sealed`,
    purpose: 'asker-email',
  },
  {
    name: 'campaign_report.reporter_email_sealed',
    table: sql`campaign_report`,
    column: sql`reporter_email_sealed`,
    purpose: 'reporter-email',
  },
  {
    name: 'two_factor.secret_sealed',
    table: sql`two_factor`,
    column: sql`secret_sealed`,
    purpose: 'two-factor',
  },
  {
    name: 'hosted_account.refresh_token_sealed',
    table: sql`hosted_account`,
    column: sql`refresh_token_sealed`,
    purpose: 'hosted refresh token',
  },
  {
    name: 'evidence.body_sealed',
    table: sql`evidence`,
    column: sql`body_sealed`,
    purpose: 'evidence',
  },
  {
    name: 'evidence_image.bytes_sealed',
    table: sql`evidence_image`,
    column: sql`bytes_sealed`,
    purpose: 'evidence-image',
  },
  {
    name: 'mail_outbox.recipient_sealed',
    table: sql`mail_outbox`,
    column: sql`recipient_sealed`,
    purpose: 'recipient',
  },
  {
    name: 'mail_suppression.address_sealed',
    table: sql`mail_suppression`,
    column: sql`address_sealed`,
    purpose: 'recipient',
  },
  {
    name: 'monthly_donation.authorisation_sealed',
    table: sql`monthly_donation`,
    column: sql`authorisation_sealed`,
    purpose: 'card-authorisation',
  },
  {
    name: 'campaign_follower.email_sealed',
    table: sql`campaign_follower`,
    column: sql`email_sealed`,
    purpose: 'follower-email',
  },
]
