import {
  lastingUid,
  keyedHash,
  otherUid,
  personal,
  replaceValues,
  toList,
  withLedger,
  type TableEntry,
  deletedWithCampaign,
  deleteRows,
  byDonation,
  ownDonations,
  byCampaign,
  byDonorKey,
  onlyIf,
} from '../entries/entry.ts'
import { sql } from '../../../../platform/database/sql.ts'

const receiptUse = 'It is part of the donor’s receipt.'
const byProvider = 'Payments are compared with the payment provider by it.'

/** Donations before they are paid. */
export const donationTables = {
  donation: {
    purpose: 'Take the donation, account for it and prove it to the donor',
    subjects: ['donor', 'owner'],
    recipients: [
      'the payment provider',
      'the organiser: name unless anonymous, address if shared',
      'the mail server',
    ],
    term: 'moneyRecords',
    exports: [
      toList(
        'donations',
        ownDonations,
        'created_at reference access_code campaign_title amount_kobo platform_kobo quoted_fee_kobo state mode donor_name donor_email_sealed message anonymous wants_updates shares_email shows_name hides_amount shows_message source language terms_version',
      ),
    ],
    erasure: [
      replaceValues(ownDonations, {
        donor_email_sealed: { sealed: 'donor-email' },
        donor_name: '',
        message: '',
        anonymous: true,
        wants_updates: false,
        shares_email: false,
        source: null,
        shows_name: false,
        shows_message: false,
        checkout_url: null,
        refusal: null,
      }),
    ],
    plain: 'seal fee_bearer sub_account_code account_number',
    columns: {
      reference: personal('Reference at the payment provider', { stays: byProvider }),
      access_code: personal('Secret in the address of the donor’s page', {
        stays: 'The donor still reaches the receipt with it.',
      }),
      owner_uid: otherUid('Account of the organiser'),
      donor_uid: lastingUid(),
      donor_email_sealed: personal('Address, sealed'),
      donor_key: keyedHash('Address', 'Each donor is counted once, also after an erasure.'),
      'donor_name message': personal('Name and message'),
      terms_version: personal('Version of the terms that the donor accepted', {
        stays: 'It proves the contract about the donation.',
      }),
      'anonymous wants_updates shares_email shows_name shows_message': personal(
        'What the donor agreed to',
      ),
      hides_amount: personal('Whether the public list hides the amount', {
        stays: 'The amount stays hidden after the erasure.',
      }),
      source: personal('Code of the link under which the donor came'),
      campaign_title: personal('Title of the campaign', { stays: receiptUse }),
      campaign_slug: personal('Address of the campaign', {
        leftOut: 'It is made from the title.',
        stays: 'The id of the campaign replaces it when the campaign is deleted.',
      }),
      checkout_url: personal('Address of the payment page', {
        leftOut: 'The payment page names the donor and is of no use afterwards.',
      }),
      refusal: personal('Why the payment provider refused', {
        leftOut: 'Words of the payment provider to us.',
      }),
      language: personal('Language of mails', { stays: 'Two values, which identify no one.' }),
    },
  },
  supporter: {
    purpose: 'List who supports a campaign, as the donors chose',
    basis: 'consent',
    subjects: ['donor', 'owner'],
    recipients: ['everyone: name, amount, time and words, each only if the donor chose so'],
    term: withLedger,
    exports: [toList('supporterEntries', byDonation(), 'listed_at words reply')],
    columns: {
      listed_at: personal('When the donation was listed', {
        stays: 'Name and words are read from `donation`, where the erasure removes them.',
      }),
      words: personal('State of the words of support', { stays: 'It contains no words.' }),
      words_by: otherUid('Account that hid or published the words'),
      reply: personal('Answer of the organiser', { stays: 'The organiser’s own public words.' }),
    },
  },
  personal_link: {
    purpose: 'Credit donations to a link that a person shared, without knowing the person',
    plain: 'code',
  },
  donation_reference: {
    purpose: 'Find a donation by its reference',
    subjects: ['donor'],
    term: withLedger,
    columns: {
      reference: personal('Reference at the payment provider', {
        leftOut: 'A copy of `donation`.',
        stays: byProvider,
      }),
    },
  },
  donation_access_code: {
    purpose: 'Find a donation by the code of its page',
    subjects: ['donor'],
    term: withLedger,
    columns: {
      access_code: personal('Secret in the address of the donor’s page', {
        leftOut: 'A copy of `donation`.',
        stays: 'The donor still reaches the receipt with it.',
      }),
    },
  },
  donation_start: {
    purpose: 'Start a donation once, however often the network repeats the form',
    subjects: ['donor'],
    term: 'donationKey',
    exports: [toList('donationForms', byDonation(), 'created_at donation_id')],
    columns: {
      'key_hash body_hash': keyedHash('The form', 'It is deleted after a day.'),
    },
  },
  checkout_attempt: {
    purpose: 'Recognise card testing',
    basis: 'legitimate interest',
    subjects: ['donor'],
    term: { while: 'the attempt is younger than 24 hours' },
    plain: 'campaign_key',
    columns: {
      'network_key email_key': keyedHash(
        'Network and address',
        'Card testing could be hidden by an erasure. It is deleted after a day.',
      ),
    },
  },
} satisfies Record<string, TableEntry>

