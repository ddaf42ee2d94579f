import * as z from 'zod/mini'

import { koboSchema } from './kobo-schema.ts'

/** Printed on posters and cards and put into frames on other sites, in place of a person's code. */
export const fixedSources = ['poster', 'card', 'embed'] as const

/** Without vowels, so that no code spells a word. */
export const linkCodeLetters = 'bcdfghjkmnpqrstvwxyz23456789'
const codePattern = /^[bcdfghjkmnpqrstvwxyz2-9]{8}$/

/** The last part of `/c/{slug}/{code}`. */
export function isLinkCode(code: string): boolean {
  return codePattern.test(code) || fixedSources.some((fixed) => fixed === code)
}

export const createdLinkSchema = z.object({ token: z.string() })

/** GET /api/personal-links/{token}. `amount` is the sum of the first `counted` people. */
export const personalLinkSchema = z.object({
  code: z.string(),
  people: z.int(),
  counted: z.int(),
  amount: koboSchema,
  campaign: z.object({ id: z.string(), slug: z.string(), title: z.string() }),
})
export type PersonalLink = z.output<typeof personalLinkSchema>

export const sourceKinds = ['direct', 'personal', ...fixedSources] as const

/** GET /api/campaigns/{id}/sources: where the campaign's donations came from. */
export const donationSourcesSchema = z.object({
  sources: z.array(z.object({ kind: z.enum(sourceKinds), donations: z.int(), raised: koboSchema })),
})
export type DonationSources = z.output<typeof donationSourcesSchema>
