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
    name: 'webhook_inbox.body_sealed',
    table: sql`webhook_inbox`,
    column: sql`body_sealed`,
    purpose: 'webhook',
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
    name: 'refund_bank_account.account_number_sealed',
    table: sql`refund_bank_account`,
    column: sql`account_number_sealed`,
    purpose: 'refund-account',
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
]
