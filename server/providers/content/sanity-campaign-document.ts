import * as z from 'zod/mini'

import { campaignStatuses, categories } from '#shared/campaign.ts'
import { kobo, parseNaira, type Kobo } from '#shared/money.ts'
import type { Image } from '#shared/image.ts'

import { isCampaignId } from './campaign-row.ts'
import type { NewCampaign, StoredCampaign } from './content.ts'
import { plainText } from './plain-text.ts'
import { fieldOr } from './sanity-field.ts'
import { assetForm } from './sanity-wire.ts'

/**
 * A dot in an id keeps a document from everybody without a token, also where the dataset is public: pending campaigns and contact
 * data are in it.
 */
const prefix = 'campaign.'
const idForm = /^(?!drafts\.|versions\.)(?!.*\.\.)[a-z0-9_][a-z0-9_.-]{0,127}$/i

export function documentId(campaignId: string): string {
  return prefix + campaignId.toLowerCase()
}

export function campaignIdOf(_id: string): string {
  return _id.startsWith(prefix) ? _id.slice(prefix.length) : _id
}

/** Where a campaign may be: with our id, or with one that somebody else gave it. */
export function documentIds(campaignId: string): { ids: string[] } | { anyCase: string } | null {
  const id = campaignId.toLowerCase()
  if (isCampaignId(id)) return { ids: [prefix + id, id] }
  return idForm.test(id) ? { anyCase: id } : null
}

const text = z.pipe(
  z.nullish(z.string()),
  z.transform((value) => value ?? ''),
)
/** Ours are days; others wrote moments. */
const day = z.pipe(
  z.nullish(z.string()),
  z.transform((value) => (value ? value.slice(0, 10) : null)),
)
const goal = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((amount, context): Kobo => {
    const parsed = goalOf(amount)
    if (parsed) return parsed
    context.issues.push({ code: 'custom', message: 'not an amount', input: amount })
    return z.NEVER
  }),
)
const pictureSchema = z.object({
  _key: text,
  asset: text,
  alt: text,
  width: z.nullish(z.int()),
  height: z.nullish(z.int()),
  standIn: z.nullish(z.string()),
})

/** What our queries give of a campaign. Documents that others wrote lack what the specification has no field for. */
const campaignDocument = z.object({
  _id: z.string(),
  _rev: z.string(),
  title: z.string(),
  country: text,
  city: text,
  category: fieldOr(z.enum(categories), 'other'),
  description: text,
  goalAmount: goal,
  startDate: day,
  endDate: day,
  raiseMoneyFor: text,
  importance: text,
  impact: text,
  status: z.enum(campaignStatuses),
  subAccountId: text,
  bank: text,
  name: text,
  phone: text,
  email: text,
  userId: text,
  createdAt: z.coerce.date(),
  images: z.nullish(z.array(pictureSchema)),
  owner: z.nullish(z.object({ firstname: text, lastname: text })),
  slug: z.nullish(z.string()),
  last4: text,
  isContactPublic: z.nullish(z.boolean()),
})

/** A document that somebody else wrote and that lacks a title or an amount cannot be shown; the others can. */
export function readable(document: unknown): StoredCampaign[] {
  const result = z.safeParse(campaignDocument, document)
  return result.success ? [campaignOf(result.data)] : []
}

function campaignOf(document: z.output<typeof campaignDocument>): StoredCampaign {
  const { _id, _rev, goalAmount, name, email, phone, userId, slug, ...fields } = document
  const { subAccountId, bank, last4, isContactPublic, images, owner, ...campaign } = fields
  const id = campaignIdOf(_id)
  return {
    ...campaign,
    id,
    slug: slug ?? id,
    ownerUid: userId,
    owner: owner ?? { firstname: '', lastname: '' },
    goal: goalAmount,
    images: (images ?? []).flatMap(imageOf),
    contact: { name, email, phone, isPublic: isContactPublic ?? false },
    bankAccount: { bankCode: bank, last4, subAccountCode: subAccountId },
  }
}

/** A picture of ours carries its own id as the key; another one is named by its asset. */
function imageOf(picture: z.output<typeof pictureSchema>): Image[] {
  const [, , assetWidth, assetHeight] = assetForm.exec(picture.asset) ?? []
  if (assetWidth === undefined) return []
  const { _key, asset, alt, standIn } = picture
  const width = picture.width ?? Number(assetWidth)
  const height = picture.height ?? Number(assetHeight)
  const id = /^[0-9a-f]{64}$/.test(_key) ? _key : asset
  return [{ id, width, height, alt, ...(standIn && { standIn }) }]
}

type Written = Omit<NewCampaign, 'accountNumberSealed'> & { slug: string }

/** The fields of specification §3 and, under `ajo`, what it has no field for. `assets` names the asset of each picture. */
export function documentFields(campaign: Written, assets: ReadonlyMap<string, string>) {
  const { contact, bankAccount, goal: amount } = campaign
  const { title, country, city, category, description } = campaign
  return {
    title,
    country,
    city,
    category,
    description,
    goalAmount: nairaOf(amount),
    startDate: campaign.startDate,
    endDate: campaign.endDate,
    raiseMoneyFor: campaign.raiseMoneyFor,
    importance: campaign.importance,
    impact: campaign.impact,
    subAccountId: bankAccount.subAccountCode,
    bank: bankAccount.bankCode,
    name: contact.name,
    phone: contact.phone,
    email: contact.email,
    images: campaign.images.map((image) => pictureFields(image, assets)),
    ajo: {
      createdAt: campaign.createdAt.toISOString(),
      slug: campaign.slug,
      last4: bankAccount.last4,
      isContactPublic: contact.isPublic,
      country: plainText(country),
      city: plainText(city),
      words: wordsOf([title, city, country, category, description].join(' ')).join(' '),
    },
  }
}

/** As they are searched for, each once. */
export function wordsOf(written: string): string[] {
  return [...new Set(plainText(written).match(/[\p{L}\p{M}\p{N}]+/gu))]
}

function pictureFields({ id, ...shown }: Image, assets: ReadonlyMap<string, string>) {
  const _ref = assetForm.test(id) ? id : assets.get(id)
  if (_ref === undefined) throw new Error('a picture has no asset at the content store')
  return { _type: 'image', _key: id, asset: { _type: 'reference', _ref }, ...shown }
}

export function goalOf(amount: string | number): Kobo | undefined {
  return parseNaira(String(amount))
}

/** Goal amounts are text (specification §3). */
function nairaOf(amount: Kobo): string {
  return `${Math.trunc(amount / 100)}.${String(kobo(amount % 100)).padStart(2, '0')}`
}
