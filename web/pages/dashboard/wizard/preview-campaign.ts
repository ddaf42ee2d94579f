import { mapTexts } from '#shared/campaign-content.ts'
import type { CampaignDetail, FormImage } from '#shared/campaign.ts'
import { daysLeft } from '#shared/day.ts'
import type { Image } from '#shared/image-schema.ts'
import { kobo } from '#shared/money.ts'
import { parseNaira } from '#shared/parse-naira.ts'

import type { BasicForm, ContactForm, InformationForm } from './wizard-form.tsx'

/** The category is undefined until one is chosen. */
type TypedForm = Omit<BasicForm, 'category'> &
  Partial<Pick<BasicForm, 'category'>> &
  InformationForm &
  ContactForm
export type Owner = CampaignDetail['owner']

const approved = {
  id: '',
  slug: '',
  status: 'approved',
  raised: kobo(0),
  receivedOutside: kobo(0),
  donors: 0,
  acceptsDonations: true,
  isOwner: false,
  memberRole: null,
  canDelete: false,
  rejectionReason: null,
} as const

/** The campaign as visitors would see it after its approval, with the values that are typed so far. */
export function toPreviewCampaign(form: TypedForm, owner: Owner): CampaignDetail {
  const { title, country, city, category = '', goalAmount } = form
  const { showContact, name, email, phone } = form
  const images = form.images.map(toImage)
  const endDate = form.endDate || null
  return {
    ...approved,
    title,
    country,
    city,
    category,
    ...mapTexts((name) => form[name]),
    owner,
    images,
    budget: (form.budget ?? []).map(({ text, amount }) => ({
      text,
      amount: parseNaira(amount) ?? kobo(0),
    })),
    image: images[0] ?? null,
    goal: parseNaira(goalAmount) ?? kobo(0),
    startDate: form.startDate || null,
    endDate,
    daysLeft: daysLeft(endDate),
    contact: showContact ? { name, email, phone } : null,
    contactHidden: showContact ? null : 'log-in',
  }
}

/** The form may hold a photo whose size is unknown. */
function toImage({ id, alt, focus, width = 1600, height = 1000 }: FormImage): Image {
  return { id, alt, width, height, ...(focus && { focus }) }
}
