import { deleteRows, ownUid, personal, runCode, toList, type TableEntry } from '../entries/entry.ts'
import { byUid } from '../entries/rows.ts'

/** Campaigns, their lists and drafts. */
export const campaignTables = {
  campaign: {
    purpose: 'Show the campaign to donors and pay its organiser',
    basis: 'contract',
    subjects: ['owner'],
    recipients: ['visitors', 'the payment provider', 'the content store, if hosted'],
    term: { while: 'the campaign is not deleted' },
    exportedAs: 'campaigns',
    erasure: [runCode('deleteCampaigns')],
    columns: {
      'id status goal start_date end_date created_at deleted_at category cause bank_code':
        'Facts about the campaign',
      owner_uid: ownUid(),
      'slug title country city': personal('Title, address on Ajo and place'),
      'description raise_money_for importance impact': personal('The story'),
      images: personal('Pictures, by id, with their descriptions'),
      'contact_name contact_email contact_phone': personal('How to reach the organiser'),
      contact_public: 'Whether visitors see the contact',
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
    term: { while: 'campaigns are public' },
    columns: { 'id campaigns': 'The number of approved campaigns' },
  },
  campaign_listing: {
    purpose: 'Sort and search the approved campaigns',
    basis: 'contract',
    subjects: ['owner'],
    recipients: ['visitors'],
    term: { while: 'the campaign is public' },
    erasure: [runCode('deleteCampaigns')],
    columns: {
      'campaign_id category cause created_at end_date goal_kobo raised_kobo share trend ranked_at':
        'Facts about the campaign',
      'country city search': personal('Place, and words of the title and story', {
        leftOut: 'A copy of `campaign`.',
      }),
    },
  },
  search_word: {
    purpose: 'Find campaigns by misspelt words',
    basis: 'contract',
    subjects: ['owner'],
    term: { while: 'a campaign contains the word' },
    erasure: [runCode('deleteCampaigns')],
    columns: {
      word: personal('A word of a campaign, without a reference to it', {
        leftOut: 'A copy of `campaign`.',
      }),
    },
  },
  campaign_slug: {
    purpose: 'Lead earlier addresses of a campaign to it',
    basis: 'contract',
    subjects: ['owner'],
    recipients: ['visitors'],
    term: { while: 'the campaign is not deleted' },
    erasure: [runCode('deleteCampaigns')],
    columns: {
      slug: personal('Address made from a title', { leftOut: 'Titles are exported.' }),
      campaign_id: 'Campaign',
    },
  },
  campaign_claim: {
    purpose: 'Change a hosted campaign by one request at a time',
    term: { while: 'a request changes the campaign' },
    columns: { 'campaign_id token claimed_until': 'Campaign, request and end of the claim' },
  },
  campaign_submission: {
    purpose: 'Submit a form once, however often the network repeats it',
    basis: 'contract',
    subjects: ['owner'],
    term: 'submissionKey',
    exports: [toList('submissions', byUid('owner_uid'), 'completed_at campaign_id')],
    erasure: [deleteRows(byUid('owner_uid'))],
    columns: {
      owner_uid: ownUid(),
      'key campaign_id claimed_until completed_at': 'Request, campaign and times',
      fingerprint: 'Keyed hash of the form',
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
    columns: { owner_uid: ownUid(), 'campaign_id expires_at': 'Campaign and end' },
  },
  campaign_draft: {
    purpose: 'Continue a form later',
    basis: 'contract',
    subjects: ['owner'],
    term: 'draft',
    exports: [toList('drafts', byUid('owner_uid'), 'saved_at form tab')],
    erasure: [deleteRows(byUid('owner_uid'))],
    columns: {
      owner_uid: ownUid(),
      form: personal('What the person typed, without the account number', {
        show: (value) => JSON.parse(String(value)) as unknown,
      }),
      'tab saved_at': 'Step of the form, and time',
    },
  },
} satisfies Record<string, TableEntry>
