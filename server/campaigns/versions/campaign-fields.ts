import { editedFields, type EditedField } from '#shared/campaign-history.ts'
import { formatNaira } from '#shared/money.ts'

import type { StoredCampaign } from '../../providers/content/content.ts'

/** The fields of a campaign that its owner can edit. */
export type CampaignContent = Pick<
  StoredCampaign,
  | 'title'
  | 'country'
  | 'city'
  | 'category'
  | 'cause'
  | 'description'
  | 'goal'
  | 'startDate'
  | 'endDate'
  | 'raiseMoneyFor'
  | 'importance'
  | 'impact'
  | 'images'
  | 'contact'
  | 'bankAccount'
>

/** The edit history leaves out earlier values of these: they are private or not text. */
const fieldsWithoutValue: ReadonlySet<EditedField> = new Set([
  'images',
  'contact',
  'beneficiary',
  'bank',
])

const fieldToText: Record<EditedField, (campaign: CampaignContent) => string> = {
  title: ({ title }) => title,
  country: ({ country }) => country,
  city: ({ city }) => city,
  category: ({ category }) => category,
  cause: ({ cause }) => cause ?? '',
  description: ({ description }) => description,
  goal: ({ goal }) => formatNaira(goal),
  startDate: ({ startDate }) => startDate ?? '',
  endDate: ({ endDate }) => endDate ?? '',
  raiseMoneyFor: ({ raiseMoneyFor }) => raiseMoneyFor,
  importance: ({ importance }) => importance,
  impact: ({ impact }) => impact,
  images: ({ images }) =>
    JSON.stringify(images.map(({ id, alt, focus }) => [id, alt, focus?.x, focus?.y])),
  contact: ({ contact: { email, phone, isPublic } }) => JSON.stringify([email, phone, isPublic]),
  beneficiary: ({ contact }) => contact.name,
  bank: ({ bankAccount }) => bankAccount.subAccountCode,
}

export type FieldChange = { field: EditedField; before: string | null }

export function diffFields(before: CampaignContent, after: CampaignContent): FieldChange[] {
  return editedFields
    .filter((field) => fieldToText[field](before) !== fieldToText[field](after))
    .map((field) => ({
      field,
      before: fieldsWithoutValue.has(field) ? null : fieldToText[field](before),
    }))
}
