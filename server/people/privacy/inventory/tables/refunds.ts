import { sql } from '../../../../platform/database/sql.ts'
import {
  credential,
  deleteRows,
  ownUid,
  personal,
  replaceValues,
  toList,
  withLedger,
  type TableEntry,
} from '../entries/entry.ts'
import { byDonation, byOther, byUid, either, onlyIf } from '../entries/rows.ts'

const requested = byUid('requested_by_uid')
const isClosed = sql`(requested_by = 'donor' or state in ('known', 'needs-attention', 'processed', 'given-up'))`
const ofAdmin = sql`(not ${isClosed} and requested_by = 'admin')`
const ofOwner = sql`(not ${isClosed} and requested_by = 'owner')`

const bankAccounts = byOther(
  'the donation is the person’s',
  (donations) => sql`
    (campaign_id, refund_id) in (
      select refund.campaign_id, refund.id from refund
      where (refund.campaign_id, donation_id) in (select campaign_id, id from donation where ${donations}))`,
)

/** Refunds as Ajo sends them and as the provider reports them. */
export const refundTables = {
  refund: {
    purpose: 'Send money back, and prove it',
    basis: 'contract',
    subjects: ['donor', 'owner', 'staff'],
    recipients: ['the payment provider', 'the mail server'],
    term: 'moneyRecords',
    exports: [
      toList(
        'refunds',
        either(requested, byDonation()),
        'created_at id donation_id requested_by amount_kobo withheld_fee_kobo reason state',
      ),
    ],
    erasure: [
      replaceValues(byDonation(), { reason: '', refusal: null }),
      replaceValues(onlyIf(requested, 'a donor’s, or at the provider', isClosed), { reason: '' }),
      // The donor reads the reason of a refund that is not sent yet.
      replaceValues(onlyIf(requested, 'an admin’s that waits', ofAdmin), {
        reason: 'Ajo requested this refund.',
      }),
      replaceValues(onlyIf(requested, 'an organiser’s that waits', ofOwner), {
        reason: 'The organiser requested this refund.',
      }),
    ],
    columns: {
      'campaign_id id donation_id mode key_hash body_hash': 'Donation, and hashes of the form',
      'requested_by cause amount_kobo withheld_fee_kobo': 'Who requested it, and amounts',
      'state problem refund_id attempts failures misses': 'State at the provider',
      'sent_at next_attempt_at lease_token lease_until created_at changed_at': 'Times',
      requested_by_uid: ownUid({
        stays: 'After the account is deleted, the id identifies no one.',
      }),
      reason: personal('Why'),
      refusal: personal('What the provider said when it refused', {
        leftOut: 'Words of the payment provider to us.',
      }),
    },
  },
  refund_step: {
    purpose: 'Show donors, organisers and admins when a refund changed its state',
    term: withLedger,
    columns: { 'id campaign_id refund_id state at': 'Refund, state and time' },
  },
  refund_bank_account: {
    purpose: 'Refund to a bank account where a card cannot be refunded',
    basis: 'contract',
    subjects: ['donor'],
    recipients: ['the payment provider'],
    term: { while: 'the refund is not final' },
    exports: [
      toList(
        'refundBankAccounts',
        bankAccounts,
        'link_expires_at refund_id bank_id account_number_sealed',
      ),
    ],
    // A person whose refund is not final is not erased.
    erasure: [deleteRows(bankAccounts)],
    columns: {
      'campaign_id refund_id link_expires_at links': 'Refund, and its link',
      link_hash: credential('Hash of the link'),
      bank_id: personal('Bank'),
      account_number_sealed: personal('Account number, sealed', {
        show: (value) => String(value).slice(-4),
      }),
    },
  },
  refund_pace: {
    purpose: 'Ask the provider no faster than it allows',
    term: { while: 'the server runs' },
    columns: { 'mode next_at run_token run_until': 'Time of the next call' },
  },
  provider_refund: {
    purpose: 'Book refunds as the provider reports them',
    basis: 'contract',
    subjects: ['donor'],
    recipients: ['the payment provider'],
    term: withLedger,
    exports: [
      toList(
        'providerRefunds',
        byDonation(),
        'created_at donation_id amount_kobo status refunded_at',
      ),
    ],
    erasure: [],
    columns: {
      'campaign_id refund_id mode donation_id transaction_id dispute_id': 'Donation and numbers',
      'amount_kobo currency status deducted_kobo': 'Facts about the refund',
      'created_at asked_at refunded_at': 'Times',
      merchant_note: personal('Note that names our refund, or one of an admin at the provider', {
        leftOut: 'Words of staff to the payment provider.',
        stays: 'The refund is found by it after a lost answer.',
      }),
    },
  },
} satisfies Record<string, TableEntry>
