import { sql } from '../../../../platform/database/sql.ts'
import {
  deletedWith,
  deletedWithCampaign,
  deleteRows,
  lastingUid,
  otherUid,
  ownUid,
  personal,
  replaceValues,
  runCode,
  toList,
  type TableEntry,
  byCampaign,
  bySubAccount,
  byUid,
  onlyIf,
  type Rows,
} from '../entries/entry.ts'

/** What a reviewer or admin did on other people's campaigns. */
const decisions: Rows = {
  words: '`actor_uid` is the account, and the campaign is another person’s',
  where: ({ uid, campaignIds }) =>
    uid === null ? null : sql`(actor_uid = ${uid} and campaign_id <> all(${campaignIds}))`,
}

const proposedSchema = { bankAccount: undefined, subAccountCode: undefined }

/** Review of campaigns, their changes and reports. */
export const reviewTables = {
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
    columns: {
      actor_uid: lastingUid(),
      reason: personal('Why, or what the owner answered'),
    },
  },
  campaign_edit: {
    purpose: 'Show donors what changed',
    subjects: ['owner'],
    recipients: ['visitors'],
    term: { while: 'the campaign is not deleted' },
    exports: [toList('campaignEdits', byCampaign(), 'at campaign_id changes')],
    erasure: [deletedWithCampaign],
    columns: {
      changes: personal('Fields with their values before and after'),
    },
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
    columns: {
      uid: lastingUid(),
    },
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
      account_number_sealed: personal('New account number, sealed', {
        leftOut: 'It is shown by its last four digits only, as everywhere.',
      }),
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
      sub_account_code: personal('Code of the sub-account at the payment provider', {
        leftOut: 'It is a name that only the payment provider understands.',
      }),
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
      reason: personal('Kind of the report', { stays: 'It no longer belongs to a person.' }),
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
      reason: personal('Why', { stays: 'A frozen campaign is not deleted.' }),
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
      title: personal('Title of the campaign at the last report', {
        leftOut: 'Campaigns are exported with their titles.',
      }),
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
      report_reasons: personal('Kinds of the reports', { stays: 'They name no person.' }),
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
      replaceValues(byUid('owner_uid'), { text: '', reason: '' }),
      runCode('deleteCampaigns'),
    ],
    plain: 'outcome',
    columns: {
      owner_uid: lastingUid(),
      'text reason': personal('What the organiser wrote, and the answer'),
      decided_by: otherUid('Reviewer whose decision is appealed'),
      closed_by: otherUid('Reviewer who answered'),
    },
  },
} satisfies Record<string, TableEntry>
