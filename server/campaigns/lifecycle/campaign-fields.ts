import { editedFields, type EditedField } from '#shared/campaign-history.ts'
import { formatNaira } from '#shared/money.ts'

import type { StoredCampaign } from '../../providers/content/content.ts'

/** What may be edited of a campaign. */
export type CampaignContent = Pick<
  StoredCampaign,
  | 'title'
  | 'country'
  | 'city'
  | 'category'
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

/** People gave for these: of an approved campaign they change when a reviewer has agreed. */
const agreedFields: ReadonlySet<EditedField> = new Set([
  'title',
  'goal',
  'endDate',
  'raiseMoneyFor',
  'beneficiary',
  'bank',
])

/** Of these a history says that they changed, not what they were. */
const unreadable: ReadonlySet<EditedField> = new Set(['images', 'contact', 'beneficiary', 'bank'])

const textOf: Record<EditedField, (campaign: CampaignContent) => string> = {
  title: ({ title }) => title,
  country: ({ country }) => country,
  city: ({ city }) => city,
  category: ({ category }) => category,
  description: ({ description }) => description,
  goal: ({ goal }) => formatNaira(goal),
  startDate: ({ startDate }) => startDate ?? '',
  endDate: ({ endDate }) => endDate ?? '',
  raiseMoneyFor: ({ raiseMoneyFor }) => raiseMoneyFor,
  importance: ({ importance }) => importance,
  impact: ({ impact }) => impact,
  images: ({ images }) => JSON.stringify(images.map(({ id, alt }) => [id, alt])),
  contact: ({ contact: { email, phone, isPublic } }) => JSON.stringify([email, phone, isPublic]),
  beneficiary: ({ contact }) => contact.name,
  bank: ({ bankAccount }) => bankAccount.subAccountCode,
}

export type FieldChange = { field: EditedField; before: string | null }

/** What is different between a campaign and what it is to become. */
export function differences(before: CampaignContent, after: CampaignContent): FieldChange[] {
  return editedFields
    .filter((field) => textOf[field](before) !== textOf[field](after))
    .map((field) => ({ field, before: unreadable.has(field) ? null : textOf[field](before) }))
}

export function isAgreed({ field }: FieldChange): boolean {
  return agreedFields.has(field)
}
