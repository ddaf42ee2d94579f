import {
  credential,
  deletedWith,
  deleteRows,
  lastingUid,
  otherUid,
  ownUid,
  personal,
  runCode,
  toList,
  type TableEntry,
  keyedHash,
  byUid,
  byEmail,
  byRecipient,
  deletedWithCampaign,
  replaceValues,
  withLedger,
  onlyIf,
  byDonation,
  ownDonations,
  byCampaign,
  byDonorKey,
  byOther,
  byReference,
  bySubAccount,
  either,
  type Rows,
  isPersonal,
  type PersonalColumn,
  type PersonalTable,
  type ErasedValue,
  type ErasureStep,
  type Person,
  readsAbout,
  leftOut,
  stays,
  technical,
} from './entry.ts'
import { sql, identifier, joinSql, type Sql } from '../../../platform/database/sql.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Sealing } from '../../../platform/runtime/sealing.ts'

const subAccountCode = leftOut(
  'Code of the sub-account at the payment provider',
  'It is a name that only the payment provider understands.',
)

const accountTables = {
  account: {
    purpose: 'Recognise a person, write to the person and tell donors how old the account is',
    subjects: ['account'],
    recipients: ['the identity provider, if hosted', 'the mail server', 'visitors'],
    term: { while: 'the account exists' },
    exports: [toList('account', byUid('uid'), 'created_at uid email email_verified language')],
    erasure: [runCode('deleteAccount')],
    columns: {
      uid: personal('Id of the account'),
      email: personal('Email address'),
      language: personal('Language of mails'),
    },
  },
  account_email: {
    purpose: 'Log in by address, and give each address to one account',
    subjects: ['account'],
    term: { while: 'the account exists' },
    erasure: [deletedWith('account')],
    columns: { email: leftOut('Email address', 'The same as in `account`.'), uid: ownUid() },
  },
  terms_acceptance: {
    purpose: 'Prove which version of the terms a person accepted, and when',
    subjects: ['account'],
    term: { while: 'the account exists' },
    exports: [toList('acceptedTerms', byUid('uid'), 'accepted_at version')],
    erasure: [deleteRows(byUid('uid'))],
    columns: { uid: ownUid(), version: personal('Version of the terms') },
  },
  hosted_account: {
    purpose: 'Keep a login at the hosted identity provider valid',
    subjects: ['account'],
    recipients: ['the identity provider'],
    term: { while: 'the account exists' },
    erasure: [deletedWith('account')],
    columns: {
      uid: ownUid(),
      refresh_token_sealed: credential('Token of the identity provider, sealed'),
    },
  },
  account_role: {
    purpose: 'Know what staff may do',
    subjects: ['staff'],
    term: { while: 'the account exists' },
    exports: [toList('roles', byUid('uid'), 'role granted_at')],
    erasure: [deletedWith('account')],
    columns: { uid: ownUid(), role: personal('Reviewer or admin') },
  },
  account_event: {
    purpose: 'Notice and explain a taken-over account',
    basis: 'legitimate interest',
    subjects: ['account', 'staff'],
    term: 'accountEvent',
    exports: [toList('events', byUid('uid'), 'at kind')],
    columns: { uid: lastingUid(), by_uid: otherUid('Account of staff that did it') },
  },
  user_document: {
    purpose: 'Show the person’s name on campaigns and in mails',
    subjects: ['account'],
    recipients: ['the content store, if hosted'],
    term: { while: 'the account exists' },
    exportedAs: 'profile',
    erasure: [runCode('replaceProfile')],
    columns: {
      uid: ownUid({ stays: 'A deleted campaign still belongs to a document, which names no one.' }),
      'firstname lastname email gender': personal('Names, address and gender'),
    },
  },
  feedback: {
    purpose: 'Answer feedback',
    basis: 'legitimate interest',
    subjects: ['account'],
    recipients: ['the mail server'],
    term: 'feedback',
    exports: [toList('feedback', byUid('uid'), 'created_at email feedback')],
    erasure: [deleteRows(byUid('uid'))],
    columns: {
      uid: ownUid(),
      email: personal('Email address'),
      feedback: personal('What the person wrote'),
    },
  },
} satisfies Record<string, TableEntry>

/** Passwords, sessions, codes and two-step verification. */
const loginTables = {
  account_credential: {
    purpose: 'Check passwords',
    subjects: ['account'],
    term: { while: 'the account exists' },
    erasure: [deletedWith('account')],
    columns: { uid: ownUid(), password_hash: credential('Hash of the password') },
  },
  action_code: {
    purpose: 'Confirm an address or set a new password by a mailed link',
    subjects: ['account'],
    term: { while: 'the code works, at most 24 hours' },
    exports: [toList('codes', byUid('uid'), 'expires_at purpose new_email')],
    erasure: [deletedWith('account')],
    plain: 'purpose',
    columns: {
      uid: ownUid(),
      code_hash: credential('Hash of the code'),
      new_email: personal('Address that the account changes to'),
    },
  },
  earlier_verification_code: {
    purpose: 'Let earlier links to confirm an address or to reset a password work',
    subjects: ['account'],
    term: 'verificationCode',
    exports: [toList('earlierCodes', byUid('uid'), 'expires_at purpose')],
    erasure: [deletedWith('account')],
    plain: 'purpose',
    columns: { code_hash: credential('Hash of the code'), uid: ownUid() },
  },
  session: {
    purpose: 'Keep a person logged in, and list the devices',
    subjects: ['account'],
    term: 'session',
    exports: [toList('sessions', byUid('uid'), 'created_at device two_factor seen_at')],
    erasure: [deletedWith('account')],
    columns: {
      token_hash: credential('Hash of the cookie'),
      uid: ownUid(),
      device: personal('Browser and system, such as "Firefox on Windows"'),
    },
  },
  known_device: {
    purpose: 'Notify the person about logins from new browsers',
    basis: 'legitimate interest',
    subjects: ['account'],
    term: 'knownDevice',
    exports: [toList('devices', byUid('uid'), 'seen_at')],
    erasure: [deletedWith('account')],
    columns: { uid: ownUid(), device_hash: credential('Hash of a cookie') },
  },
  two_factor: {
    purpose: 'Two-step verification',
    subjects: ['account'],
    term: { while: 'two-step verification is on' },
    exports: [toList('twoFactor', byUid('uid'), 'confirmed_at')],
    erasure: [deletedWith('account')],
    columns: { uid: ownUid(), secret_sealed: credential('Secret shared with the app, sealed') },
  },
  recovery_code: {
    purpose: 'Log in without the app',
    subjects: ['account'],
    term: { while: 'two-step verification is on' },
    erasure: [deletedWith('two_factor')],
    columns: { uid: ownUid(), code_hash: credential('Hash of the code') },
  },
} satisfies Record<string, TableEntry>

