import { sql } from '../../../../platform/database/sql.ts'
import {
  deleteRows,
  otherUid,
  personal,
  replaceValues,
  toList,
  withLedger,
  type TableEntry,
  deletedWithCampaign,
  credential,
  ownUid,
  byDonation,
  byOther,
  byReference,
  byCampaign,
  bySubAccount,
  byUid,
  either,
  onlyIf,
} from '../entries/entry.ts'

const failing = byOther(
  '`key` is the reference or id of a donation of the person',
  (donations) => sql`
    key in (select unnest(array[reference, id::text]) from donation where ${donations})`,
)

/** What the payment provider says about payments. */
export const paymentTables = {
  webhook_inbox: {
    purpose: 'Notice payments, refunds and disputes',
    basis: 'contract',
    subjects: ['donor', 'owner'],
    recipients: ['the payment provider, which sent it'],
    term: 'webhook',
    exports: [toList('webhooks', byReference(), 'received_at event reference state')],
    erasure: [],
    columns: {
      'id mode event dispute_id body_hash': 'Kind, number and digest of the webhook',
      'state attempts locked_until received_at next_attempt_at':
        'State of the processing, and times',
      reference: personal('Reference of the donation', {
        stays: 'Payments are compared with the payment provider by it.',
      }),
      facts: 'Ids, amounts, states and dates of the webhook, without names and addresses',
      last_error: 'Why the processing failed',
    },
  },
  provider_payment: {
    purpose: 'Book the payment as the provider confirmed it',
    basis: 'contract',
    subjects: ['donor'],
    term: withLedger,
    exports: [
      toList(
        'payments',
        byDonation(),
        'paid_at donation_id status amount_kobo fees_kobo currency channel',
      ),
    ],
    erasure: [],
    columns: {
      'campaign_id donation_id mode transaction_id': 'Donation and number of the payment',
      'status amount_kobo requested_kobo fees_kobo currency channel': 'Facts about the payment',
      'sub_account_code split_provider_kobo split_main_kobo split_sub_account_kobo':
        'How it was divided',
      'paid_at reversed_since asked_at': 'Times',
    },
  },
  provider_transaction: {
    purpose: 'Let a transaction pay for one donation only',
    basis: 'contract',
    subjects: ['donor'],
    term: withLedger,
    erasure: [],
    columns: {
      'mode transaction_id': 'Number of the payment',
      reference: personal('Reference of the donation', {
        leftOut: 'A copy of `donation`.',
        stays: 'Payments are compared with the payment provider by it.',
      }),
    },
  },
  provider_dispute: {
    purpose: 'Answer disputes of banks and book their outcome',
    basis: 'contract',
    subjects: ['donor'],
    recipients: ['the payment provider'],
    term: withLedger,
    exports: [
      toList('disputes', byDonation(), 'due_at donation_id status resolution category refund_kobo'),
    ],
    erasure: [],
    columns: {
      'campaign_id dispute_id mode donation_id transaction_id':
        'Donation and number of the dispute',
      'refund_kobo status resolution category': 'Facts about the dispute',
      'due_at resolved_at asked_at': 'Times',
    },
  },
  dispute_answer: {
    purpose: 'Answer disputes of banks, and say who did',
    basis: 'contract',
    subjects: ['donor', 'staff'],
    recipients: ['the payment provider', 'the donor’s bank'],
    term: withLedger,
    exports: [
      toList('disputeAnswers', byDonation(), 'created_at donation_id kind refund_kobo state'),
    ],
    erasure: [replaceValues(byDonation(), { message: '' })],
    columns: {
      'campaign_id mode dispute_id donation_id number': 'Dispute and donation',
      'kind refund_kobo state refusal file_name evidence_id':
        'Kind and amount of the answer, and what the provider said',
      'created_at leased_until answered_at': 'Times',
      message: personal('What the bank reads', {
        leftOut: 'Words of staff to the bank.',
      }),
      actor_uid: otherUid('Staff member who answered'),
    },
  },
  quarantined_payment: {
    purpose: 'Decide on payments that do not match their donation',
    basis: 'legal obligation',
    subjects: ['donor'],
    term: 'moneyRecords',
    exports: [
      toList('paymentsOnHold', byReference(), 'created_at reference reason state resolved_at'),
    ],
    erasure: [
      replaceValues(byReference(), {
        seen: { expression: sql`seen - 'merchantNote'` },
      }),
    ],
    columns: {
      'id mode transaction_id campaign_id donation_id refund_id':
        'Donation and number of the payment',
      'reason state claimed_until created_at resolved_at': 'Why, state and times',
      reference: personal('Reference of the donation', {
        stays: 'Payments are compared with the payment provider by it.',
      }),
      'booked_in net_kobo fee_kobo share_kobo refunded_kobo released_at':
        'What the ledger has of it, and where',
      expected: 'Mode, currency, amount and sub-account of the donation',
      owner_uid: otherUid('Organiser whose campaign got the payment'),
      seen: personal('The payment or refund as the provider reports it, with our note', {
        leftOut: 'It repeats what the lists of payments and refunds say.',
      }),
    },
  },
  other_payment: {
    purpose: 'Count payments of other shops on the same key',
    term: 'moneyRecords',
    columns: {
      'mode transaction_id paid_at amount_kobo': 'Number, time and amount of the payment',
    },
  },
  failing_item: {
    purpose: 'Try again what failed, and show it to admins',
    basis: 'legitimate interest',
    subjects: ['donor'],
    term: 'failingItem',
    erasure: [deleteRows(failing)],
    columns: {
      'mode kind attempts first_failed_at last_failed_at next_attempt_at': 'Kind, and times',
      key: personal('Reference or number of the item', { leftOut: 'A copy of `donation`.' }),
      reason: personal('Error message', { leftOut: 'Words of our software about the failure.' }),
    },
  },
} satisfies Record<string, TableEntry>

