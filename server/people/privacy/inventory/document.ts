import { terms, type Term } from '#shared/terms.ts'

import {
  isPersonal,
  type Storage,
  type TableEntry,
  type PersonalTable,
  type OutsideEntry,
} from './entry.ts'
import { areas, listColumns, toColumnErasure } from './inventory.ts'

const introduction = `# Data inventory

Generated from \`server/people/privacy/inventory/\` by \`npm run inventory\`. A test fails where the entries and the database differ.
Every table and every column with personal data stands here, and what is stored outside of the database. The data export and the erasure of a person run
over the same entries.

- **Basis** is that of the Nigeria Data Protection Act 2023, section 25 (1): contract, legal obligation, legitimate interest or consent.
- **Export** names the list of the downloaded file that contains the column, or says why it is left out.
- **Erasure** says what happens to the column when a person’s data is erased. What is kept stays until the end of the term.`

/** The page that `npm run inventory` writes. */
export function toInventoryDocument(): string {
  const sections = Object.entries(areas).map(([area, tables]) =>
    [`## ${area}`, ...Object.entries(tables).map(toTableSection)].join('\n\n'),
  )
  return `${[introduction, toTermSection(), ...sections, toOutsideSection()].join('\n\n')}\n`
}

export function toTermWords(term: Term): string {
  const [unit = '', count = 0] =
    Object.entries(term).find(([, value]) => typeof value === 'number') ?? []
  return `${count} ${Number(count) === 1 ? unit.slice(0, -1) : unit} after ${term.from}`
}

const toStorageWords = (storage: Storage) =>
  typeof storage === 'string' ? toTermWords(terms[storage]) : `while ${storage.while}`

function toTermSection(): string {
  const used = Object.values(areas)
    .flatMap((tables) => Object.values(tables).map(({ term }) => term))
    .filter((term) => typeof term === 'string')
  const rows = [...new Set(used)]
    .toSorted()
    .map((name) => [`\`${name}\``, toTermWords(terms[name]), terms[name].reason])
  return `## Terms\n\n${toTable(['Term', 'Length', 'Reason'], rows)}`
}

function toTableSection([name, entry]: [string, TableEntry]): string {
  const facts = [`**Purpose** ${entry.purpose}.`]
  if (entry.term) facts.push(`**Term** ${toStorageWords(entry.term)}.`)
  if (!isPersonal(entry)) return `### ${name}\n\n${facts.join(' ')}`
  facts.push(`**Basis** ${entry.basis ?? 'contract'}.`)
  facts.push(`**Subjects** ${entry.subjects.join(', ')}.`)
  for (const { as, rows } of entry.exports ?? []) facts.push(`**Export** \`${as}\`: ${rows.words}.`)
  if (entry.exportedAs) facts.push(`**Export** \`${entry.exportedAs}\`: from the store.`)
  if (entry.recipients) facts.push(`**Recipients** ${entry.recipients.join(', ')}.`)
  const rows = listColumns(entry).map(([column, described]) => [
    `\`${column}\``,
    described.holds,
    described.leftOut ?? toExportWords(entry, column),
    toColumnErasure(entry, column, described),
  ])
  const table = toTable(['Column', 'Holds', 'Export', 'Erasure'], rows)
  return [`### ${name}`, facts.join(' '), ...(rows.length > 0 ? [table] : [])].join('\n\n')
}

function toExportWords(entry: PersonalTable, name: string): string {
  const lists = (entry.exports ?? []).filter(({ columns }) => columns.includes(name))
  const names = [...lists.map(({ as }) => as), ...(entry.exportedAs ? [entry.exportedAs] : [])]
  return names.map((as) => `\`${as}\``).join(', ')
}

function toOutsideSection(): string {
  const rows = outsideEntries.map((entry) => [
    entry.name,
    entry.holds,
    entry.purpose,
    entry.basis,
    entry.recipients.join(', '),
    entry.term,
    entry.erasure,
  ])
  const head = ['What', 'Holds', 'Purpose', 'Basis', 'Recipients', 'Term', 'Erasure']
  return `## Outside of the tables\n\n${toTable(head, rows)}`
}

function toTable(head: string[], rows: string[][]): string {
  const toLine = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [toLine(head), `|${'---|'.repeat(head.length)}`, ...rows.map(toLine)].join('\n')
}

/** Data outside of the tables. */
const outsideEntries: readonly OutsideEntry[] = [
  {
    name: 'Pictures',
    holds: 'Pictures of campaigns in several sizes, without EXIF and GPS',
    purpose: 'Show the campaign',
    basis: 'contract',
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
    recipients: [],
    term: 'As long as the host keeps logs',
    erasure: 'Nothing to erase',
  },
  {
    name: 'Secrets file',
    holds: 'Secrets that Ajo generated: the sealing secret and the signing keys',
    purpose: 'Seal and sign',
    basis: 'no personal data',
    recipients: [],
    term: 'While the database exists',
    erasure: 'Nothing to erase',
  },
  {
    name: 'Files of PostgreSQL',
    holds: 'Deleted and replaced rows, until vacuum reuses their pages',
    purpose: 'Store the tables',
    basis: 'contract',
    recipients: ['the host of the database'],
    term: 'Until vacuum has run and the page is written again, usually within days',
    erasure: 'No statement reads them. `VACUUM FULL` of a table rewrites its file',
  },
  {
    name: 'Write-ahead log of PostgreSQL',
    holds: 'Every change of the last minutes to hours, with the values of the rows',
    purpose: 'Recover after a crash',
    basis: 'contract',
    recipients: ['the host of the database'],
    term: 'Until the next checkpoints recycle its files, at most `max_wal_size`',
    erasure: 'Recycled by itself',
  },
  {
    name: 'Backups',
    holds: 'Copies of the database and pictures that the host makes',
    purpose: 'Recover after a loss',
    basis: 'legitimate interest',
    recipients: ['the host of the backup'],
    term: 'As the host keeps them, at most 35 days',
    erasure: 'Expire. After a restore, erasures since the backup are repeated',
  },
  {
    name: 'Payment sandbox',
    holds: 'Invented payments, refunds and bank accounts, in the schema `sandbox`',
    purpose: 'Play the payment provider in development and demo mode. Empty in live mode',
    basis: 'contract',
    recipients: [],
    term: 'While the development or demo database exists',
    erasure: 'It stands for the payment provider, which keeps its own records',
  },
  {
    name: 'Archive of the transparency log',
    holds: 'Leaves, checkpoints and signatures, which name no person',
    purpose: 'Prove the ledger',
    basis: 'no personal data',
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
    recipients: [name],
    term: 'The recipient’s own terms apply',
  }
}
