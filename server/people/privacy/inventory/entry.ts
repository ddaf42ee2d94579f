import type { TermName } from '#shared/terms.ts'

import { type Sql, identifier, joinSql, sql } from '../../../platform/database/sql.ts'

/** Lawful basis: Nigeria Data Protection Act 2023, section 25 (1). */
type Basis = 'contract' | 'legal obligation' | 'legitimate interest' | 'consent'

/** Whose personal data it is. */
type DataSubject = 'account' | 'owner' | 'donor' | 'reporter' | 'staff' | 'visitor'

/** A named term, or a condition in words. */
export type Storage = TermName | { while: string }

/** Amounts, states and numbers that the ledger's proofs need. Donations lose what names a person after `moneyRecords`. */
export const withLedger = { while: 'the ledger exists, which only grows' } as const

export type PersonalColumn = {
  holds: string
  /** Why the export leaves it out. Every other personal column is part of a list of the export. */
  leftOut?: string
  /** Why erasure leaves the value until the end of the term. */
  stays?: string
  /** What the export shows instead of the stored value. */
  show?: (value: unknown) => unknown
}

/** The rows of a person in the data export, under the key `as`, with these columns in camel case. Sorted by the first column. */
export type ExportList = { as: string; rows: Rows; columns: readonly string[] }

/** Erasure that statements on one table cannot express. `server/people/privacy/personal-data.ts` runs it. */
export type ErasureCode = 'deleteCampaigns' | 'replaceProfile' | 'deleteAccount' | 'deleteJobs'

/** A value, an empty text that is sealed for a purpose, or an expression over the row. */
export type ErasedValue = string | boolean | null | { sealed: string } | { expression: Sql }

export type ErasureStep =
  | { kind: 'delete'; rows: Rows }
  | { kind: 'replace'; rows: Rows; values: Record<string, ErasedValue> }
  /** A foreign key deletes the rows with those of the other table. */
  | { kind: 'cascade'; from: string }
  | { kind: 'code'; by: ErasureCode }
  /** The rows of a campaign are deleted with it, also where the account stays. */
  | { kind: 'with-campaign' }

type Described = {
  purpose: string
  /** Columns that could hold words and hold nothing about a person, separated by spaces. Dates, numbers and ids need no mention. */
  plain?: string
}

export type PersonalTable = Described & {
  /** Contract, where nothing else is said. */
  basis?: Basis
  subjects: readonly DataSubject[]
  term: Storage
  recipients?: readonly string[]
  /** A key of the export that code fills from a provider, such as the content store. */
  exportedAs?: string
  exports?: readonly ExportList[]
  erasure?: readonly ErasureStep[]
  /** The personal columns by name; one key may name several, separated by spaces. */
  columns?: Record<string, PersonalColumn>
}

type TechnicalTable = Described & { term?: TermName }

export type TableEntry = PersonalTable | TechnicalTable

/** Data outside of the tables, such as files. */
export type OutsideEntry = {
  name: string
  holds: string
  purpose: string
  basis: Basis | 'no personal data'
  recipients: readonly string[]
  term: string
  erasure: string
}

export const isPersonal = (entry: TableEntry): entry is PersonalTable => 'subjects' in entry

export const personal = (
  holds: string,
  options: Omit<PersonalColumn, 'holds'> = {},
): PersonalColumn => ({ holds, ...options })

/** One that the export leaves out, and one that erasure leaves, with the reason. */
export const leftOut = (holds: string, why: string) => personal(holds, { leftOut: why })
export const stays = (holds: string, why: string) => personal(holds, { stays: why })

/** A table without personal data. */
export const technical = (purpose: string, plain?: string): TechnicalTable => ({
  purpose,
  ...(plain !== undefined && { plain }),
})

const ofAnonymous = 'After the account is deleted, the id identifies no one.'

/** The id of the account that asks for its data. */
export const ownUid = (options: Omit<PersonalColumn, 'holds'> = {}): PersonalColumn => ({
  holds: 'Account',
  leftOut: 'The export names the account once, under `account`.',
  ...options,
})
export const lastingUid = () => ownUid({ stays: ofAnonymous })

export const otherUid = (holds: string): PersonalColumn => ({
  holds,
  leftOut: 'It names another person.',
  stays: ofAnonymous,
})

export const credential = (holds: string): PersonalColumn => ({
  holds,
  leftOut: 'Who holds it can log in or read the account.',
})

export const keyedHash = (holds: string, stays?: string): PersonalColumn => ({
  holds: `${holds}, as a keyed hash`,
  leftOut: 'Nothing can be read from it, and the address is exported elsewhere.',
  ...(stays !== undefined && { stays }),
})