const ofMail = { leftOut: 'It is in the mail itself.' }
const ofAddress = { leftOut: 'The export names the address once.' }
const mailsToPerson = byRecipient('recipient_key')
const suppressedOfPerson = byRecipient('address_key')

const mailTables = {
  mail_outbox: {
    purpose: 'Send mails, and answer questions about missing ones',
    subjects: ['account', 'donor', 'owner', 'reporter', 'staff'],
    recipients: ['the mail server', 'the recipient'],
    term: 'mail',
    exports: [toList('mails', mailsToPerson, 'created_at subject sent_at failed_at')],
    erasure: [deleteRows(mailsToPerson)],
    columns: {
      recipient_sealed: personal(
        'Address, sealed, removed minutes after the mail is sent',
        ofAddress,
      ),
      recipient_key: keyedHash('Address, removed with it'),
      subject: personal('Subject, removed with the address'),
      'text html': personal('The mail, until it is sent', ofMail),
      key: personal('Cause of the mail, so that it is sent once', ofMail),
      unsubscribe_url: personal('Link to unsubscribe', ofMail),
      last_error: leftOut(
        'What the mail server said, without addresses',
        'Words of the mail server to us.',
      ),
      domain: leftOut('Domain of the address, removed with it', 'A part of the address.'),
    },
  },
  guest_data_link_use: {
    purpose: 'Let a mailed link to a guest’s data download once and erase once',
    term: 'guestLink',
    plain: 'use',
  },
  mail_pause: technical('Wait while the mail server refuses our mails', 'words'),
  mail_suppression: {
    purpose: 'Write no more to addresses that do not exist',
    basis: 'legitimate interest',
    subjects: ['donor'],
    term: 'suppressedAddress',
    exports: [toList('undeliverable', suppressedOfPerson, 'at words')],
    erasure: [deleteRows(suppressedOfPerson)],
    columns: {
      address_sealed: personal('Address, sealed', ofAddress),
      address_key: keyedHash('Address'),
      words: personal('What the mail server said, without addresses'),
    },
  },
  development_mail: {
    purpose: 'Show mails on a developer’s machine. Empty where a mail server is set',
    basis: 'legitimate interest',
    subjects: ['account', 'donor', 'owner'],
    term: { while: 'the development database exists' },
    erasure: [deleteRows(byEmail('recipient'))],
    columns: {
      recipient: leftOut('Address', 'It exists in development only.'),
      raw: leftOut('The mail', 'It exists in development only.'),
    },
  },
} satisfies Record<string, TableEntry>

/** Campaigns, their lists and drafts. */
const campaignTables = {
  campaign: {
    purpose: 'Show the campaign to donors and pay its organiser',
    subjects: ['owner'],
    recipients: ['visitors', 'the payment provider', 'the content store, if hosted'],
    term: { while: 'the campaign is not deleted' },
    exportedAs: 'campaigns',
    erasure: [runCode('deleteCampaigns')],
    plain: 'cause bank_code',
    columns: {
      owner_uid: ownUid(),
      'slug title country city': personal('Title, address on Ajo and place'),
      'description raise_money_for importance impact budget': personal('The story'),
      images: personal('Pictures, by id, with their descriptions'),
      'contact_name contact_email contact_phone': personal('How to reach the organiser'),
      account_number_sealed: leftOut(
        'Account number, sealed',
        'It is shown by its last four digits only, as everywhere.',
      ),
      account_number_last4: personal('Last four digits of the account number'),
      sub_account_code: subAccountCode,
      search: leftOut('Words of the title, place and story', 'It is made from the other columns.'),
    },
  },
  listing_size: technical('Show how many campaigns there are'),
  campaign_listing: {
    purpose: 'Sort and search the approved campaigns',
    subjects: ['owner'],
    recipients: ['visitors'],
    term: { while: 'the campaign is public' },
    erasure: [runCode('deleteCampaigns')],
    plain: 'cause',
    columns: {
      'country city search': leftOut(
        'Place, and words of the title and story',
        'A copy of `campaign`.',
      ),
    },
  },
  search_word: {
    purpose: 'Find campaigns by misspelt words',
    subjects: ['owner'],
    term: { while: 'a campaign contains the word' },
    erasure: [runCode('deleteCampaigns')],
    columns: {
      'word sound': leftOut(
        'A word of a campaign, without a reference to it',
        'A copy of `campaign`.',
      ),
    },
  },
  campaign_slug: {
    purpose: 'Lead earlier addresses of a campaign to it',
    subjects: ['owner'],
    recipients: ['visitors'],
    term: { while: 'the campaign is not deleted' },
    erasure: [runCode('deleteCampaigns')],
    columns: { slug: leftOut('Address made from a title', 'Titles are exported.') },
  },
  campaign_claim: technical('Change a hosted campaign by one request at a time'),
  campaign_submission: {
    purpose: 'Submit a form once, however often the network repeats it',
    subjects: ['owner'],
    term: 'submissionKey',
    exports: [toList('submissions', byUid('owner_uid'), 'completed_at campaign_id')],
    erasure: [deleteRows(byUid('owner_uid'))],
    plain: 'key fingerprint',
    columns: { owner_uid: ownUid(), sub_account_code: subAccountCode },
  },
  campaign_slot: {
    purpose: 'Limit the campaigns that one person has in review',
    basis: 'legitimate interest',
    subjects: ['owner'],
    term: { while: 'a form is being sent, at most some minutes' },
    exports: [toList('submissionSlots', byUid('owner_uid'), 'expires_at campaign_id')],
    erasure: [deleteRows(byUid('owner_uid'))],
    columns: { owner_uid: ownUid() },
  },
  campaign_draft: {
    purpose: 'Continue a form later',
    subjects: ['owner'],
    term: 'draft',
    exports: [
      toList('drafts', byUid('owner_uid'), 'saved_at replaced_at campaign_id update_id form tab'),
    ],
    erasure: [deleteRows(byUid('owner_uid')), deletedWithCampaign],
    plain: 'update_id writer',
    columns: {
      owner_uid: ownUid(),
      form: personal('What the person typed, without the account number', {
        show: (value) => JSON.parse(String(value)) as unknown,
      }),
    },
  },
} satisfies Record<string, TableEntry>