/** Account numbers of campaigns, and the transfers to them. */
export const transferTables = {
  campaign_account_number: {
    purpose: 'Find the campaign that a bank transfer is for',
    basis: 'contract',
    subjects: ['owner'],
    recipients: ['the payment provider', 'everyone who opens the donation page'],
    term: withLedger,
    exports: [
      toList(
        'accountNumbers',
        byCampaign(),
        'assigned_at campaign_id number bank_name account_name closed_at',
      ),
    ],
    erasure: [],
    columns: {
      'id campaign_id mode provider_id customer_code': 'Campaign and ids at the payment provider',
      'number bank_name': 'Account at a partner bank of the payment provider',
      account_name: personal('Name of that account, from the title of the campaign', {
        stays: 'It is emptied when the payment provider has the number back.',
      }),
      sub_account_code: 'Sub-account that transfers are paid out to',
      'assigned_at closed_at': 'Times',
    },
  },
  account_number_request: {
    purpose: 'Ask the payment provider for account numbers once a day',
    basis: 'contract',
    subjects: ['owner'],
    term: withLedger,
    erasure: [],
    columns: {
      'campaign_id mode asked_at is_unavailable': 'Campaign, time and outcome',
      refusal: 'Words of the payment provider',
    },
  },
  account_number_payee: {
    purpose: 'Notice a transfer that was paid out to another account',
    basis: 'contract',
    subjects: ['owner'],
    term: withLedger,
    erasure: [],
    columns: { 'campaign_id mode sub_account_code since': 'Campaign, sub-account and time' },
  },
  received_transfer: {
    purpose: 'Count a bank transfer once, and let its sender claim the receipt',
    basis: 'contract',
    subjects: ['donor'],
    term: 'transferClaim',
    exports: [
      toList(
        'transfers',
        byDonation(),
        'received_at donation_id session_id sender_digits claimed_at',
      ),
    ],
    erasure: [replaceValues(byDonation(), { sender_digits: '' })],
    columns: {
      'campaign_id donation_id mode received_at claimed_at':
        'Donation, and when it arrived and its receipt was claimed',
      session_id: personal('Number of the transfer at the banks', {
        stays: 'A transfer that the payment provider reports twice counts once.',
      }),
      sender_digits: personal('Last digits of the sender’s account'),
    },
  },
} satisfies Record<string, TableEntry>

const subAccount = personal('Sub-account at the payment provider', {
  leftOut: 'It is a name that only the payment provider understands.',
  stays: 'Payouts of the ledger are compared by it.',
})

