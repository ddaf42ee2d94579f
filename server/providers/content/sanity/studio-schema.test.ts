import { beforeEach, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'

import { genders } from '#shared/gender.ts'
import {
  basicSchema,
  campaignStatuses,
  contactFields,
  informationFields,
} from '#shared/campaign.ts'
import { categories, causes } from '#shared/category.ts'
import { kobo } from '#shared/money.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { newCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { hostedContent, sampleUser } from '#test/support/campaigns/hosted-content.ts'
import { ada } from '#test/support/people/people.ts'

import { campaign, schemaTypes, user, type Field } from '../../../../deploy/sanity/schema.ts'

const { database } = await freshDatabase()
const { content, fakeSanity, ...hosted } = await hostedContent(database)

beforeEach(async () => {
  await hosted.empty()
})

type Fields = Record<string, unknown>
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The places of a document, without those that Sanity itself adds, such as `_id`, `asset` and `hotspot`. */
function listPlaces(value: Fields, prefix = ''): string[] {
  return Object.entries(value)
    .filter(([name]) => !name.startsWith('_') && !['asset', 'hotspot'].includes(name))
    .flatMap(([name, inner]) => {
      const place = `${prefix}${name}`
      const first: unknown = Array.isArray(inner) ? inner[0] : inner
      return isObject(first) ? [place, ...listPlaces(first, `${place}.`)] : [place]
    })
}

function listFields(fields: readonly Field[], prefix = ''): string[] {
  return fields.flatMap(({ name, fields: inner, of }) => {
    const place = `${prefix}${name}`
    const nested = inner ?? of?.flatMap((item) => item.fields ?? []) ?? []
    return [place, ...listFields(nested, `${place}.`)]
  })
}

/** The types of fields that can hold a value. */
function toTypes(value: unknown): Field['type'][] {
  if (Array.isArray(value)) return ['array']
  if (isObject(value)) return '_ref' in value ? ['reference'] : ['object']
  if (typeof value === 'number') return ['number']
  return typeof value === 'boolean' ? ['boolean'] : ['string', 'text', 'date', 'datetime']
}

/** In an array, that of its first item. */
const findValue = (stored: Fields, place: string) =>
  place
    .split('.')
    .reduce<unknown>(
      (found, key) => (Array.isArray(found) ? found[0] : (found as Fields))[key] as unknown,
      stored,
    )

function findFields(fields: readonly Field[], place: string): Field | undefined {
  const [name, ...rest] = place.split('.')
  const field = fields.find((each) => each.name === name)
  if (!field || rest.length === 0) return field
  const nested = field.fields ?? field.of?.flatMap((item) => item.fields ?? []) ?? []
  return findFields(nested, rest.join('.'))
}

const image = {
  id: 'a'.repeat(64),
  width: 10,
  height: 20,
  alt: 'A well',
  placeholder: '0'.repeat(72),
  focus: { x: 20, y: 30 },
}

async function storeDocuments() {
  await content.insertUser({ ...sampleUser, uid: ada.uid })
  const budget = [{ text: 'A pump', key: 'Pump', amount: kobo(600_000_00) }]
  const named = { category: 'other', cause: 'legal' } as const
  const stored = newCampaignBy(ada, { images: [image], budget, ...named })
  await content.insertCampaign(stored)
  const documents = [...fakeSanity.documents.values()]
  const find = (type: string): Fields => documents.find(({ _type }) => _type === type) ?? {}
  return { campaign: find('campaign'), user: find('user') }
}

describe('the schema of the studio', () => {
  it.each(schemaTypes)(
    'has exactly the fields that Ajo writes, and their types: $name',
    async ({ name, fields }) => {
      const stored = (await storeDocuments())[name as 'campaign' | 'user']
      expect(listFields(fields).toSorted()).toEqual(listPlaces(stored).toSorted())
      const wrong = listPlaces(stored).filter((place) => {
        const type = findFields(fields, place)?.type
        return type === undefined || !toTypes(findValue(stored, place)).includes(type)
      })
      expect(wrong).toEqual([])
    },
  )

  it.each([
    ['status', campaign.fields, campaignStatuses],
    ['category', campaign.fields, categories],
    ['ajo.cause', campaign.fields, causes],
    ['gender', user.fields, genders],
  ] as const)('offers for %s what Ajo accepts', (place, fields, accepted) => {
    const { list = [] } = findFields(fields, place)?.options ?? {}
    expect(list.map(({ value }) => value)).toEqual(accepted)
  })

  const texts: Record<string, z.ZodMiniType> = {
    title: basicSchema.shape.title,
    country: basicSchema.shape.country,
    city: basicSchema.shape.city,
    description: informationFields.description,
    raiseMoneyFor: informationFields.raiseMoneyFor,
    importance: informationFields.importance,
    impact: informationFields.impact,
    name: contactFields.name,
  }

  it.each(Object.entries(texts))('limits %s as the form of Ajo does', (name, schema) => {
    const { limit = 0 } = readRules(findFields(campaign.fields, name))
    expect(schema.safeParse('x'.repeat(limit)).success).toBe(true)
    expect(schema.safeParse('x'.repeat(limit + 1)).success).toBe(false)
  })

  it('has a limit for no other text', () => {
    const limited = campaign.fields.filter((field) => readRules(field).limit !== undefined)
    expect(limited.map(({ name }) => name).toSorted()).toEqual(Object.keys(texts).toSorted())
  })

  it('accepts the goal that Ajo writes', async () => {
    const { pattern = /^$/ } = readRules(findFields(campaign.fields, 'goalAmount'))
    const { campaign: stored } = await storeDocuments()
    expect(stored.goalAmount).toMatch(pattern)
    for (const goal of ['100.00', '10000000000000.00']) expect(goal).toMatch(pattern)
  })
})

/** What a field's validation asks for. */
function readRules(field: Field | undefined): { limit?: number; pattern?: RegExp } {
  const asked: { limit?: number; pattern?: RegExp } = {}
  const rule = {
    required: () => rule,
    max: (limit: number) => {
      asked.limit = limit
      return rule
    },
    regex: (pattern: RegExp) => {
      asked.pattern = pattern
      return rule
    },
  }
  field?.validation?.(rule)
  return asked
}