const inFiles = { leftOut: 'The picture itself is shown with the campaign.' }

const imageTables = {
  image: {
    purpose: 'Serve pictures in several sizes',
    subjects: ['owner'],
    recipients: ['visitors', 'the bucket or the content store, if hosted'],
    term: { while: 'a campaign or a draft uses the picture' },
    erasure: [runCode('deleteCampaigns')],
    columns: { 'dhash placeholder': personal('Rough shapes and colours of the picture', inFiles) },
  },
  image_upload: {
    purpose: 'Know who may use a picture',
    subjects: ['owner'],
    term: { while: 'a campaign or a draft uses the picture' },
    exports: [toList('images', byUid('owner_uid'), 'created_at image_id')],
    erasure: [deleteRows(byUid('owner_uid'))],
    plain: 'image_id',
    columns: { owner_uid: ownUid() },
  },
  hosted_image: {
    purpose: 'Find a picture in the hosted store',
    subjects: ['owner'],
    term: { while: 'a campaign or a draft uses the picture' },
    erasure: [runCode('deleteCampaigns')],
    columns: { asset_id: personal('Name of the picture in the hosted store', inFiles) },
  },
  image_fingerprint: {
    purpose: 'Show reviewers campaigns with the same pictures, and papers that were used before',
    basis: 'legitimate interest',
    subjects: ['owner'],
    term: { while: 'the campaign is not deleted' },
    erasure: [runCode('deleteCampaigns')],
    plain: 'image_id place',
    columns: {
      'dhash band_0 band_1 band_2 band_3': personal('Rough shapes of the picture', inFiles),
    },
  },
  text_fingerprint: {
    purpose: 'Show reviewers campaigns with the same texts',
    basis: 'legitimate interest',
    subjects: ['owner'],
    term: { while: 'the campaign is not deleted' },
    erasure: [runCode('deleteCampaigns')],
    columns: { fingerprint: leftOut('Hash of three words', 'Nothing can be read from it.') },
  },
} satisfies Record<string, TableEntry>

const ofReviewers = { leftOut: 'Lets people avoid the checks.' }

/** Documents of a deleted campaign are kept with its evidence, or not at all. */
const ownListed = onlyIf(
  byUid('owner_uid'),
  'neither deleted nor part of evidence',
  sql`deleted_at is null and not exists (
    select from evidence where evidence.campaign_id = campaign_document.campaign_id)`,
)

const documentTables = {
  campaign_document: {
    purpose:
      'Prove to reviewers, and to visitors where the organiser publishes it, who raises the money, and what a deleted campaign claimed',
    basis: 'legitimate interest',
    subjects: ['owner'],
    recipients: ['the host of the bucket, if one is set'],
    // Without evidence, the document is deleted with the draft or the campaign.
    term: 'campaignEvidence',
    exports: [
      toList('documents', ownListed, 'created_at campaign_id name type size_bytes published_at'),
    ],
    // A job deletes the file, then the row.
    erasure: [
      replaceValues(ownListed, {
        name: '',
        key_sealed: null,
        deleted_at: { expression: sql`now()` },
      }),
    ],
    plain: 'type digest file_key',
    columns: {
      owner_uid: ownUid({
        stays:
          'The row is deleted with its file, within an hour, or with the evidence of the campaign.',
      }),
      name: personal('Name of the file'),
      key_sealed: leftOut('Key of the file, sealed', 'The owner downloads the file itself.'),
    },
  },
  campaign_name: {
    purpose: 'Find accounts with similar names',
    basis: 'legitimate interest',
    subjects: ['owner'],
    term: { while: 'the campaign is not deleted' },
    erasure: [deleteRows(byUid('owner_uid'))],
    columns: {
      owner_uid: ownUid(),
      folded_name: leftOut(
        'Name of the organiser or beneficiary, in plain letters',
        'A copy of `campaign`.',
      ),
    },
  },
  bank_account_use: {
    purpose:
      'Find campaigns that pay to the same bank account, and tell donors where their money went',
    basis: 'legitimate interest',
    subjects: ['owner'],
    term: { while: 'the campaign is not deleted' },
    erasure: [deleteRows(byUid('owner_uid'))],
    columns: {
      owner_uid: ownUid(),
      sub_account_code: subAccountCode,
      digest: leftOut('Account number, as a keyed hash', 'Nothing can be read from it.'),
      last4: leftOut(
        'Last digits of the account number, which donors read once it was paid',
        'A copy of what `campaign` holds.',
      ),
    },
  },
  campaign_rejection: {
    purpose: 'Recognise a campaign that was rejected before',
    basis: 'legitimate interest',
    subjects: ['owner'],
    term: 'campaignRejection',
    exports: [toList('rejections', byUid('owner_uid'), 'at campaign_id title ground')],
    erasure: [replaceValues(byUid('owner_uid'), { title: '', folded_title: '' })],
    plain: 'ground',
    columns: {
      owner_uid: ownUid({ stays: 'After the account is deleted, the id identifies no one.' }),
      title: personal('Title'),
      folded_title: leftOut('Title in plain letters', 'A copy of `title`.'),
      account_digest: personal('Account number, as a keyed hash', {
        ...ofReviewers,
        stays: 'Nothing can be read from it, and a rejected account may come back.',
      }),
    },
  },
  scheduled_decision: {
    purpose: 'Let a reviewer undo a decision for some seconds',
    basis: 'legitimate interest',
    subjects: ['staff'],
    term: 'scheduledDecision',
    exports: [
      toList('scheduledDecisions', byUid('reviewer_uid'), 'created_at campaign_id decision'),
    ],
    erasure: [deleteRows(byUid('reviewer_uid'))],
    plain: 'refusal',
    columns: {
      reviewer_uid: ownUid(),
      decision: personal('What the reviewer decided, with the reason'),
    },
  },
} satisfies Record<string, TableEntry>

