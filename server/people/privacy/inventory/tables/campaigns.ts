import {
  deletedWithCampaign,
  deleteRows,
  ownUid,
  personal,
  runCode,
  toList,
  type TableEntry,
  replaceValues,
  withLedger,
  byUid,
  onlyIf,
} from '../entries/entry.ts'
import { sql } from '../../../../platform/database/sql.ts'

/** Campaigns, their lists and drafts. */
export const campaignTables = {
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
      account_number_sealed: personal('Account number, sealed', {
        leftOut: 'It is shown by its last four digits only, as everywhere.',
      }),
      account_number_last4: personal('Last four digits of the account number'),
      sub_account_code: personal('Code of the sub-account at the payment provider', {
        leftOut: 'It is a name that only the payment provider understands.',
      }),
      search: personal('Words of the title, place and story', {
        leftOut: 'It is made from the other columns.',
      }),
    },
  },
  listing_size: {
    purpose: 'Show how many campaigns there are',
  },
  campaign_listing: {
    purpose: 'Sort and search the approved campaigns',
    subjects: ['owner'],
    recipients: ['visitors'],
    term: { while: 'the campaign is public' },
    erasure: [runCode('deleteCampaigns')],
    plain: 'cause',
    columns: {
      'country city search': personal('Place, and words of the title and story', {
        leftOut: 'A copy of `campaign`.',
      }),
    },
  },
  search_word: {
    purpose: 'Find campaigns by misspelt words',
    subjects: ['owner'],
    term: { while: 'a campaign contains the word' },
    erasure: [runCode('deleteCampaigns')],
    columns: {
      'word sound': personal('A word of a campaign, without a reference to it', {
        leftOut: 'A copy of `campaign`.',
      }),
    },
  },
  campaign_slug: {
    purpose: 'Lead earlier addresses of a campaign to it',
    subjects: ['owner'],
    recipients: ['visitors'],
    term: { while: 'the campaign is not deleted' },
    erasure: [runCode('deleteCampaigns')],
    columns: {
      slug: personal('Address made from a title', { leftOut: 'Titles are exported.' }),
    },
  },
  campaign_claim: {
    purpose: 'Change a hosted campaign by one request at a time',
  },
  campaign_submission: {
    purpose: 'Submit a form once, however often the network repeats it',
    subjects: ['owner'],
    term: 'submissionKey',
    exports: [toList('submissions', byUid('owner_uid'), 'completed_at campaign_id')],
    erasure: [deleteRows(byUid('owner_uid'))],
    plain: 'key fingerprint',
    columns: {
      owner_uid: ownUid(),
      sub_account_code: personal('Code of the sub-account at the payment provider', {
        leftOut: 'It is a name that only the payment provider understands.',
      }),
    },
  },
  campaign_slot: {
    purpose: 'Limit the campaigns that one person has in review',
    basis: 'legitimate interest',
    subjects: ['owner'],
    term: { while: 'a form is being sent, at most some minutes' },
    exports: [toList('submissionSlots', byUid('owner_uid'), 'expires_at campaign_id')],
    erasure: [deleteRows(byUid('owner_uid'))],
    columns: {
      owner_uid: ownUid(),
    },
  },
  campaign_draft: {
    purpose: 'Continue a form later',
    subjects: ['owner'],
    term: 'draft',
    exports: [toList('drafts', byUid('owner_uid'), 'saved_at replaced_at campaign_id form tab')],
    erasure: [deleteRows(byUid('owner_uid')), deletedWithCampaign],
    plain: 'writer',
    columns: {
      owner_uid: ownUid(),
      form: personal('What the person typed, without the account number', {
        show: (value) => JSON.parse(String(value)) as unknown,
      }),
    },
  },
} satisfies Record<string, TableEntry>

const inFiles = { leftOut: 'The picture itself is shown with the campaign.' }

/** Pictures, and comparisons of pictures and texts. */
export const imageTables = {
  image: {
    purpose: 'Serve pictures in several sizes',
    subjects: ['owner'],
    recipients: ['visitors', 'the bucket or the content store, if hosted'],
    term: { while: 'a campaign or a draft uses the picture' },
    erasure: [runCode('deleteCampaigns')],
    columns: {
      'dhash placeholder': personal('Rough shapes and colours of the picture', inFiles),
    },
  },
  image_upload: {
    purpose: 'Know who may use a picture',
    subjects: ['owner'],
    term: { while: 'a campaign or a draft uses the picture' },
    exports: [toList('images', byUid('owner_uid'), 'created_at image_id')],
    erasure: [deleteRows(byUid('owner_uid'))],
    plain: 'image_id',
    columns: {
      owner_uid: ownUid(),
    },
  },
  hosted_image: {
    purpose: 'Find a picture in the hosted store',
    subjects: ['owner'],
    term: { while: 'a campaign or a draft uses the picture' },
    erasure: [runCode('deleteCampaigns')],
    columns: {
      asset_id: personal('Name of the picture in the hosted store', inFiles),
    },
  },
  image_fingerprint: {
    purpose: 'Show reviewers campaigns with the same pictures',
    basis: 'legitimate interest',
    subjects: ['owner'],
    term: { while: 'the campaign is not deleted' },
    erasure: [runCode('deleteCampaigns')],
    plain: 'image_id',
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
    columns: {
      fingerprint: personal('Hash of three words', { leftOut: 'Nothing can be read from it.' }),
    },
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

/** Supporting documents, and what reviewers compare campaigns with. */
export const documentTables = {
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
      key_sealed: personal('Key of the file, sealed', {
        leftOut: 'The owner downloads the file itself.',
      }),
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
      folded_name: personal('Name of the organiser or beneficiary, in plain letters', {
        leftOut: 'A copy of `campaign`.',
      }),
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
      sub_account_code: personal('Code of the sub-account at the payment provider', {
        leftOut: 'It is a name that only the payment provider understands.',
      }),
      digest: personal('Account number, as a keyed hash', {
        leftOut: 'Nothing can be read from it.',
      }),
      last4: personal('Last digits of the account number, which donors read once it was paid', {
        leftOut: 'A copy of what `campaign` holds.',
      }),
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
      folded_title: personal('Title in plain letters', { leftOut: 'A copy of `title`.' }),
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
export const deletionTables = {
  deleted_campaign: {
    purpose: 'Show donors what became of a deleted campaign',
    basis: 'legal obligation',
    subjects: ['owner'],
    recipients: ['visitors'],
    term: withLedger,
    erasure: [runCode('deleteCampaigns')],
    columns: {
      title: personal('Title without the names of people', {
        leftOut: 'It is written when the account is deleted.',
      }),
    },
  },
  deleted_campaign_slug: {
    purpose: 'Lead earlier addresses to what stays of the campaign, and never give them away again',
    basis: 'legal obligation',
    subjects: ['owner'],
    term: withLedger,
    erasure: [runCode('deleteCampaigns')],
    columns: {
      digest: personal('Address made from a title, as a keyed digest', {
        leftOut: 'Nothing can be read from it.',
      }),
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
    columns: {
      bytes_sealed: personal('The picture, sealed', ofEvidence),
    },
  },
} satisfies Record<string, TableEntry>
