import {
  keyedHash,
  otherUid,
  personal,
  withLedger,
  type TableEntry,
  deleteRows,
  byOther,
} from '../entries/entry.ts'
import { sql } from '../../../../platform/database/sql.ts'

const accounts =
  'provider_balance_kobo provider_fees_kobo platform_revenue_kobo payable_due_kobo payable_held_kobo owner_receivable_kobo platform_loss_kobo platform_bank_kobo donor_clearing_kobo unidentified_kobo fee_kobo paid_out_kobo'
const totals = `raised_kobo gross_kobo reversed_kobo paid_count donor_count ${accounts}`
const countedOnce = 'Each donor is counted once, also after an erasure.'

/** The ledger, its totals and its checks. */
export const ledgerTables = {
  ledger_entry: {
    purpose: 'Account for every kobo',
    basis: 'legal obligation',
    subjects: ['owner', 'staff'],
    recipients: ['visitors, without the account'],
    term: withLedger,
    erasure: [],
    columns: {
      'campaign_id effect_key mode kind donation_id transaction_id reversal_key source':
        'What was booked, and why',
      owner_uid: otherUid('Account of the organiser'),
      [`${accounts} raised_kobo donor_kobo owner_kobo platform_kobo provider_kobo`]: 'Amounts',
      'booked_at effective_at posted_on': 'Times',
      seal: 'Digest of the columns that no sum depends on',
      memo: personal('Why an admin gave up a debt', {
        leftOut: 'Words of staff about a campaign.',
        stays: 'Entries never change.',
      }),
    },
  },
  money_decision: {
    purpose: 'Prove who decided about money, and find rows that were changed past Ajo',
    basis: 'legal obligation',
    subjects: ['owner', 'staff'],
    term: withLedger,
    erasure: [],
    columns: {
      'id campaign_id kind subject at': 'Kind, object and time of the decision',
      facts: personal('Organiser, last four digits of the bank account, what was decided and why', {
        leftOut: 'The organiser reads the bank account with the campaign.',
        stays: 'Decisions never change.',
      }),
      decided_by: otherUid('Reviewer or admin'),
    },
  },
  campaign_donor: {
    purpose: 'Count each donor of a campaign once',
    basis: 'contract',
    subjects: ['donor'],
    term: withLedger,
    erasure: [],
    columns: {
      'campaign_id mode donations': 'Campaign and number of donations',
      donor_key: keyedHash('Address', countedOnce),
    },
  },
  owner_donor: {
    purpose: 'Count each donor of an organiser once',
    basis: 'contract',
    subjects: ['donor', 'owner'],
    term: withLedger,
    erasure: [],
    columns: {
      owner_uid: otherUid('Account of the organiser'),
      'mode donations': 'Number of donations',
      donor_key: keyedHash('Address', countedOnce),
    },
  },
  platform_donor: {
    purpose: 'Count each donor once',
    basis: 'contract',
    subjects: ['donor'],
    term: withLedger,
    erasure: [],
    columns: {
      'mode donations': 'Number of donations',
      donor_key: keyedHash('Address', countedOnce),
    },
  },
  campaign_total: {
    purpose: 'Show what a campaign raised',
    term: withLedger,
    columns: { 'campaign_id mode slot': 'Campaign', [totals]: 'Sums of the ledger' },
  },
  campaign_day: {
    purpose: 'Show what a campaign raised on each day',
    basis: 'contract',
    subjects: ['owner'],
    term: withLedger,
    erasure: [],
    columns: {
      owner_uid: otherUid('Account of the organiser'),
      'campaign_id mode day': 'Campaign and day',
      'entries donations donated_kobo reversed_kobo donor_kobo owner_kobo platform_kobo provider_kobo paid_out_kobo':
        'Sums of the ledger',
    },
  },
  owner_total: {
    purpose: 'Show what an organiser raised',
    basis: 'contract',
    subjects: ['owner'],
    term: withLedger,
    erasure: [],
    columns: {
      owner_uid: otherUid('Account of the organiser'),
      'mode slot': 'Payment mode',
      [totals]: 'Sums of the ledger',
    },
  },
  platform_total: {
    purpose: 'Show what all campaigns raised',
    term: withLedger,
    columns: { 'mode slot': 'Payment mode', [totals]: 'Sums of the ledger' },
  },
  ledger_check: {
    purpose: 'Prove that the ledger is right',
    term: 'ledgerCheck',
    columns: { 'id kind begun_at took_ms checks findings': 'Time and result of a check' },
  },
  ledger_finding: {
    purpose: 'Show admins what a check found',
    term: 'ledgerCheck',
    columns: { 'check_id number name key ours theirs': 'The invariant and the amounts' },
  },
  ledger_difference: {
    purpose: 'Explain where the ledger and the provider differ',
    basis: 'legal obligation',
    subjects: ['staff'],
    term: 'moneyRecords',
    erasure: [],
    columns: {
      'id mode scope kind key ours theirs state': 'What was compared, and the amounts',
      'first_seen_at last_seen_at changed_at': 'Times',
      owner_uid: otherUid('Admin who acknowledged it'),
      reason: personal('Why the admin acknowledged it', {
        leftOut: 'Words of staff about the ledger.',
        stays: 'The ledger is explained by it.',
      }),
    },
  },
  reconciled_day: {
    purpose: 'Compare each day with the provider',
    term: withLedger,
    columns: { 'mode day compared_at': 'Day and time' },
  },
  reconciled_party: {
    purpose: 'Compare the settlements of each sub-account with the provider',
    term: withLedger,
    columns: { 'mode party compared_at': 'Sub-account and time' },
  },
} satisfies Record<string, TableEntry>

const ofDonation = byOther(
  '`subject` is a donation of the person',
  (donations) => sql`subject in (select 'donation:' || id from donation where ${donations})`,
)

const technical = (purpose: string, columns: Record<string, string>) => ({
  purpose,
  term: { while: 'the transparency log exists' },
  columns,
})

/** The transparency log. No leaf names a person. */
export const transparencyTables = {
  log_opening: {
    purpose: 'Prove that a leaf belongs to a donation',
    basis: 'contract',
    subjects: ['donor'],
    recipients: ['people to whom the donor shows the receipt'],
    term: 'moneyRecords',
    erasure: [deleteRows(ofDonation)],
    columns: {
      'log leaf_index': 'Leaf',
      'salt subject': personal('What opens the commitment of the leaf', {
        leftOut: 'It is part of the proof in the receipt.',
      }),
    },
  },
  log_state: technical('Add leaves', {
    'log origin size root frontier published_size full_scan_at': 'Size and root of the tree',
  }),
  log_leaf: technical('Prove each entry of the ledger', {
    'log leaf_index campaign_id effect_key leaf hash': 'The entry, and its leaf without a person',
  }),
  log_node: technical('Prove the tree', { 'log level node_index hash': 'Hashes' }),
  log_checkpoint: technical('Sign the tree', { 'log size note signed_at': 'Signature' }),
  log_campaign: technical('Hide campaigns in the leaves', {
    'log campaign_id tag place raised_kobo': 'Tag of a campaign',
  }),
  log_key: technical('Verify checkpoints', { 'log verifier_key first_used_at': 'Public key' }),
} satisfies Record<string, TableEntry>