const ofEvidence = {
  leftOut: 'It is written when the account is deleted.',
  stays: 'Claims and investigations need it until the end of its term.',
}

/** What is kept of deleted campaigns. */
const deletionTables = {
  deleted_campaign: {
    purpose: 'Show donors what became of a deleted campaign',
    basis: 'legal obligation',
    subjects: ['owner'],
    recipients: ['visitors'],
    term: withLedger,
    erasure: [runCode('deleteCampaigns')],
    columns: {
      title: leftOut(
        'Title without the names of people',
        'It is written when the account is deleted.',
      ),
    },
  },
  deleted_campaign_slug: {
    purpose: 'Lead earlier addresses to what stays of the campaign, and never give them away again',
    basis: 'legal obligation',
    subjects: ['owner'],
    term: withLedger,
    erasure: [runCode('deleteCampaigns')],
    columns: {
      digest: leftOut(
        'Address made from a title, as a keyed digest',
        'Nothing can be read from it.',
      ),
    },
  },
  evidence: {
    purpose: 'Answer claims and investigations about a campaign with money or reports',
    basis: 'legitimate interest',
    subjects: ['owner', 'reporter'],
    recipients: ['reviewers'],
    term: 'campaignEvidence',
    columns: {
      body_sealed: personal(
        'Story, contact, last digits of the account number, history, edits and reports, sealed',
        ofEvidence,
      ),
    },
  },
  evidence_image: {
    purpose: 'Answer claims and investigations about a campaign with money or reports',
    basis: 'legitimate interest',
    subjects: ['owner'],
    recipients: ['reviewers'],
    term: 'campaignEvidence',
    plain: 'image_id',
    columns: { bytes_sealed: personal('The picture, sealed', ofEvidence) },
  },
} satisfies Record<string, TableEntry>

const receiptUse = 'It is part of the donor’s receipt.'
const byProvider = 'Payments are compared with the payment provider by it.'

/** Donations before they are paid. */
const donationTables = {
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
      reference: stays('Reference at the payment provider', byProvider),
      access_code: stays(
        'Secret in the address of the donor’s page',
        'The donor still reaches the receipt with it.',
      ),
      owner_uid: otherUid('Account of the organiser'),
      donor_uid: lastingUid(),
      donor_email_sealed: personal('Address, sealed'),
      donor_key: keyedHash('Address', 'Each donor is counted once, also after an erasure.'),
      'donor_name message': personal('Name and message'),
      terms_version: stays(
        'Version of the terms that the donor accepted',
        'It proves the contract about the donation.',
      ),
      'anonymous wants_updates shares_email shows_name shows_message': personal(
        'What the donor agreed to',
      ),
      hides_amount: stays(
        'Whether the public list hides the amount',
        'The amount stays hidden after the erasure.',
      ),
      source: personal('Code of the link under which the donor came'),
      campaign_title: stays('Title of the campaign', receiptUse),
      campaign_slug: personal('Address of the campaign', {
        leftOut: 'It is made from the title.',
        stays: 'The id of the campaign replaces it when the campaign is deleted.',
      }),
      checkout_url: leftOut(
        'Address of the payment page',
        'The payment page names the donor and is of no use afterwards.',
      ),
      refusal: leftOut('Why the payment provider refused', 'Words of the payment provider to us.'),
      language: stays('Language of mails', 'Two values, which identify no one.'),
    },
  },
  monthly_donation: {
    purpose: 'Charge the donor’s card every month, until the donor ends it',
    subjects: ['donor'],
    recipients: ['the payment provider'],
    term: { while: 'the donor gives every month' },
    exports: [toList('monthlyDonations', byDonation('id'), 'next_on campaign_id day')],
    erasure: [deletedWithCampaign, deleteRows(byDonation('id'))],
    plain: 'mode',
    columns: {
      authorisation_sealed: leftOut('Code that charges the card, sealed', 'It charges the card.'),
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
      listed_at: stays(
        'When the donation was listed',
        'Name and words are read from `donation`, where the erasure removes them.',
      ),
      words: stays('State of the words of support', 'It contains no words.'),
      words_by: otherUid('Account that hid or published the words'),
      reply: stays('Answer of the organiser', 'The organiser’s own public words.'),
    },
  },
  personal_link: technical(
    'Credit donations to a link that a person shared, without knowing the person',
    'code',
  ),
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
    columns: { 'key_hash body_hash': keyedHash('The form', 'It is deleted after a day.') },
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
const receiptTables = {
  receipt: {
    purpose: 'Prove a donation',
    subjects: ['donor'],
    recipients: ['people to whom the donor shows the receipt'],
    term: withLedger,
    exports: [toList('receipts', byDonation(), 'issued_at donation_id number code donated_at')],
    plain: 'signature',
    columns: { 'number code': stays('Number, and code to verify it', proof) },
  },
  receipt_year: technical('Count the receipts of each year without a gap'),
  receipt_number: {
    purpose: 'Give each number once',
    subjects: ['donor'],
    term: withLedger,
    columns: { number: personal('Number', { leftOut: 'A copy of `receipt`.', stays: proof }) },
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
  receipt_key: technical('Verify signatures', 'public_key'),
  receipt_proof: technical('Prove that a receipt is in the transparency log', 'checkpoint'),
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
    columns: { url: personal('Address of the program') },
  },
  webhook_delivery: {
    purpose: 'Tell a program of the organiser about events of the campaign',
    subjects: ['owner'],
    recipients: ['the program that the organiser names'],
    term: 'webhookDelivery',
    erasure: [deletedWithCampaign],
    plain: 'event_key',
    columns: {
      body: leftOut('The event. Updates have the organiser’s words', 'Updates are exported.'),
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
    columns: { message: personal('The words') },
  },
  thank_you_delivery: {
    purpose: 'Send a donor at most one message a week',
    basis: 'consent',
    subjects: ['donor'],
    term: 'moneyRecords',
    exports: [toList('thankYouMessagesReceived', byDonorKey(), 'sent_at campaign_id')],
    erasure: [deleteRows(byDonorKey())],
    columns: { donor_key: keyedHash('Address') },
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
    columns: { donor_key: keyedHash('Address') },
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
      email_sealed: leftOut('Address, sealed', 'The export names the address once, under `email`.'),
    },
  },
  digest_reader: {
    purpose: 'Mail the updates of a week together to people who chose it',
    basis: 'consent',
    subjects: ['donor', 'visitor'],
    term: 'moneyRecords',
    exports: [toList('weeklyMails', byDonorKey(), 'chosen_at')],
    erasure: [deleteRows(byDonorKey())],
    columns: { donor_key: keyedHash('Address') },
  },
  digest_item: {
    purpose: 'Mail each update once',
    basis: 'consent',
    subjects: ['donor', 'visitor'],
    term: 'mail',
    exports: [toList('weeklyUpdates', byDonorKey(), 'at campaign_id update_id')],
    erasure: [deletedWithCampaign, deleteRows(byDonorKey())],
    columns: { donor_key: keyedHash('Address'), mail: keyedHash('Week and address') },
  },
  confirmed_donor_address: {
    purpose: 'Send messages to confirmed addresses only',
    basis: 'consent',
    subjects: ['donor'],
    term: 'moneyRecords',
    exports: [toList('confirmedAddress', byDonorKey(), 'at')],
    erasure: [deleteRows(byDonorKey())],
    columns: { donor_key: keyedHash('Address') },
  },
} satisfies Record<string, TableEntry>

