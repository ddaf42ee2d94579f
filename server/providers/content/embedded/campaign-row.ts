import * as z from 'zod/mini'

import { campaignStatuses } from '#shared/campaign.ts'
import { storyNames, type CampaignStory } from '#shared/campaign-version.ts'

import { compiledObject } from '../../../platform/database/compiled-object.ts'
import { identifier, joinSql, literal, sql, type Sql } from '../../../platform/database/sql.ts'
import { contentFields, type StoredCampaign } from '../content.ts'

export const campaignFields = {
  id: z.string(),
  slug: z.string(),
  ownerUid: z.string(),
  owner: z.object({ firstname: z.string(), lastname: z.string() }),
  status: z.enum(campaignStatuses),
  ...contentFields,
  createdAt: z.date(),
}
export const campaignRow = compiledObject(campaignFields)
export const totalRow = compiledObject({ total: z.int() })

/** The column of a field, such as raise_money_for. */
const toColumn = (name: string) =>
  identifier(name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))

type Written = CampaignStory & Pick<StoredCampaign, 'contact' | 'bankAccount'>

const columnsOfAccounts: Record<string, (campaign: Written) => unknown> = {
  contact_name: ({ contact }) => contact.name,
  contact_email: ({ contact }) => contact.email,
  contact_phone: ({ contact }) => contact.phone,
  contact_public: ({ contact }) => contact.isPublic,
  bank_code: ({ bankAccount }) => bankAccount.bankCode,
  account_number_last4: ({ bankAccount }) => bankAccount.last4,
  sub_account_code: ({ bankAccount }) => bankAccount.subAccountCode,
}
/** The columns that a form fills, in the order of `toWrittenValues`. */
export const writtenColumns = [
  ...storyNames.map(toColumn),
  ...Object.keys(columnsOfAccounts).map(identifier),
]
export const toWrittenValues = (campaign: Written): Sql[] =>
  [
    ...storyNames.map((name) => {
      const value = campaign[name]
      return Array.isArray(value) ? JSON.stringify(value) : value
    }),
    ...Object.values(columnsOfAccounts).map((read) => read(campaign)),
  ].map((value) => sql`${value}`)

export const ownerColumn = sql`json_build_object('firstname', coalesce(u.firstname, ''), 'lastname', coalesce(u.lastname, '')) as owner`

export const campaignColumns = sql`c.id, c.slug, c.owner_uid as "ownerUid",
    ${ownerColumn}, c.status, ${joinSql(storyNames.map((name) => sql`c.${toColumn(name)} as ${identifier(name)}`))},
    json_build_object('name', c.contact_name, 'email', c.contact_email, 'phone', c.contact_phone,
      'isPublic', c.contact_public) as contact,
    json_build_object('bankCode', c.bank_code, 'last4', c.account_number_last4,
      'subAccountCode', c.sub_account_code) as "bankAccount", c.created_at as "createdAt"`

export const campaignTables = sql`campaign c left join user_document u on u.uid = c.owner_uid`

export const selectCampaigns = sql`select ${campaignColumns} from ${campaignTables}`

const pageLengths = [3, 12, 50]

/** A row limit with one extra row, which shows whether there is another page. Few lengths keep the number of prepared statements small. */
export function toRowLimit(limit: number): Sql {
  return literal((pageLengths.find((length) => length >= limit) ?? limit) + 1)
}
