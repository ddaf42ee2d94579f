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
    subjects: ['donor', 'owner'],
    recipients: ['the payment provider, which sent it'],
    term: 'webhook',
    exports: [toList('webhooks', byReference(), 'received_at event reference state')],
    plain: 'body_hash facts last_error',
    columns: {
      reference: personal('Reference of the donation', {
        stays: 'Payments are compared with the payment provider by it.',
      }),
    },
  },
  provider_payment: {
    purpose: 'Book the payment as the provider confirmed it',
    subjects: ['donor'],
    term: withLedger,
    exports: [
      toList(
        'payments',
        byDonation(),
        'paid_at donation_id status amount_kobo fees_kobo currency channel',
      ),
    ],
    plain: 'channel sub_account_code',
  },
  provider_transaction: {
    purpose: 'Let a transaction pay for one donation only',
    subjects: ['donor'],
    term: withLedger,
    columns: {
      reference: personal('Reference of the donation', {
        leftOut: 'A copy of `donation`.',
        stays: 'Payments are compared with the payment provider by it.',
      }),
    },
  },
  provider_dispute: {
    purpose: 'Answer disputes of banks and book their outcome',
    subjects: ['donor'],
    recipients: ['the payment provider'],
    term: withLedger,
    exports: [
      toList('disputes', byDonation(), 'due_at donation_id status resolution category refund_kobo'),
    ],
    plain: 'resolution',
  },
  dispute_answer: {
    purpose: 'Answer disputes of banks, and say who did',
    subjects: ['donor', 'staff'],
    recipients: ['the payment provider', 'the donor’s bank'],
    term: withLedger,
    exports: [
      toList('disputeAnswers', byDonation(), 'created_at donation_id kind refund_kobo state'),
    ],
    erasure: [replaceValues(byDonation(), { message: '' })],
    plain: 'refusal file_name',
    columns: {
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
    plain: 'reason booked_in expected',
    columns: {
      reference: personal('Reference of the donation', {
        stays: 'Payments are compared with the payment provider by it.',
      }),
      owner_uid: otherUid('Organiser whose campaign got the payment'),
      seen: personal('The payment or refund as the provider reports it, with our note', {
        leftOut: 'It repeats what the lists of payments and refunds say.',
      }),
    },
  },
  other_payment: {
    purpose: 'Count payments of other shops on the same key',
    term: 'moneyRecords',
  },
  failing_item: {
    purpose: 'Try again what failed, and show it to admins',
    basis: 'legitimate interest',
    subjects: ['donor'],
    term: 'failingItem',
    erasure: [deleteRows(failing)],
    columns: {
      key: personal('Reference or number of the item', { leftOut: 'A copy of `donation`.' }),
      reason: personal('Error message', { leftOut: 'Words of our software about the failure.' }),
    },
  },
} satisfies Record<string, TableEntry>

/** Account numbers of campaigns, and the transfers to them. */
export const transferTables = {
  campaign_account_number: {
    purpose: 'Find the campaign that a bank transfer is for',
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
    plain: 'customer_code number bank_name sub_account_code',
    columns: {
      account_name: personal('Name of that account, from the title of the campaign', {
        stays: 'It is emptied when the payment provider has the number back.',
      }),
    },
  },
  account_number_request: {
    purpose: 'Ask the payment provider for account numbers once a day',
    subjects: ['owner'],
    term: withLedger,
    plain: 'refusal',
  },
  account_number_payee: {
    purpose: 'Notice a transfer that was paid out to another account',
    subjects: ['owner'],
    term: withLedger,
    plain: 'sub_account_code',
  },
  received_transfer: {
    purpose: 'Count a bank transfer once, and let its sender claim the receipt',
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
    columns: {
      sub_account_code: subAccount,
    },
  },
  settlement_line: {
    purpose: 'Show what a settlement contains',
  },
  payout_notice: {
    purpose: 'Mail each donor once that the donation was paid out',
  },
  sub_account_campaign: {
    purpose: 'Ask the provider for the settlements of a campaign',
    subjects: ['owner'],
    term: withLedger,
    columns: {
      sub_account_code: subAccount,
    },
  },
  balance_change: {
    purpose: 'Book what the provider deducts from our balance',
    plain: 'cause',
  },
  balance_read: {
    purpose: 'Read the list of balance changes on from its end',
  },
  payout_hold: {
    purpose: 'Hold payouts of a campaign at the payment provider',
    basis: 'legitimate interest',
    subjects: ['owner'],
    recipients: ['the payment provider'],
    term: withLedger,
    plain: 'reason seen',
    columns: {
      sub_account_code: subAccount,
    },
  },
  campaign_payee: {
    purpose:
      'Make sure who receives the money of a campaign, and tell donors which institution it is and what was confirmed',
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
      sub_account_code: personal('Sub-account at the payment provider', {
        leftOut: 'It is a name that only the payment provider understands.',
      }),
      name: personal('Person, hospital, school or organisation that receives the money'),
      email_sealed: personal('Address of the person who is asked to confirm it, sealed'),
      'cac_number scuml_number': personal('Registration numbers of an organisation'),
      confirmed_name: personal('Name of the account holder that the organiser confirmed'),
      link_hash: credential('Hash of the token in the link of the mail'),
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
    plain: 'key_hash body_hash requested_by cause problem',
    columns: {
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
  },
  refund_bank_account: {
    purpose: 'Refund to a bank account where a card cannot be refunded',
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
      link_hash: credential('Hash of the link'),
      bank_id: personal('Bank'),
      account_number_sealed: personal('Account number, sealed', {
        show: (value) => String(value).slice(-4),
      }),
    },
  },
  refund_pace: {
    purpose: 'Ask the provider no faster than it allows',
  },
  provider_refund: {
    purpose: 'Book refunds as the provider reports them',
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
    columns: {
      merchant_note: personal('Note that names our refund, or one of an admin at the provider', {
        leftOut: 'Words of staff to the payment provider.',
        stays: 'The refund is found by it after a lost answer.',
      }),
    },
  },
} satisfies Record<string, TableEntry>