const countedOnce = 'Each donor is counted once, also after an erasure.'

/** The ledger, its totals and its checks. */
const ledgerTables = {
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
    columns: { donor_key: keyedHash('Address', countedOnce) },
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
    columns: { donor_key: keyedHash('Address', countedOnce) },
  },
  campaign_total: technical('Show what a campaign raised'),
  campaign_day: {
    purpose: 'Show what a campaign raised on each day',
    subjects: ['owner'],
    term: withLedger,
    columns: { owner_uid: otherUid('Account of the organiser') },
  },
  owner_total: {
    purpose: 'Show what an organiser raised',
    subjects: ['owner'],
    term: withLedger,
    columns: { owner_uid: otherUid('Account of the organiser') },
  },
  platform_total: technical('Show what all campaigns raised'),
  ledger_check: { purpose: 'Prove that the ledger is right', term: 'ledgerCheck' },
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
  reconciled_day: technical('Compare each day with the provider'),
  reconciled_party: technical(
    'Compare the settlements of each sub-account with the provider',
    'party',
  ),
} satisfies Record<string, TableEntry>

const ofDonation = byOther(
  '`subject` is a donation of the person',
  (donations) => sql`subject in (select 'donation:' || id from donation where ${donations})`,
)

const transparencyTables = {
  log_opening: {
    purpose: 'Prove that a leaf belongs to a donation',
    subjects: ['donor'],
    recipients: ['people to whom the donor shows the receipt'],
    term: 'moneyRecords',
    erasure: [deleteRows(ofDonation)],
    columns: {
      'salt subject': leftOut(
        'What opens the commitment of the leaf',
        'It is part of the proof in the receipt.',
      ),
    },
  },
  log_state: technical('Add leaves', 'origin root frontier'),
  log_leaf: technical('Prove each entry of the ledger', 'effect_key leaf hash'),
  log_node: technical('Prove the tree', 'hash'),
  log_checkpoint: technical('Sign the tree', 'note'),
  log_campaign: technical('Hide campaigns in the leaves', 'tag'),
  log_key: technical('Verify checkpoints', 'verifier_key'),
} satisfies Record<string, TableEntry>

const ofAccess = 'A person must not remove the traces of who read what.'

/** Operation: limits, jobs, the audit log and the database itself. */
const operationTables = {
  rate_limit_counter: {
    purpose: 'Limit how often something is done',
    basis: 'legitimate interest',
    subjects: ['visitor', 'account', 'donor'],
    term: { while: 'the period of the limit runs, at most a day' },
    columns: {
      key: keyedHash('Network, address or account', 'It is deleted when the period ends.'),
    },
  },
  audit_log: {
    purpose: 'Prove what admins did, and why',
    basis: 'legal obligation',
    subjects: ['staff'],
    term: 'auditLog',
    exports: [toList('auditLog', byUid('uid'), 'at action reason')],
    plain: 'action subject',
    columns: {
      uid: lastingUid(),
      reason: stays('Why', 'Decisions about money are explained by it.'),
    },
  },
  access_log: {
    purpose: 'Show which reviewer or admin read whose personal data',
    basis: 'legal obligation',
    subjects: ['staff', 'owner', 'donor'],
    term: 'accessLog',
    exports: [
      toList('accesses', readsAbout, 'at role action concerns'),
      toList('ownReads', byUid('uid'), 'at role action concerns'),
    ],
    columns: {
      'at role action': stays('Time, role and route', ofAccess),
      concerns: stays('Whether organisers, donors, recipients or staff', ofAccess),
      uid: lastingUid(),
      subject_uids: otherUid('Accounts that the read was about'),
      'campaign_ids subjects': personal('Campaigns and number of people', {
        leftOut: 'They name other people, too.',
        stays: ofAccess,
      }),
    },
  },
  graphile_worker: {
    purpose: 'Run background jobs',
    subjects: ['account', 'donor'],
    term: 'failedJob',
    erasure: [runCode('deleteJobs')],
    columns: {
      payload: leftOut(
        'Ids. For a password reset, a link to a guest’s data and a claim of a transfer also what was typed: address, amount and last digits',
        'It exists until the mail is written, or until the term of a failed job.',
      ),
      last_error: leftOut('Error message', 'Words of our software about the failure.'),
    },
  },
  migration: technical('Know the version of the database', 'name checksum'),
  alarm: technical('Tell about each alarm once', 'name'),
  provider_fault: technical('Alarm when a hosted service refuses our settings', 'service fault'),
  quota_use: technical(
    'Keep the quotas of hosted services and alarm before they are used up',
    'quota',
  ),
  listed_write: technical(
    'Show every change in public lists that a hosted store answers from caches',
    'deliveries',
  ),
  backup_run: technical('Alarm when backups or drills stop', 'name'),
  sample_data: technical('Insert the sample data once'),
  sealing_canary: technical('Notice a wrong sealing secret', 'key_sealed'),
  unnamed_proxy: {
    purpose: 'Warn about a proxy that is missing in the settings',
    basis: 'legitimate interest',
    subjects: ['visitor'],
    term: { while: 'the database exists, one row' },
    plain: 'header',
    columns: {
      peer_address: personal('Network address of the last such connection', {
        leftOut: 'Nothing ties it to a person.',
        stays: 'Nothing ties it to a person, and the next one replaces it.',
      }),
    },
  },
} satisfies Record<string, TableEntry>