/** Settlements: what the provider pays out. */
export const payoutTables = {
  settlement: {
    purpose: 'Show organisers what was paid out to them',
    basis: 'contract',
    subjects: ['owner'],
    recipients: ['the payment provider'],
    term: withLedger,
    exports: [
      toList(
        'settlements',
        bySubAccount(),
        'settled_at settlement_id status currency total_kobo effective_kobo deductions_kobo fees_kobo',
      ),
    ],
    erasure: [],
    columns: {
      'mode settlement_id status currency is_read': 'Number and state',
      sub_account_code: subAccount,
      'total_kobo effective_kobo deductions_kobo fees_kobo': 'Amounts',
      'settled_at asked_at': 'Times',
    },
  },
  settlement_line: {
    purpose: 'Show what a settlement contains',
    term: withLedger,
    columns: {
      'mode settlement_id campaign_id donation_id quarantined_id': 'Settlement and payment',
      'gross_kobo fee_kobo share_kobo leg_kobo': 'Amounts',
    },
  },
  payout_notice: {
    purpose: 'Mail each donor once that the donation was paid out',
    term: withLedger,
    columns: { 'campaign_id donation_id at': 'Donation and time' },
  },
  sub_account_campaign: {
    purpose: 'Ask the provider for the settlements of a campaign',
    basis: 'contract',
    subjects: ['owner'],
    term: withLedger,
    erasure: [],
    columns: {
      'mode campaign_id asked_at tried_at': 'Campaign and times',
      sub_account_code: subAccount,
    },
  },
  balance_change: {
    purpose: 'Book what the provider deducts from our balance',
    term: withLedger,
    columns: {
      'mode change_id difference_kobo cause cause_id at is_booked': 'Amount, cause and time',
    },
  },
  balance_read: {
    purpose: 'Read the list of balance changes on from its end',
    term: { while: 'the server runs' },
    columns: { 'mode read_until': 'Time' },
  },
  payout_hold: {
    purpose: 'Hold payouts of a campaign at the payment provider',
    basis: 'legitimate interest',
    subjects: ['owner'],
    recipients: ['the payment provider'],
    term: withLedger,
    erasure: [],
    columns: {
      'mode campaign_id state reason seen attempts entries': 'Campaign, and state at the provider',
      'requested_at in_force_since checked_at next_attempt_at': 'Times',
      sub_account_code: subAccount,
    },
  },
  campaign_payee: {
    purpose:
      'Make sure who receives the money of a campaign, and tell donors which institution it is and what was confirmed',
    basis: 'contract',
    subjects: ['owner'],
    recipients: ['reviewers', 'visitors'],
    term: { while: 'the campaign is not deleted' },
    exports: [
      toList(
        'payees',
        byCampaign(),
        'created_at campaign_id kind name email_sealed cac_number scuml_number state answered_at confirmed_name',
      ),
    ],
    erasure: [deletedWithCampaign],
    columns: {
      'campaign_id is_current kind state created_at answered_at confirmed_at':
        'Campaign, kind, state and times',
      sub_account_code: personal('Sub-account at the payment provider', {
        leftOut: 'It is a name that only the payment provider understands.',
      }),
      name: personal('Person, hospital, school or organisation that receives the money'),
      email_sealed: personal('Address of the person who is asked to confirm it, sealed'),
      'cac_number scuml_number': personal('Registration numbers of an organisation'),
      confirmed_name: personal('Name of the account holder that the organiser confirmed'),
      link_hash: credential('Hash of the token in the link of the mail'),
      'link_expires_at links': 'End of the link, and number of links sent',
    },
  },
  payout_stop: {
    purpose: 'Say why payouts are on hold, until when, and who released them',
    basis: 'legitimate interest',
    subjects: ['owner', 'staff'],
    term: { while: 'the campaign is not deleted' },
    exports: [toList('payoutStops', byCampaign(), 'started_at campaign_id kind until ended_at')],
    erasure: [deletedWithCampaign],
    columns: {
      'id campaign_id kind started_at until ended_at': 'Campaign, kind and times',
      sub_account_code: subAccount,
      asked_by: otherUid('Reviewer'),
      ended_by: otherUid('Reviewer'),
      reason: personal('What the reviewer checked', {
        leftOut: 'It is a note among reviewers.',
      }),
    },
  },
} satisfies Record<string, TableEntry>

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
      needs_second: 'Whether another admin has to agree',
      'requested_by_uid agreed_by': ownUid({
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
