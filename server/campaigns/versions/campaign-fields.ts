import { formatBudget } from '#shared/budget-text.ts'
import { toCause, type CampaignInput } from '#shared/campaign.ts'
import { mapTexts } from '#shared/campaign-content.ts'
import type { Image } from '#shared/image-schema.ts'
import { toStory, type CampaignStory } from '#shared/campaign-version.ts'
import { editedFields, type EditedField } from '#shared/campaign-history.ts'
import { formatNaira } from '#shared/money.ts'

import type { StoredCampaign } from '../../providers/content/content.ts'

/** The fields of a campaign that its owner can edit. */
export type CampaignContent = CampaignStory & Pick<StoredCampaign, 'contact' | 'bankAccount'>

export const toCampaignContent = (campaign: CampaignContent): CampaignContent => ({
  ...toStory(campaign),
  contact: campaign.contact,
  bankAccount: campaign.bankAccount,
})

type FormStory = Omit<CampaignStory, 'goal' | 'images' | 'cause'> &
  Pick<CampaignInput, 'goalAmount' | 'cause' | 'title' | 'country' | 'city' | 'category'>

/** What the first two tabs of the wizard say. */
export const toFormStory = (form: FormStory, images: Image[]): CampaignStory =>
  toStory({ ...form, goal: form.goalAmount, cause: toCause(form), images })

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
  goal: ({ goal }) => formatNaira(goal),
  startDate: ({ startDate }) => startDate ?? '',
  endDate: ({ endDate }) => endDate ?? '',
  ...mapTexts((name) => (campaign: CampaignContent) => campaign[name]),
  budget: ({ budget }) => formatBudget(budget),
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