const failing = byOther(
  '`key` is the reference or id of a donation of the person',
  (donations) => sql`
    key in (select unnest(array[reference, id::text]) from donation where ${donations})`,
)

const paymentTables = {
  webhook_inbox: {
    purpose: 'Notice payments, refunds and disputes',
    subjects: ['donor', 'owner'],
    recipients: ['the payment provider, which sent it'],
    term: 'webhook',
    exports: [toList('webhooks', byReference(), 'received_at event reference state')],
    plain: 'body_hash facts last_error',
    columns: {
      reference: stays(
        'Reference of the donation',
        'Payments are compared with the payment provider by it.',
      ),
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
      message: leftOut('What the bank reads', 'Words of staff to the bank.'),
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
    erasure: [replaceValues(byReference(), { seen: { expression: sql`seen - 'merchantNote'` } })],
    plain: 'reason booked_in expected',
    columns: {
      reference: stays(
        'Reference of the donation',
        'Payments are compared with the payment provider by it.',
      ),
      owner_uid: otherUid('Organiser whose campaign got the payment'),
      seen: leftOut(
        'The payment or refund as the provider reports it, with our note',
        'It repeats what the lists of payments and refunds say.',
      ),
    },
  },
  other_payment: { purpose: 'Count payments of other shops on the same key', term: 'moneyRecords' },
  failing_item: {
    purpose: 'Try again what failed, and show it to admins',
    basis: 'legitimate interest',
    subjects: ['donor'],
    term: 'failingItem',
    erasure: [deleteRows(failing)],
    columns: {
      key: leftOut('Reference or number of the item', 'A copy of `donation`.'),
      reason: leftOut('Error message', 'Words of our software about the failure.'),
    },
  },
} satisfies Record<string, TableEntry>

const transferTables = {
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
      account_name: stays(
        'Name of that account, from the title of the campaign',
        'It is emptied when the payment provider has the number back.',
      ),
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
      session_id: stays(
        'Number of the transfer at the banks',
        'A transfer that the payment provider reports twice counts once.',
      ),
      sender_digits: personal('Last digits of the sender’s account'),
    },
  },
} satisfies Record<string, TableEntry>

const subAccount = personal('Sub-account at the payment provider', {
  leftOut: 'It is a name that only the payment provider understands.',
  stays: 'Payouts of the ledger are compared by it.',
})

/** Settlements: what the provider pays out. */
const payoutTables = {
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
    columns: { sub_account_code: subAccount },
  },
  settlement_line: technical('Show what a settlement contains'),
  payout_notice: technical('Mail each donor once that the donation was paid out'),
  sub_account_campaign: {
    purpose: 'Ask the provider for the settlements of a campaign',
    subjects: ['owner'],
    term: withLedger,
    columns: { sub_account_code: subAccount },
  },
  balance_change: technical('Book what the provider deducts from our balance', 'cause'),
  balance_read: technical('Read the list of balance changes on from its end'),
  payout_hold: {
    purpose: 'Hold payouts of a campaign at the payment provider',
    basis: 'legitimate interest',
    subjects: ['owner'],
    recipients: ['the payment provider'],
    term: withLedger,
    plain: 'reason seen',
    columns: { sub_account_code: subAccount },
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
      sub_account_code: leftOut(
        'Sub-account at the payment provider',
        'It is a name that only the payment provider understands.',
      ),
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
      reason: leftOut('What the reviewer checked', 'It is a note among reviewers.'),
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

const refundTables = {
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
      refusal: leftOut(
        'What the provider said when it refused',
        'Words of the payment provider to us.',
      ),
    },
  },
  refund_step: technical('Show donors, organisers and admins when a refund changed its state'),
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
  refund_pace: technical('Ask the provider no faster than it allows'),
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

/** What a reviewer or admin did on other people's campaigns. */
const decisions: Rows = {
  words: '`actor_uid` is the account, and the campaign is another person’s',
  where: ({ uid, campaignIds }) =>
    uid === null ? null : sql`(actor_uid = ${uid} and campaign_id <> all(${campaignIds}))`,
}

const proposedSchema = { bankAccount: undefined, subAccountCode: undefined }

