import { personal, runCode, withLedger, type TableEntry } from '../entries/entry.ts'

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
      'campaign_id category start_date end_date was_public deleted_at finished_at':
        'Facts about the campaign',
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
      campaign_id: 'Campaign',
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
    erasure: [],
    columns: {
      'campaign_id has_money reports deleted_at': 'Campaign, why it is kept, and when it began',
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
    erasure: [],
    columns: {
      'campaign_id image_id stored_at': 'Campaign, picture and time',
      bytes_sealed: personal('The picture, sealed', ofEvidence),
    },
  },
} satisfies Record<string, TableEntry>
