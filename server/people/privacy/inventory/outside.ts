import type { OutsideEntry } from './entries/entry.ts'

/** Data outside of the tables. */
export const outsideEntries: readonly OutsideEntry[] = [
  {
    name: 'Pictures',
    holds: 'Pictures of campaigns in several sizes, without EXIF and GPS',
    purpose: 'Show the campaign',
    basis: 'contract',
    subjects: ['owner'],
    recipients: [
      'visitors',
      'the host of the bucket, if one is set',
      'the content store, if hosted, once the campaign is approved',
    ],
    term: 'While a campaign or draft uses the picture; an unused one for a day',
    erasure: 'Deleted with the campaign',
  },
  {
    name: 'Supporting documents',
    holds: 'Encrypted files, each with a key of its own in `campaign_document`',
    purpose: 'Prove to reviewers who raises the money',
    basis: 'legitimate interest',
    subjects: ['owner'],
    recipients: ['the host of the bucket, if one is set'],
    term: 'While a campaign, a draft or the evidence of a deleted campaign has the document; one without them for a day',
    erasure:
      'The key is deleted with the campaign, draft or evidence, the file within an hour after. Evidence stays for the term `campaignEvidence`',
  },
  {
    name: 'Backups',
    holds: 'All tables, pictures, documents and keys, sealed with a passphrase',
    purpose: 'Restore after a loss',
    basis: 'legal obligation',
    subjects: ['account', 'owner', 'donor', 'reporter', 'staff'],
    recipients: ['the host of the backups, if it is another company'],
    term: 'For the days of BACKUP_KEEP_DAYS, 35 by default',
    erasure:
      'Deleted with the backup. Erasures are repeated after a restore, by docs/operations/backup.md',
  },
  {
    name: 'Log of requests',
    holds: 'Route pattern, status and duration. No address, network address, token or account',
    purpose: 'Find faults',
    basis: 'no personal data',
    subjects: [],
    recipients: [],
    term: 'As long as the host keeps logs',
    erasure: 'Nothing to erase',
  },
  {
    name: 'Secrets file',
    holds: 'Secrets that Ajo generated: the sealing secret and the signing keys',
    purpose: 'Seal and sign',
    basis: 'no personal data',
    subjects: [],
    recipients: [],
    term: 'While the database exists',
    erasure: 'Nothing to erase',
  },
  {
    name: 'Files of PostgreSQL',
    holds: 'Deleted and replaced rows, until vacuum reuses their pages',
    purpose: 'Store the tables',
    basis: 'contract',
    subjects: ['account', 'donor', 'owner', 'reporter', 'staff'],
    recipients: ['the host of the database'],
    term: 'Until vacuum has run and the page is written again, usually within days',
    erasure: 'No statement reads them. `VACUUM FULL` of a table rewrites its file',
  },
  {
    name: 'Write-ahead log of PostgreSQL',
    holds: 'Every change of the last minutes to hours, with the values of the rows',
    purpose: 'Recover after a crash',
    basis: 'contract',
    subjects: ['account', 'donor', 'owner', 'reporter', 'staff'],
    recipients: ['the host of the database'],
    term: 'Until the next checkpoints recycle its files, at most `max_wal_size`',
    erasure: 'Recycled by itself',
  },
  {
    name: 'Backups',
    holds: 'Copies of the database and pictures that the host makes',
    purpose: 'Recover after a loss',
    basis: 'legitimate interest',
    subjects: ['account', 'donor', 'owner', 'reporter', 'staff'],
    recipients: ['the host of the backup'],
    term: 'As the host keeps them, at most 35 days',
    erasure: 'Expire. After a restore, erasures since the backup are repeated',
  },
  {
    name: 'Archive of the transparency log',
    holds: 'Leaves, checkpoints and signatures, which name no person',
    purpose: 'Prove the ledger',
    basis: 'no personal data',
    subjects: [],
    recipients: ['everyone'],
    term: 'Without end',
    erasure: 'Nothing to erase',
  },
  hosted('Google Identity Toolkit', {
    holds: 'Address, password hash and account id, with hosted identity',
    purpose: 'Log in',
    erasure: 'Ajo deletes the account there',
  }),
  hosted('Sanity', {
    holds: 'Profiles, campaigns and pictures, with hosted content',
    purpose: 'Store campaigns',
    erasure:
      'Ajo replaces the profile and deletes campaigns, drafts and pictures. Sanity keeps its history for the days of its plan',
  }),
  hosted('Paystack', {
    holds: 'Donors’ addresses and payments; organisers’ bank accounts',
    purpose: 'Take and pay out money',
    erasure: 'Kept by Paystack as the law asks of it; it answers requests itself',
  }),
  hosted('Mail server (SMTP)', {
    holds: 'Mails with their addresses',
    purpose: 'Deliver mails',
    erasure: 'Its logs and the mailbox of the recipient are out of reach',
  }),
]

function hosted(
  name: string,
  described: Pick<OutsideEntry, 'holds' | 'purpose' | 'erasure'>,
): OutsideEntry {
  return {
    name,
    ...described,
    basis: 'contract',
    subjects: ['account', 'donor', 'owner'],
    recipients: [name],
    term: 'The recipient’s own terms apply',
  }
}
