import {
  lastingUid,
  keyedHash,
  otherUid,
  personal,
  runCode,
  toList,
  type TableEntry,
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
    columns: {
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
    plain: 'name checksum',
  },
  alarm: {
    purpose: 'Tell about each alarm once',
    plain: 'name',
  },
  provider_fault: {
    purpose: 'Alarm when a hosted service refuses our settings',
    plain: 'service fault',
  },
  quota_use: {
    purpose: 'Keep the quotas of hosted services and alarm before they are used up',
    plain: 'quota',
  },
  listed_write: {
    purpose: 'Show every change in public lists that a hosted store answers from caches',
    plain: 'deliveries',
  },
  backup_run: {
    purpose: 'Alarm when backups or drills stop',
    plain: 'name',
  },
  sample_data: {
    purpose: 'Insert the sample data once',
  },
  sealing_canary: {
    purpose: 'Notice a wrong sealing secret',
    plain: 'key_sealed',
  },
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
