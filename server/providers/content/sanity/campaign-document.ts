import * as z from 'zod/mini'

import { budgetSchema } from '#shared/budget.ts'
import { mapTexts } from '#shared/campaign-content.ts'
import { campaignStatuses } from '#shared/campaign.ts'
import { categories, causes } from '#shared/category.ts'
import type { Focus, Image } from '#shared/image-schema.ts'
import { kobo, type Kobo } from '#shared/money.ts'
import { parseNaira } from '#shared/parse-naira.ts'

import {
  isCampaignId,
  type NewCampaign,
  type PendingCampaign,
  type StoredCampaign,
} from '../content.ts'
import { toSearchText, toWords } from '../search-text.ts'
import { assetIdPattern } from './sanity-api.ts'

/** The dot hides documents from requests without a token, even in a public dataset. They contain contact data. */
const prefix = 'campaign.'
const documentIdPattern = /^(?!drafts\.|versions\.)(?!.*\.\.)[a-z0-9_][a-z0-9_.-]{0,127}$/i

export function toDocumentId(campaignId: string): string {
  return prefix + campaignId.toLowerCase()
}

export function toCampaignId(_id: string): string {
  return _id.startsWith(prefix) ? _id.slice(prefix.length) : _id
}

export const toPossibleIds = (id: string) => [toDocumentId(id), id]

/** The document ids that a campaign id can have: ours, or in any case one that another program assigned. */
export function toDocumentIds(
  campaignId: string,
): { ids: string[] } | { anyCase: string } | undefined {
  const id = campaignId.toLowerCase()
  if (isCampaignId(id)) return { ids: [prefix + id, id] }
  return documentIdPattern.test(id) ? { anyCase: id } : undefined
}

const text = z.pipe(
  z.nullish(z.string()),
  z.transform((value) => value ?? ''),
)
/** Other programs write timestamps where Ajo writes calendar days. */
const day = z.pipe(
  z.nullish(z.string()),
  z.transform((value) => (value ? value.slice(0, 10) : null)),
)
const goal = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((amount, context): Kobo => {
    const parsed = toGoal(amount)
    if (parsed) return parsed
    context.issues.push({ code: 'custom', message: 'not an amount', input: amount })
    return z.NEVER
  }),
)
const imageSchema = z.object({
  _key: text,
  asset: text,
  alt: text,
  width: z.nullish(z.int()),
  height: z.nullish(z.int()),
  placeholder: z.nullish(z.string()),
  hotspot: fieldOr(z.nullish(z.object({ x: z.number(), y: z.number() })), undefined),
})

/** The result of our queries. Documents of other programs lack the fields that the specification does not have. */
const campaignDocument = z.object({
  _id: z.string(),
  _rev: z.string(),
  title: z.string(),
  country: text,
  city: text,
  category: fieldOr(z.enum(categories), 'other'),
  cause: fieldOr(z.nullable(z.enum(causes)), null),
  budget: fieldOr(budgetSchema, []),
  goalAmount: goal,
  startDate: day,
  endDate: day,
  ...mapTexts(() => text),
  status: z.enum(campaignStatuses),
  subAccountId: text,
  bank: text,
  name: text,
  phone: text,
  email: text,
  userId: text,
  createdAt: z.coerce.date(),
  images: z.nullish(z.array(imageSchema)),
  owner: z.nullish(z.object({ firstname: text, lastname: text })),
  slug: z.nullish(z.string()),
  last4: text,
  isContactPublic: z.nullish(z.boolean()),
})

/** Undefined for documents without a title, a status or a valid amount, which only other programs write. */
export function parseCampaign(document: unknown): StoredCampaign | undefined {
  const { data } = z.safeParse(campaignDocument, document)
  return data && toCampaign(data)
}

/** Leaves out the documents that `parseCampaign` rejects. */
export function parseCampaigns(documents: readonly unknown[]): StoredCampaign[] {
  return documents.map(parseCampaign).filter((campaign) => campaign !== undefined)
}

const pendingDocument = z.pick(campaignDocument, {
  _id: true,
  title: true,
  goalAmount: true,
  userId: true,
  createdAt: true,
  owner: true,
})

export function parsePending(documents: readonly unknown[]): PendingCampaign[] {
  return documents.flatMap((document) => {
    const { data } = z.safeParse(pendingDocument, document)
    if (!data) return []
    const { _id, goalAmount, userId, owner, ...campaign } = data
    return [
      {
        ...campaign,
        id: toCampaignId(_id),
        ownerUid: userId,
        goal: goalAmount,
        owner: owner ?? noOwner,
      },
    ]
  })
}

const noOwner = { firstname: '', lastname: '' }

