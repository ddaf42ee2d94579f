import {
  lastingUid,
  keyedHash,
  otherUid,
  personal,
  runCode,
  toList,
  type TableEntry,
  type PersonalTable,
  byUid,
} from '../entries/entry.ts'
import { readsAbout } from '../entries/reads-about.ts'

const ofAccess = 'A person must not remove the traces of who read what.'

/** Operation: limits, jobs, the audit log and the database itself. */
export const operationTables = {
  rate_limit_counter: {
    purpose: 'Limit how often something is done',
    basis: 'legitimate interest',
    subjects: ['visitor', 'account', 'donor'],
    term: { while: 'the period of the limit runs, at most a day' },
    erasure: [],
    columns: {
      key: keyedHash('Network, address or account', 'It is deleted when the period ends.'),
      'count ends_at': 'Count and end of the period',
    },
  },
  audit_log: {
    purpose: 'Prove what admins did, and why',
    basis: 'legal obligation',
    subjects: ['staff'],
    term: 'auditLog',
    exports: [toList('auditLog', byUid('uid'), 'at action reason')],
    erasure: [],
    columns: {
      'id action at': 'Action and time',
      uid: lastingUid(),
      subject: 'Id or name of the thing that the action changed, never of a person',
      reason: personal('Why', { stays: 'Decisions about money are explained by it.' }),
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
    erasure: [],
    columns: {
      id: 'Id',
      'at role action': personal('Time, role and route', { stays: ofAccess }),
      concerns: personal('Whether organisers, donors, recipients or staff', { stays: ofAccess }),
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
    basis: 'contract',
    subjects: ['account', 'donor'],
    term: 'failedJob',
    erasure: [runCode('deleteJobs')],
    columns: {
      payload: personal(
        'Ids. For a password reset, a link to a guest’s data and a claim of a transfer also what was typed: address, amount and last digits',
        {
          leftOut: 'It exists until the mail is written, or until the term of a failed job.',
        },
      ),
      last_error: personal('Error message', {
        leftOut: 'Words of our software about the failure.',
      }),
    },
  },
  migration: {
    purpose: 'Know the version of the database',
    term: { while: 'the database exists' },
    columns: { 'name checksum applied_at contracts': 'Migration' },
  },
  alarm: {
    purpose: 'Tell about each alarm once',
    term: { while: 'the condition holds' },
    columns: { 'name since mailed_at posted_at': 'Alarm and times' },
  },
  provider_fault: {
    purpose: 'Alarm when a hosted service refuses our settings',
    term: { while: 'the database exists' },
    columns: { 'service fault last_at': 'Fault and time' },
  },
  quota_use: {
    purpose: 'Keep the quotas of hosted services and alarm before they are used up',
    term: { while: 'the database exists' },
    columns: { 'quota hour used': 'Counts by the hour' },
  },
  listed_write: {
    purpose: 'Show every change in public lists that a hosted store answers from caches',
    term: { while: 'the database exists' },
    columns: {
      'is_only issued issued_at': 'Count and time of changes',
      deliveries: 'Ids of the last 100 reports of the hosted store',
    },
  },
  backup_run: {
    purpose: 'Alarm when backups or drills stop',
    term: { while: 'the database exists' },
    columns: { 'id kind name started_at finished_at bytes rows': 'Times and size' },
  },
  sample_data: {
    purpose: 'Insert the sample data once',
    term: { while: 'the database exists' },
    columns: { 'id begun_at finished_at': 'Times' },
  },
  sealing_canary: {
    purpose: 'Notice a wrong sealing secret',
    term: { while: 'the database exists' },
    columns: { 'id key_sealed created_at': 'Key of the keyed hashes, sealed' },
  },
  unnamed_proxy: {
    purpose: 'Warn about a proxy that is missing in the settings',
    basis: 'legitimate interest',
    subjects: ['visitor'],
    term: { while: 'the database exists, one row' },
    erasure: [],
    columns: {
      'id header requests reported_at': 'Header, count and time',
      peer_address: personal('Network address of the last such connection', {
        leftOut: 'Nothing ties it to a person.',
        stays: 'Nothing ties it to a person, and the next one replaces it.',
      }),
    },
  },
} satisfies Record<string, TableEntry>

const ofProvider = {
  leftOut: 'It is a payment provider’s record, in development and demo mode only.',
  stays: 'The sandbox stands for the payment provider, which keeps its own records.',
}
const held = (holds: string) => personal(holds, ofProvider)

const ofSandbox = (columns: PersonalTable['columns']): PersonalTable => ({
  purpose: 'Play the payment provider in development and demo mode. Empty in live mode',
  basis: 'contract',
  subjects: ['donor', 'owner'],
  term: { while: 'the development or demo database exists' },
  erasure: [],
  columns,
})

/** The payment sandbox, which plays another company. */
export const sandboxTables = {
  'sandbox.integration': ofSandbox({ 'id secret_key': 'Secret key of the sandbox' }),
  'sandbox.sub_account': ofSandbox({
    'code id bank_code percentage_charge active settlement_schedule created_at updated_at':
      'Facts about the sub-account',
    'business_name account_number account_name description': held('Campaign and bank account'),
    'contact_email contact_name contact_phone metadata': held('Contact, and the account on Ajo'),
  }),
  'sandbox.settlement': ofSandbox({
    'id sub_account_code status total_amount effective_amount total_fees deductions': 'Amounts',
    'settlement_date created_at moves_at updated_at': 'Times',
  }),
  'sandbox.transaction': ofSandbox({
    'id access_code status amount currency sub_account_code transaction_charge bearer fees':
      'Facts about the payment',
    reference: held('Reference of the donation'),
    'email callback_url metadata': held('Address of the donor, and the donation'),
    'gateway_response message channel channels attempts errors': 'State of the payment',
    'paid_with attempt history': held('Test card without its number, and steps of the payment'),
    'opened_at settles_at paid_at created_at': 'Times',
    'settlement_id main_share sub_share main_settlement_id split_code': 'Settlement',
    transfer: held('Sender of a test transfer'),
  }),
  'sandbox.refund': ofSandbox({
    'id dispute_id amount status moves_at refunded_at created_at updated_at': 'Facts and times',
    reference: held('Reference of the donation'),
    'customer_note merchant_note account': held('Notes, and the bank account of the donor'),
  }),
  'sandbox.dispute': ofSandbox({
    'id refund_amount category status resolution uploaded_filename': 'Facts about the dispute',
    reference: held('Reference of the donation'),
    'evidence message history': held('What the parties wrote'),
    'due_at moves_at resolved_at created_at updated_at': 'Times',
  }),
  'sandbox.upload': ofSandbox({
    'file_name dispute_id expires_at': 'Name and end of the address',
    content: held('What the parties sent'),
  }),
  'sandbox.delivery': ofSandbox({
    'id event attempts next_at delivered_at last_response created_at': 'State of the delivery',
    'reference body': held('The webhook'),
  }),
  'sandbox.resolve_day': ofSandbox({ 'day resolves': 'Number of questions to banks' }),
  'sandbox.balance_change': ofSandbox({
    'id difference cause cause_id reason created_at': 'Amount and cause',
  }),
  'sandbox.debit': ofSandbox({
    'id cause cause_id sub_account_code amount collected created_at': 'Amount and cause',
  }),
  'sandbox.customer': ofSandbox({
    'code id created_at': 'Customer, and time',
    'email first_name last_name phone': held('Campaign, and the phone number of its contact'),
  }),
  'sandbox.split': ofSandbox({ 'code id name sub_account_code share created_at': 'Terms' }),
  'sandbox.dedicated_account': ofSandbox({
    'id account_number customer_code split_code assigned_at unassigned_at': 'Account and times',
    account_name: held('Campaign'),
  }),
  'sandbox.deduction': ofSandbox({ 'settlement_id debit_id amount': 'Amount' }),
} satisfies Record<string, TableEntry>
