import * as z from 'zod/mini'

import { campaignStatuses } from '#shared/campaign.ts'
import { storyFields, storyNames, type CampaignStory } from '#shared/campaign-version.ts'

import { compiledObject } from '../../../platform/database/compiled-object.ts'
import { identifier, joinSql, literal, sql, type Sql } from '../../../platform/database/sql.ts'
import type { StoredCampaign } from '../content.ts'

export const campaignFields = {
  id: z.string(),
  slug: z.string(),
  ownerUid: z.string(),
  ownerFirstname: z.string(),
  ownerLastname: z.string(),
  status: z.enum(campaignStatuses),
  ...storyFields,
  beneficiary: z.string(),
  contactEmail: z.string(),
  contactPhone: z.string(),
  contactPublic: z.boolean(),
  bankCode: z.string(),
  last4: z.string(),
  subAccountCode: z.string(),
  createdAt: z.date(),
}
export const campaignRow = compiledObject(campaignFields)
export const totalRow = compiledObject({ total: z.int() })

/** The column of a field, such as raise_money_for. */
const toColumn = (name: string) =>
  identifier(name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
/** The columns of the story, in the order of `toStoryValues`. */
export const storyColumns = storyNames.map(toColumn)
export const toStoryValues = (campaign: CampaignStory) =>
  storyNames.map((name) => (name === 'images' ? JSON.stringify(campaign.images) : campaign[name]))

export const campaignColumns = sql`c.id, c.slug, c.owner_uid as "ownerUid",
    coalesce(u.firstname, '') as "ownerFirstname", coalesce(u.lastname, '') as "ownerLastname",
    c.status, ${joinSql(storyNames.map((name) => sql`c.${toColumn(name)} as ${identifier(name)}`))},
    c.contact_name as "beneficiary", c.contact_email as "contactEmail", c.contact_phone as "contactPhone",
    c.contact_public as "contactPublic", c.bank_code as "bankCode", c.account_number_last4 as last4,
    c.sub_account_code as "subAccountCode", c.created_at as "createdAt"`

export const campaignTables = sql`campaign c left join user_document u on u.uid = c.owner_uid`

export const selectCampaigns = sql`select ${campaignColumns} from ${campaignTables}`

export function toCampaign(row: z.output<typeof campaignRow>): StoredCampaign {
  const {
    ownerFirstname,
    ownerLastname,
    beneficiary,
    contactEmail,
    contactPhone,
    contactPublic,
    bankCode,
    last4,
    subAccountCode,
    ...campaign
  } = row
  return {
    ...campaign,
    owner: { firstname: ownerFirstname, lastname: ownerLastname },
    contact: {
      name: beneficiary,
      email: contactEmail,
      phone: contactPhone,
      isPublic: contactPublic,
    },
    bankAccount: { bankCode, last4, subAccountCode },
  }
}

const pageLengths = [3, 12, 50]

/** A row limit with one extra row, which shows whether there is another page. Few lengths keep the number of prepared statements small. */
export function toRowLimit(limit: number): Sql {
  return literal((pageLengths.find((length) => length >= limit) ?? limit) + 1)
}
