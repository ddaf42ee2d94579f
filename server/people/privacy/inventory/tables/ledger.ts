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

const countedOnce = 'Each donor is counted once, also after an erasure.'

/** The ledger, its totals and its checks. */
export const ledgerTables = {
  ledger_entry: {
    purpose: 'Account for every kobo',
    basis: 'legal obligation',
    subjects: ['owner', 'staff'],
    recipients: ['visitors, without the account'],
    term: withLedger,
    plain: 'effect_key reversal_key source seal',
    columns: {
      owner_uid: otherUid('Account of the organiser'),
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
    plain: 'subject',
    columns: {
      facts: personal('Organiser, last four digits of the bank account, what was decided and why', {
        leftOut: 'The organiser reads the bank account with the campaign.',
        stays: 'Decisions never change.',
      }),
      decided_by: otherUid('Reviewer or admin'),
    },
  },
  campaign_donor: {
    purpose: 'Count each donor of a campaign once',
    subjects: ['donor'],
    term: withLedger,
    columns: {
      donor_key: keyedHash('Address', countedOnce),
    },
  },
  owner_donor: {
    purpose: 'Count each donor of an organiser once',
    subjects: ['donor', 'owner'],
    term: withLedger,
    columns: {
      owner_uid: otherUid('Account of the organiser'),
      donor_key: keyedHash('Address', countedOnce),
    },
  },
  platform_donor: {
    purpose: 'Count each donor once',
    subjects: ['donor'],
    term: withLedger,
    columns: {
      donor_key: keyedHash('Address', countedOnce),
    },
  },
  campaign_total: {
    purpose: 'Show what a campaign raised',
  },
  campaign_day: {
    purpose: 'Show what a campaign raised on each day',
    subjects: ['owner'],
    term: withLedger,
    columns: {
      owner_uid: otherUid('Account of the organiser'),
    },
  },
  owner_total: {
    purpose: 'Show what an organiser raised',
    subjects: ['owner'],
    term: withLedger,
    columns: {
      owner_uid: otherUid('Account of the organiser'),
    },
  },
  platform_total: {
    purpose: 'Show what all campaigns raised',
  },
  ledger_check: {
    purpose: 'Prove that the ledger is right',
    term: 'ledgerCheck',
  },
  ledger_finding: {
    purpose: 'Show admins what a check found',
    term: 'ledgerCheck',
    plain: 'name key ours theirs',
  },
  ledger_difference: {
    purpose: 'Explain where the ledger and the provider differ',
    basis: 'legal obligation',
    subjects: ['staff'],
    term: 'moneyRecords',
    plain: 'scope key ours theirs',
    columns: {
      owner_uid: otherUid('Admin who acknowledged it'),
      reason: personal('Why the admin acknowledged it', {
        leftOut: 'Words of staff about the ledger.',
        stays: 'The ledger is explained by it.',
      }),
    },
  },
  reconciled_day: {
    purpose: 'Compare each day with the provider',
  },
  reconciled_party: {
    purpose: 'Compare the settlements of each sub-account with the provider',
    plain: 'party',
  },
} satisfies Record<string, TableEntry>

const ofDonation = byOther(
  '`subject` is a donation of the person',
  (donations) => sql`subject in (select 'donation:' || id from donation where ${donations})`,
)

/** The transparency log. No leaf names a person. */
export const transparencyTables = {
  log_opening: {
    purpose: 'Prove that a leaf belongs to a donation',
    subjects: ['donor'],
    recipients: ['people to whom the donor shows the receipt'],
    term: 'moneyRecords',
    erasure: [deleteRows(ofDonation)],
    columns: {
      'salt subject': personal('What opens the commitment of the leaf', {
        leftOut: 'It is part of the proof in the receipt.',
      }),
    },
  },
  log_state: { purpose: 'Add leaves', plain: 'origin root frontier' },
  log_leaf: { purpose: 'Prove each entry of the ledger', plain: 'effect_key leaf hash' },
  log_node: { purpose: 'Prove the tree', plain: 'hash' },
  log_checkpoint: { purpose: 'Sign the tree', plain: 'note' },
  log_campaign: { purpose: 'Hide campaigns in the leaves', plain: 'tag' },
  log_key: { purpose: 'Verify checkpoints', plain: 'verifier_key' },
} satisfies Record<string, TableEntry>