const reviewTables = {
  campaign_history: {
    purpose: 'Prove who decided on a campaign, when and why',
    basis: 'legitimate interest',
    subjects: ['owner', 'staff'],
    recipients: ['visitors, without reasons'],
    term: 'moneyRecords',
    exports: [
      toList('campaignHistory', byCampaign(), 'at campaign_id event from_status to_status reason'),
      toList('decisions', decisions, 'at campaign_id event reason'),
    ],
    erasure: [runCode('deleteCampaigns')],
    plain: 'from_status to_status',
    columns: { actor_uid: lastingUid(), reason: personal('Why, or what the owner answered') },
  },
  campaign_edit: {
    purpose: 'Show donors what changed',
    subjects: ['owner'],
    recipients: ['visitors'],
    term: { while: 'the campaign is not deleted' },
    exports: [toList('campaignEdits', byCampaign(), 'at campaign_id changes')],
    erasure: [deletedWithCampaign],
    columns: { changes: personal('Fields with their values before and after') },
  },
  campaign_version: {
    purpose:
      'Let donors read what a campaign was, and reviewers compare edits with what they approved',
    subjects: ['owner', 'staff'],
    recipients: ['visitors'],
    term: { while: 'the campaign is not deleted' },
    exports: [toList('campaignVersions', byCampaign(), 'at campaign_id number kind content')],
    erasure: [deletedWithCampaign],
    plain: 'review',
    columns: {
      content: personal(
        'Public texts and pictures of the time, with the contact’s name where it was public',
      ),
      reviewed_by: otherUid('Reviewer'),
    },
  },
  campaign_consent: {
    purpose:
      'Prove that a person, or a guardian, agreed to have health data or a child’s story published',
    basis: 'consent',
    subjects: ['owner'],
    recipients: ['reviewers'],
    term: { while: 'the campaign is not deleted' },
    exports: [
      toList(
        'consents',
        byUid('uid'),
        'given_at campaign_id kind given_by sentence_version withdrawn_at',
      ),
    ],
    erasure: [deletedWithCampaign, deleteRows(byUid('uid'))],
    plain: 'sentence_version',
    columns: {
      uid: ownUid(),
      given_by: personal('Relation to the child, or the name of the person who agreed'),
    },
  },
  outside_receipt: {
    purpose: 'Show what the organiser says to have received elsewhere, and prove it to reviewers',
    subjects: ['owner', 'staff'],
    recipients: ['reviewers', 'visitors, as one sum'],
    term: { while: 'the campaign is not deleted' },
    exports: [
      toList(
        'outsideReceipts',
        byUid('owner_uid'),
        'written_at campaign_id amount_kobo day note document_id withdrawn_at struck_at struck_reason',
      ),
    ],
    erasure: [deletedWithCampaign, deleteRows(byUid('owner_uid'))],
    columns: {
      owner_uid: ownUid(),
      note: personal('Where the money came from'),
      struck_by: otherUid('Reviewer'),
      struck_reason: personal('Why a reviewer struck it'),
    },
  },
  expense: {
    purpose: 'Show what the organiser spent of the money, and prove it',
    subjects: ['owner', 'staff'],
    recipients: ['visitors'],
    term: { while: 'the campaign is not deleted' },
    exports: [
      toList(
        'expenses',
        byUid('owner_uid'),
        'written_at campaign_id line amount_kobo day payee document_id withdrawn_at struck_at struck_reason',
      ),
    ],
    erasure: [deletedWithCampaign, deleteRows(byUid('owner_uid'))],
    columns: {
      owner_uid: ownUid(),
      'line payee': personal('What was paid for, and who was paid'),
      struck_by: otherUid('Reviewer'),
      struck_reason: personal('Why a reviewer struck it'),
    },
  },
  campaign_member: {
    purpose: 'Let several people look after a campaign, so that no one moves its money alone',
    subjects: ['account'],
    recipients: ['the organiser and the other members'],
    term: { while: 'the campaign is not deleted, and an invitation for seven days' },
    exports: [
      toList('memberships', byUid('uid'), 'invited_at campaign_id role accepted_at ended_at'),
    ],
    erasure: [
      deletedWithCampaign,
      replaceValues(byUid('uid'), {
        uid: 'erased',
        ended_at: { expression: sql`coalesce(ended_at, now())` },
      }),
    ],
    plain: 'role',
    columns: {
      uid: ownUid(),
      email_sealed: personal('Address that the organiser invited, sealed, until it is answered', {
        leftOut: 'It may be the address of another person.',
        stays:
          'It is deleted when the invitation is accepted or ended, at the latest after its term.',
      }),
    },
  },
  campaign_request: {
    purpose: 'Have another person confirm what one person asks',
    subjects: ['owner', 'account'],
    recipients: ['who looks after the money'],
    term: { while: 'the campaign is not deleted' },
    exports: [toList('campaignRequests', byUid('uid'), 'asked_at campaign_id kind')],
    erasure: [deletedWithCampaign],
    columns: {
      uid: lastingUid(),
      input_sealed: personal('Payee with account number, or reason of a refund, sealed', {
        leftOut:
          'It is kept for seven days at most, and the campaign is exported with what came of it.',
        stays: 'It is deleted with the answer, or after seven days.',
      }),
    },
  },
  campaign_request_answer: {
    purpose: 'Prove who confirmed what another person asked',
    subjects: ['owner', 'account'],
    term: { while: 'the campaign is not deleted' },
    exports: [toList('campaignRequestAnswers', byUid('uid'), 'at request_id answer')],
    erasure: [deletedWith('campaign_request')],
    plain: 'answer',
    columns: { uid: lastingUid() },
  },
  campaign_pending_change: {
    purpose: 'Check changes of public campaigns',
    subjects: ['owner'],
    term: { while: 'a reviewer has not decided' },
    exports: [toList('campaignChanges', byCampaign(), 'at campaign_id status proposed')],
    erasure: [deletedWithCampaign],
    columns: {
      proposed: personal('New values of the fields', {
        // Codes of the payment provider, as in `campaign`.
        show: (value) => ({ ...(value as object), ...proposedSchema }),
      }),
      account_number_sealed: leftOut(
        'New account number, sealed',
        'It is shown by its last four digits only, as everywhere.',
      ),
    },
  },
  bank_account_holder: {
    purpose: 'Compare the name of the bank account with that of the organiser',
    basis: 'legitimate interest',
    subjects: ['owner'],
    term: { while: 'the campaign is not deleted' },
    exports: [toList('bankAccountHolders', bySubAccount(), 'name')],
    erasure: [runCode('deleteCampaigns')],
    columns: {
      sub_account_code: subAccountCode,
      name: personal('Name of the account holder, as the bank has it'),
    },
  },
  campaign_report: {
    purpose: 'Check reports of campaigns and of messages',
    basis: 'legitimate interest',
    subjects: ['reporter', 'staff'],
    term: 'closedReport',
    exports: [
      toList('reports', byUid('reporter_uid'), 'at campaign_id reason details resolved_at'),
      toList('resolvedReports', byUid('resolved_by'), 'resolved_at campaign_id'),
    ],
    erasure: [
      replaceValues(onlyIf(byUid('reporter_uid'), 'resolved', sql`resolved_at is not null`), {
        details: '',
      }),
      replaceValues(byUid('reporter_uid'), { outcome_due: false }),
      replaceValues(byUid('reporter_uid'), { reporter_uid: null }),
      runCode('deleteCampaigns'),
    ],
    plain: 'reference',
    columns: {
      reporter_email_sealed: personal('Where a guest wants to read the outcome, sealed', {
        leftOut: 'It is deleted when the outcome is mailed, and nothing else leads to it.',
        stays: 'It is deleted when the outcome is mailed.',
      }),
      reason: stays('Kind of the report', 'It no longer belongs to a person.'),
      details: personal('What the reporter wrote. Kept without the reporter until a decision'),
      reporter_uid: ownUid(),
      resolved_by: lastingUid(),
    },
  },
  campaign_freeze: {
    purpose: 'Stop donations to a campaign while it is checked',
    basis: 'legitimate interest',
    subjects: ['owner', 'staff'],
    term: { while: 'the campaign is frozen' },
    exports: [toList('freezes', byCampaign(), 'at campaign_id reason')],
    columns: {
      reason: stays('Why', 'A frozen campaign is not deleted.'),
      actor_uid: otherUid('Reviewer'),
      unfreeze_asked_by: otherUid('Reviewer'),
    },
  },
  moderation_case: {
    purpose: 'Handle the reports about a campaign together, and lose none',
    basis: 'legitimate interest',
    subjects: ['owner', 'staff'],
    term: 'closedReport',
    exports: [toList('closedCases', byUid('closed_by'), 'closed_at campaign_id outcome')],
    erasure: [
      replaceValues(onlyIf(byUid('assigned_to'), 'still open', sql`closed_at is null`), {
        assigned_to: null,
      }),
      runCode('deleteCampaigns'),
    ],
    plain: 'outcome',
    columns: {
      title: leftOut(
        'Title of the campaign at the last report',
        'Campaigns are exported with their titles.',
      ),
      owner_uid: ownUid({ stays: 'It identifies no one once the account is deleted.' }),
      assigned_to: ownUid({ stays: 'Who handled a closed case stays with it.' }),
      closed_by: lastingUid(),
    },
  },
  moderation_decision: {
    purpose: 'Tell organisers why a campaign was frozen or taken down, and count decisions',
    basis: 'legal obligation',
    subjects: ['owner', 'staff'],
    recipients: ['visitors, the reason of a takedown'],
    term: 'moneyRecords',
    exports: [
      toList(
        'campaignDecisions',
        byCampaign(),
        'at campaign_id kind ground public_reason reason report_reasons ended_at',
      ),
    ],
    erasure: [runCode('deleteCampaigns')],
    plain: 'ground status_before',
    columns: {
      'public_reason reason': personal('Why, for everyone and for the organiser'),
      report_reasons: stays('Kinds of the reports', 'They name no person.'),
      actor_uid: otherUid('Reviewer'),
    },
  },
  moderation_appeal: {
    purpose: 'Let another reviewer decide about an organiser’s appeal',
    basis: 'legal obligation',
    subjects: ['owner', 'staff'],
    term: 'moneyRecords',
    exports: [
      toList(
        'appeals',
        byUid('owner_uid'),
        'at campaign_id kind decided_at text outcome reason closed_at',
      ),
    ],
    erasure: [
      replaceValues(byUid('owner_uid'), { title: '', text: '', reason: '' }),
      runCode('deleteCampaigns'),
    ],
    plain: 'outcome',
    columns: {
      owner_uid: lastingUid(),
      title: leftOut('Title of the campaign', 'Campaigns are exported with their titles.'),
      'text reason': personal('What the organiser wrote, and the answer'),
      decided_by: otherUid('Reviewer whose decision is appealed'),
      closed_by: otherUid('Reviewer who answered'),
    },
  },
} satisfies Record<string, TableEntry>