const proof = 'A receipt that the donor kept can still be verified.'

/** Receipts, and messages from organisers to donors. */
export const receiptTables = {
  receipt: {
    purpose: 'Prove a donation',
    subjects: ['donor'],
    recipients: ['people to whom the donor shows the receipt'],
    term: withLedger,
    exports: [toList('receipts', byDonation(), 'issued_at donation_id number code donated_at')],
    plain: 'signature',
    columns: {
      'number code': personal('Number, and code to verify it', { stays: proof }),
    },
  },
  receipt_year: {
    purpose: 'Count the receipts of each year without a gap',
  },
  receipt_number: {
    purpose: 'Give each number once',
    subjects: ['donor'],
    term: withLedger,
    columns: {
      number: personal('Number', { leftOut: 'A copy of `receipt`.', stays: proof }),
    },
  },
  receipt_code: {
    purpose: 'Find a receipt by its code',
    subjects: ['donor'],
    term: withLedger,
    columns: {
      code: personal('Code to verify the receipt', {
        leftOut: 'A copy of `receipt`.',
        stays: proof,
      }),
    },
  },
  receipt_key: {
    purpose: 'Verify signatures',
    plain: 'public_key',
  },
  receipt_proof: {
    purpose: 'Prove that a receipt is in the transparency log',
    plain: 'checkpoint',
  },
  campaign_update: {
    purpose: 'Tell donors and visitors what happened since the campaign began',
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
    plain: 'key_hash body_hash',
    columns: {
      'title text': personal('The organiser’s words'),
      images: personal('Its pictures, by id, with their descriptions'),
      earlier: personal('The words and pictures before each edit'),
      hidden_by: otherUid('Account that hid it'),
    },
  },
  campaign_webhook: {
    purpose: 'Tell a program of the organiser about events of the campaign',
    subjects: ['owner'],
    recipients: ['the program that the organiser names'],
    term: { while: 'the campaign is not deleted' },
    exports: [toList('campaignWebhooks', byCampaign(), 'created_at campaign_id url')],
    erasure: [deletedWithCampaign],
    columns: {
      url: personal('Address of the program'),
    },
  },
  webhook_delivery: {
    purpose: 'Tell a program of the organiser about events of the campaign',
    subjects: ['owner'],
    recipients: ['the program that the organiser names'],
    term: 'webhookDelivery',
    erasure: [deletedWithCampaign],
    plain: 'event_key',
    columns: {
      body: personal('The event. Updates have the organiser’s words', {
        leftOut: 'Updates are exported.',
      }),
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
      asker_key: keyedHash('Address'),
      asker_email_sealed: personal('Address, sealed, deleted with the answer'),
      'asker_name question': personal('Name and words of the person who asked'),
      answer: personal('The organiser’s words'),
    },
  },
  thank_you_message: {
    purpose: 'Send the organiser’s words to donors',
    subjects: ['owner'],
    recipients: ['donors who agreed', 'the mail server'],
    term: 'thankYouMessage',
    exports: [
      toList('thankYouMessages', byCampaign(), 'created_at campaign_id message recipients'),
    ],
    erasure: [deletedWithCampaign],
    plain: 'key_hash body_hash',
    columns: {
      message: personal('The words'),
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
    columns: {
      donor_key: keyedHash('Address'),
    },
  },
  campaign_follower: {
    purpose: 'Mail updates of a campaign or a reminder of its end to people who asked',
    basis: 'consent',
    subjects: ['donor', 'visitor'],
    recipients: ['the mail server'],
    term: { while: 'the person follows the campaign or waits for the reminder' },
    exports: [
      toList(
        'follows',
        byDonorKey(),
        'followed_at campaign_id language wants_updates wants_reminder',
      ),
    ],
    erasure: [deletedWithCampaign, deleteRows(byDonorKey())],
    columns: {
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
    columns: {
      donor_key: keyedHash('Address'),
    },
  },
} satisfies Record<string, TableEntry>
