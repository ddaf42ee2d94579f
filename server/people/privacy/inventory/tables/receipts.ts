import { sql } from '../../../../platform/database/sql.ts'
import {
  deletedWithCampaign,
  deleteRows,
  keyedHash,
  personal,
  toList,
  withLedger,
  type TableEntry,
  otherUid,
} from '../entries/entry.ts'
import { byCampaign, byDonation, byDonorKey, onlyIf } from '../entries/rows.ts'

const proof = 'A receipt that the donor kept can still be verified.'

/** Receipts, and messages from organisers to donors. */
export const receiptTables = {
  receipt: {
    purpose: 'Prove a donation',
    basis: 'contract',
    subjects: ['donor'],
    recipients: ['people to whom the donor shows the receipt'],
    term: withLedger,
    exports: [toList('receipts', byDonation(), 'issued_at donation_id number code donated_at')],
    erasure: [],
    columns: {
      'campaign_id donation_id donated_at issued_at key_id signature':
        'Donation, times and signature',
      'number code': personal('Number, and code to verify it', { stays: proof }),
    },
  },
  receipt_number: {
    purpose: 'Give each number once',
    basis: 'contract',
    subjects: ['donor'],
    term: withLedger,
    erasure: [],
    columns: {
      number: personal('Number', { leftOut: 'A copy of `receipt`.', stays: proof }),
      'campaign_id donation_id': 'Donation',
    },
  },
  receipt_code: {
    purpose: 'Find a receipt by its code',
    basis: 'contract',
    subjects: ['donor'],
    term: withLedger,
    erasure: [],
    columns: {
      code: personal('Code to verify the receipt', {
        leftOut: 'A copy of `receipt`.',
        stays: proof,
      }),
      'campaign_id donation_id': 'Donation',
    },
  },
  receipt_key: {
    purpose: 'Verify signatures',
    term: { while: 'a receipt names the key' },
    columns: { 'key_id public_key first_used_at': 'Public key' },
  },
  receipt_proof: {
    purpose: 'Prove that a receipt is in the transparency log',
    term: withLedger,
    columns: {
      'campaign_id donation_id log leaf_index size checkpoint': 'Donation and place in the log',
    },
  },
  campaign_update: {
    purpose: 'Tell donors and visitors what happened since the campaign began',
    basis: 'contract',
    subjects: ['owner', 'staff'],
    recipients: ['visitors', 'donors who agreed', 'the mail server'],
    term: { while: 'the campaign is not deleted' },
    exports: [
      toList(
        'campaignUpdates',
        byCampaign(),
        'published_at campaign_id title text images edited_at earlier hidden_at',
      ),
    ],
    erasure: [deletedWithCampaign],
    columns: {
      'campaign_id id key_hash body_hash': 'Campaign, and hashes of the form',
      'title text': personal('The organiser’s words'),
      images: personal('Its pictures, by id, with their descriptions'),
      earlier: personal('The words and pictures before each edit'),
      'published_at edited_at hidden_at mailed_at': 'Times',
      hidden_by: otherUid('Account that hid it'),
    },
  },
  campaign_question: {
    purpose: 'Ask the organiser without showing either address to the other',
    basis: 'consent',
    subjects: ['visitor', 'donor', 'owner'],
    recipients: ['the organiser', 'the person who asked', 'reviewers', 'the mail server'],
    term: 'campaignQuestion',
    exports: [
      toList(
        'questionsAsked',
        byDonorKey('asker_key'),
        'asked_at campaign_id asker_email_sealed asker_name question state sent_at answer answered_at',
      ),
      toList(
        'questionsAnswered',
        onlyIf(byCampaign(), 'with an answer', sql`answer is not null`),
        'answered_at campaign_id answer',
      ),
    ],
    erasure: [deleteRows(byDonorKey('asker_key')), deletedWithCampaign],
    columns: {
      'campaign_id language state asked_at sent_at answered_at reported_at':
        'Campaign, language, state and times',
      id: 'Keyed hash of the question',
      asker_key: keyedHash('Address'),
      asker_email_sealed: personal('Address, sealed, deleted with the answer'),
      'asker_name question': personal('Name and words of the person who asked'),
      answer: personal('The organiser’s words'),
    },
  },
  thank_you_message: {
    purpose: 'Send the organiser’s words to donors',
    basis: 'contract',
    subjects: ['owner'],
    recipients: ['donors who agreed', 'the mail server'],
    term: 'thankYouMessage',
    exports: [
      toList('thankYouMessages', byCampaign(), 'created_at campaign_id message recipients'),
    ],
    erasure: [deletedWithCampaign],
    columns: {
      'campaign_id id mode key_hash body_hash': 'Campaign, and hashes of the form',
      message: personal('The words'),
      'donation_id minimum_kobo recipients created_at': 'To whom, and time',
    },
  },
  thank_you_delivery: {
    purpose: 'Send a donor at most one message a week',
    basis: 'consent',
    subjects: ['donor'],
    term: 'moneyRecords',
    exports: [toList('thankYouMessagesReceived', byDonorKey(), 'sent_at campaign_id')],
    erasure: [deleteRows(byDonorKey())],
    columns: {
      'campaign_id message_id sent_at': 'Campaign, message and time',
      donor_key: keyedHash('Address'),
    },
  },
  campaign_unsubscribe: {
    purpose: 'Send no more messages to a donor who unsubscribed',
    basis: 'legal obligation',
    subjects: ['donor'],
    term: 'moneyRecords',
    exports: [toList('unsubscribed', byDonorKey(), 'at campaign_id')],
    erasure: [
      deleteRows(
        onlyIf(
          byDonorKey(),
          'without a donation that is left and agreed to mails',
          sql`not exists (
            select from donation
            where donation.campaign_id = campaign_unsubscribe.campaign_id
              and donation.donor_key = campaign_unsubscribe.donor_key and donation.wants_updates)`,
        ),
      ),
    ],
    columns: { 'campaign_id at': 'Campaign and time', donor_key: keyedHash('Address') },
  },
  campaign_follower: {
    purpose: 'Mail the updates of a campaign to people who confirmed that they want them',
    basis: 'consent',
    subjects: ['donor', 'visitor'],
    recipients: ['the mail server'],
    term: { while: 'the person follows the campaign' },
    exports: [toList('follows', byDonorKey(), 'followed_at campaign_id language')],
    erasure: [deletedWithCampaign, deleteRows(byDonorKey())],
    columns: {
      'campaign_id followed_at': 'Campaign and time',
      language: 'Language of the mails',
      donor_key: keyedHash('Address'),
      email_sealed: personal('Address, sealed', {
        leftOut: 'The export names the address once, under `email`.',
      }),
    },
  },
  confirmed_donor_address: {
    purpose: 'Send messages to confirmed addresses only',
    basis: 'consent',
    subjects: ['donor'],
    term: 'moneyRecords',
    exports: [toList('confirmedAddress', byDonorKey(), 'at')],
    erasure: [deleteRows(byDonorKey())],
    columns: { donor_key: keyedHash('Address'), at: 'Time' },
  },
} satisfies Record<string, TableEntry>