export const toList = (as: string, rows: Rows, columns: string): ExportList => ({
  as,
  rows,
  columns: columns.split(' '),
})
export const deleteRows = (rows: Rows): ErasureStep => ({ kind: 'delete', rows })
export const replaceValues = (rows: Rows, values: Record<string, ErasedValue>): ErasureStep => ({
  kind: 'replace',
  rows,
  values,
})
export const deletedWith = (from: string): ErasureStep => ({ kind: 'cascade', from })
export const deletedWithCampaign: ErasureStep = { kind: 'with-campaign' }
export const runCode = (by: ErasureCode): ErasureStep => ({ kind: 'code', by })

export type Person = {
  /** Null for a guest, who has no account. */
  uid: string | null
  /** Null until the address is confirmed. */
  email: string | null
  donorKey: Buffer | null
  /** The key of the confirmed address in the mails. */
  recipientKey: Buffer | null
  campaignIds: readonly string[]
  subAccountCodes: readonly string[]
}

/** How the rows of a person are found. `where` is null if the person cannot have any. */
export type Rows = { words: string; where: (person: Person) => Sql | null }

export const byUid = (column: string): Rows => ({
  words: `\`${column}\` is the account`,
  where: ({ uid }) => (uid === null ? null : sql`${identifier(column)} = ${uid}`),
})

export const byDonorKey = (column = 'donor_key'): Rows => ({
  words: `\`${column}\` is the confirmed address`,
  where: ({ donorKey }) => (donorKey === null ? null : sql`${identifier(column)} = ${donorKey}`),
})

export const byEmail = (column: string): Rows => ({
  words: `\`${column}\` is the confirmed address`,
  where: ({ email }) =>
    email === null ? null : sql`lower(${identifier(column)}) = lower(${email})`,
})

export const byRecipient = (column: string): Rows => ({
  words: `\`${column}\` is the confirmed address`,
  where: ({ recipientKey }) =>
    recipientKey === null ? null : sql`${identifier(column)} = ${recipientKey}`,
})

export const byCampaign = (column = 'campaign_id'): Rows => ({
  words: `\`${column}\` is a campaign of the account`,
  where: ({ campaignIds }) =>
    campaignIds.length === 0 ? null : sql`${identifier(column)} = any(${campaignIds})`,
})

export const bySubAccount = (column = 'sub_account_code'): Rows => ({
  words: `\`${column}\` is a sub-account of the account`,
  where: ({ subAccountCodes }) =>
    subAccountCodes.length === 0 ? null : sql`${identifier(column)} = any(${subAccountCodes})`,
})

/** Donations of the account, and guests' donations of the confirmed address. Another account may have had the address before. */
export const ownDonations: Rows = either(
  byUid('donor_uid'),
  onlyIf(byDonorKey(), 'without an account', sql`donor_uid is null`),
)

export const byDonation = (donationColumn = 'donation_id'): Rows => ({
  words: 'the donation is the person’s',
  where: (person) =>
    withDonations(
      person,
      (donations) =>
        sql`(campaign_id, ${identifier(donationColumn)}) in (select campaign_id, id from donation where ${donations})`,
    ),
})

export const byReference = (column = 'reference'): Rows => ({
  words: `\`${column}\` is that of a donation of the person`,
  where: (person) =>
    withDonations(
      person,
      (donations) =>
        sql`${identifier(column)} in (select reference from donation where ${donations})`,
    ),
})

/** Rows of a table whose donation another table names. */
export const byOther = (words: string, toWhere: (donations: Sql) => Sql): Rows => ({
  words,
  where: (person) => withDonations(person, toWhere),
})

export function either(...alternatives: Rows[]): Rows {
  return {
    words: alternatives.map(({ words }) => words).join(', or '),
    where: (person) => {
      const found = alternatives
        .map(({ where }) => where(person))
        .filter((condition) => condition !== null)
      return found.length === 0 ? null : sql`(${joinSql(found, sql` or `)})`
    },
  }
}

export function onlyIf({ words, where }: Rows, condition: string, when: Sql): Rows {
  return {
    words: `${words}, ${condition}`,
    where: (person) => {
      const found = where(person)
      return found && sql`(${found} and ${when})`
    },
  }
}

function withDonations(person: Person, toWhere: (donations: Sql) => Sql): Sql | null {
  const donations = ownDonations.where(person)
  return donations && toWhere(donations)
}

const named: Rows = {
  words: '`subject_uids` contains the account',
  where: ({ uid }) => (uid === null ? null : sql`subject_uids @> array[${uid}]`),
}

const asOrganiser: Rows = {
  words: 'the read was about organisers, and `campaign_ids` contains a campaign of the account',
  where: ({ campaignIds }) =>
    campaignIds.length === 0
      ? null
      : sql`(concerns = 'organisers' and campaign_ids && ${campaignIds}::text[])`,
}

const asDonor = byOther(
  'the read was about all donors of a campaign that the person had donated to',
  (donations) => sql`(concerns = 'donors' and subjects is null and exists (
    select from donation where ${donations} and donation.campaign_id = any(campaign_ids)
      and donation.created_at <= at))`,
)

/** Rows of the access log about a person. */
export const readsAbout = either(named, asOrganiser, asDonor)
