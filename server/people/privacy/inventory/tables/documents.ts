import { sql } from '../../../../platform/database/sql.ts'
import {
  deleteRows,
  ownUid,
  personal,
  replaceValues,
  toList,
  type TableEntry,
} from '../entries/entry.ts'
import { byUid, onlyIf } from '../entries/rows.ts'

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
    columns: {
      'id campaign_id created_at stored_at deleted_at published_at type size_bytes digest':
        'Document, campaign, times, and facts about the file',
      owner_uid: ownUid({
        stays:
          'The row is deleted with its file, within an hour, or with the evidence of the campaign.',
      }),
      name: personal('Name of the file'),
      file_key: 'Random name of the encrypted file',
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
      'campaign_id kind': 'Campaign, and whose name',
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
      at: 'When the account was named',
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
    columns: {
      'id campaign_id at ground': 'Campaign, time, and ground of the rejection',
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
    columns: {
      'campaign_id id created_at effective_at started_at refusal':
        'Campaign, times, and why it was not applied',
      reviewer_uid: ownUid(),
      decision: personal('What the reviewer decided, with the reason'),
    },
  },
} satisfies Record<string, TableEntry>
