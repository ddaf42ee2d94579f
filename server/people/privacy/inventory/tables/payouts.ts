import {
  deletedWithCampaign,
  credential,
  otherUid,
  personal,
  toList,
  withLedger,
  type TableEntry,
} from '../entries/entry.ts'
import { byCampaign, bySubAccount } from '../entries/rows.ts'

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
