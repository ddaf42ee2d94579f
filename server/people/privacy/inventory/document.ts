import { terms, type Term } from '#shared/terms.ts'
import { isPersonal, type Storage, type TableEntry } from './entries/entry.ts'
import { areas, isPersonalColumn, toColumnErasure } from './inventory.ts'
import { outsideEntries } from './outside.ts'

const introduction = `# Data inventory

Generated from \`server/people/privacy/inventory/\` by \`npm run inventory\`. A test fails where the entries and the database differ.
Every table and column of the database stands here, and what is stored outside of it. The data export and the erasure of a person run
over the same entries.

- **Basis** is that of the Nigeria Data Protection Act 2023, section 25 (1): contract, legal obligation, legitimate interest or consent.
- **Export** names the list of the downloaded file that contains the column, or says why it is left out.
- **Erasure** says what happens to the column when a person’s data is erased. What is kept stays until the end of the term.
- Columns without personal data are grouped.`

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
  const facts = [`**Purpose** ${entry.purpose}.`, `**Term** ${toStorageWords(entry.term)}.`]
  if (isPersonal(entry)) {
    facts.push(`**Basis** ${entry.basis}.`, `**Subjects** ${entry.subjects.join(', ')}.`)
    for (const { as, rows } of entry.exports ?? [])
      facts.push(`**Export** \`${as}\`: ${rows.words}.`)
    if (entry.exportedAs) facts.push(`**Export** \`${entry.exportedAs}\`: from the store.`)
  }
  if (entry.recipients) facts.push(`**Recipients** ${entry.recipients.join(', ')}.`)
  const rows = Object.keys(entry.columns).map((names) => toColumnRow(entry, names))
  return [
    `### ${name}`,
    facts.join(' '),
    toTable(['Column', 'Holds', 'Personal', 'Export', 'Erasure'], rows),
  ].join('\n\n')
}

function toColumnRow(entry: TableEntry, names: string): string[] {
  const column = entry.columns[names]
  const [first = ''] = names.split(' ')
  const shown = names
    .split(' ')
    .map((name) => `\`${name}\``)
    .join(', ')
  if (!isPersonalColumn(column)) return [shown, column ?? '', 'no', '', '']
  const erasure = toColumnErasure(entry, first, column)
  return [shown, column.holds, 'yes', column.leftOut ?? toExportWords(entry, first), erasure]
}

function toExportWords(entry: TableEntry, name: string): string {
  if (!isPersonal(entry)) return ''
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
