import { identifier, joinSql, sql, type Sql } from '../../../../platform/database/sql.ts'

/** The person whose data is exported or erased. */
export type Person = {
  /** Null for a guest, who has no account. */
  uid: string | null
  /** Null until the address is confirmed. */
  email: string | null
  /** The key of the confirmed address in the donations. */
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

/** Mails to the address. */
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

/** Rows that belong to a donation of the person. */
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
