import { sql } from '../../../../platform/database/sql.ts'
import {
  deleteRows,
  otherUid,
  personal,
  replaceValues,
  toList,
  withLedger,
  type TableEntry,
} from '../entries/entry.ts'
import { byDonation, byOther, byReference } from '../entries/rows.ts'

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
      'id mode transaction_id campaign_id donation_id refund_id earlier_refund_ids':
        'Donation and number of the payment',
      'reason state refund_status claimed_until created_at resolved_at': 'Why, state and times',
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