function toCampaign(document: z.output<typeof campaignDocument>): StoredCampaign {
  const { _id, _rev, goalAmount, name, email, phone, userId, slug, ...fields } = document
  const { subAccountId, bank, last4, isContactPublic, images, owner, ...campaign } = fields
  const id = toCampaignId(_id)
  return {
    ...campaign,
    id,
    slug: slug ?? id,
    ownerUid: userId,
    owner: owner ?? noOwner,
    goal: goalAmount,
    images: (images ?? []).flatMap(toImages),
    contact: { name, email, phone, isPublic: isContactPublic ?? false },
    bankAccount: { bankCode: bank, last4, subAccountCode: subAccountId },
  }
}

/** Our images have their id as the key, and an asset once they are public. Images of other programs are identified by their asset. */
function toImages(image: z.output<typeof imageSchema>): Image[] {
  const [, , assetWidth, assetHeight] = assetIdPattern.exec(image.asset) ?? []
  const { _key, asset, alt, placeholder, hotspot } = image
  const width = image.width ?? Number(assetWidth)
  const height = image.height ?? Number(assetHeight)
  const isOwn = /^[0-9a-f]{64}$/.test(_key)
  const id = isOwn ? _key : asset
  if (!(isOwn || assetWidth !== undefined) || !(width > 0 && height > 0)) return []
  return [
    {
      id,
      width,
      height,
      alt,
      ...(hotspot && { focus: { x: toPercent(hotspot.x), y: toPercent(hotspot.y) } }),
      ...(placeholder && { placeholder }),
    },
  ]
}

function toPercent(share: number): number {
  return Math.round(Math.min(Math.max(share, 0), 1) * 100)
}

type WritableCampaign = Omit<NewCampaign, 'accountNumberSealed'> & { slug: string }

/** The fields of specification §3 and, under `ajo`, additional ones. `assets` maps image ids to asset ids. */
export function toDocumentFields(campaign: WritableCampaign, assets: ReadonlyMap<string, string>) {
  const { contact, bankAccount, goal: amount } = campaign
  const { title, country, city, category, description } = campaign
  return {
    title,
    country,
    city,
    category,
    goalAmount: toNairaText(amount),
    startDate: campaign.startDate,
    endDate: campaign.endDate,
    ...mapTexts((name) => campaign[name]),
    subAccountId: bankAccount.subAccountCode,
    bank: bankAccount.bankCode,
    name: contact.name,
    phone: contact.phone,
    email: contact.email,
    images: campaign.images.map((image) => toImageFields(image, assets)),
    ajo: {
      createdAt: campaign.createdAt.toISOString(),
      slug: campaign.slug,
      cause: campaign.cause,
      budget: campaign.budget.map((line, index) => ({ _key: String(index), ...line })),
      last4: bankAccount.last4,
      isContactPublic: contact.isPublic,
      country: toSearchText(country),
      city: toSearchText(city),
      words: [...new Set(toWords([title, city, country, category, description].join(' ')))].join(
        ' ',
      ),
    },
  }
}

/** Width and height of the area around a focus point that Sanity's editor shows, as shares of the image. */
const hotspotSize = 0.3

function toImageFields({ id, focus, ...image }: Image, assets: ReadonlyMap<string, string>) {
  const _ref = assetIdPattern.test(id) ? id : assets.get(id)
  return {
    _type: 'image',
    _key: id,
    ...(_ref !== undefined && { asset: { _type: 'reference', _ref } }),
    ...image,
    ...(focus && { hotspot: toHotspot(focus) }),
  }
}

function toHotspot({ x, y }: Focus) {
  const size = { width: hotspotSize, height: hotspotSize }
  return { _type: 'sanity.imageHotspot', x: x / 100, y: y / 100, ...size }
}

export function toGoal(amount: string | number): Kobo | undefined {
  return parseNaira(String(amount))
}

/** That of a campaign without donations. */
export const toFirstRanking = ({ createdAt }: { createdAt: Date }) => ({
  raised: 0,
  share: 0,
  trend: Math.floor(createdAt.getTime() / 1_000),
})

/** Goal amounts are text (specification §3). */
function toNairaText(amount: Kobo): string {
  return `${Math.trunc(amount / 100)}.${String(kobo(amount % 100)).padStart(2, '0')}`
}

/** Sanity has no binary fields. The value is encrypted (readings C8). */
export function toText(sealed: Uint8Array): string {
  return Buffer.from(sealed).toString('base64url')
}

/** Accepts any value and falls back when it does not match, because other programs can write to the dataset. */
export function fieldOr<Schema extends z.ZodMiniType>(schema: Schema, fallback: z.output<Schema>) {
  return z.pipe(
    z.unknown(),
    z.transform((value): z.output<Schema> => {
      const result = z.safeParse(schema, value)
      return result.success ? result.data : fallback
    }),
  )
}