export const areas: Record<string, Record<string, TableEntry>> = {
  Accounts: accountTables,
  Logins: loginTables,
  Campaigns: campaignTables,
  Pictures: imageTables,
  Review: reviewTables,
  'Supporting documents and comparisons': documentTables,
  'Deleted campaigns': deletionTables,
  Donations: donationTables,
  Payments: paymentTables,
  Refunds: refundTables,
  'Account numbers': transferTables,
  Payouts: payoutTables,
  'Receipts and messages': receiptTables,
  Ledger: ledgerTables,
  'Transparency log': transparencyTables,
  Mails: mailTables,
  Operation: operationTables,
}

export const inventory: Record<string, TableEntry> = Object.assign({}, ...Object.values(areas))

export function listColumns(entry: TableEntry): [string, PersonalColumn][] {
  return Object.entries((isPersonal(entry) && entry.columns) || {}).flatMap(([names, column]) =>
    names.split(' ').map((name): [string, PersonalColumn] => [name, column]),
  )
}

export const tablesOfCampaign: readonly string[] = Object.entries(inventory).flatMap(
  ([table, entry]) =>
    isPersonal(entry) && entry.erasure?.some(({ kind }) => kind === 'with-campaign') ? [table] : [],
)

/** What erasure does with a personal column of a table. */
export function toColumnErasure(
  { erasure: steps = [] }: PersonalTable,
  name: string,
  column: PersonalColumn,
): string {
  const replaced = steps.some((step) => step.kind === 'replace' && name in step.values)
  if (replaced) return 'replaced'
  if (column.stays !== undefined) return `stays: ${column.stays}`
  const deleted = steps.find(({ kind }) => kind !== 'replace')
  if (deleted?.kind === 'cascade') return `deleted with \`${deleted.from}\``
  if (deleted?.kind === 'with-campaign') return 'deleted with the campaign'
  if (deleted?.kind === 'code') return `\`${deleted.by}\``
  return deleted ? 'deleted' : ''
}

type ErasureDeps = { queries: Transaction; sealing: Pick<Sealing, 'seal'> }

/** Runs the statements by which the inventory erases a person. Each can be repeated. */
export async function eraseRows({ queries, sealing }: ErasureDeps, person: Person) {
  for (const [table, entry] of Object.entries(inventory))
    for (const step of (isPersonal(entry) && entry.erasure) || []) {
      const statement = toStatement(sealing, { table, step, person })
      if (statement) await queries.run(statement)
    }
}

type Erased = { table: string; step: ErasureStep; person: Person }

function toStatement(sealing: Pick<Sealing, 'seal'>, { table, step, person }: Erased): Sql | null {
  if (step.kind !== 'delete' && step.kind !== 'replace') return null
  const where = step.rows.where(person)
  if (!where) return null
  if (step.kind === 'delete') return sql`delete from ${identifier(table)} where ${where}`
  const values = Object.entries(step.values).map(
    ([column, value]) => sql`${identifier(column)} = ${toValue(sealing, value)}`,
  )
  return sql`update ${identifier(table)} set ${joinSql(values)} where ${where}`
}

function toValue(sealing: Pick<Sealing, 'seal'>, value: ErasedValue): unknown {
  if (value === null || typeof value !== 'object') return value
  return 'sealed' in value ? sealing.seal(value.sealed, '') : value.expression
}
