import { personal, replaceValues, toList, withLedger, type TableEntry } from '../entries/entry.ts'
import { byCampaign, byDonation } from '../entries/rows.ts'

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
