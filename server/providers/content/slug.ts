import { randomInt } from 'node:crypto'

import * as z from 'zod/mini'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { NewCampaign } from './content.ts'

const maxLength = 60
const hookedLetters: Record<string, string> = {
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ŋ: 'n',
  ə: 'e',
  ɔ: 'o',
  ɛ: 'e',
}

/** 'Omi fún Ọ̀yọ́!' becomes 'omi-fun-oyo'. */
export function toSlug(title: string): string {
  const words = title
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => hookedLetters[letter] ?? ' ')
    .replaceAll(/['’]/g, '')
    .match(/[a-z0-9]+/g)
  const slug = (words ?? ['campaign']).join('-')
  if (slug.length <= maxLength) return slug
  const cut = slug.slice(0, maxLength + 1)
  const lastDash = cut.lastIndexOf('-')
  return lastDash > maxLength / 2 ? cut.slice(0, lastDash) : slug.slice(0, maxLength)
}

export function toUniqueSlug(slug: string): string {
  const letters = 'bcdfghjkmnpqrstvwxz23456789'
  const suffix = Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
  return `${slug}-${suffix}`
}

/** Checked before every query, because PostgreSQL rejects some bytes. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9-]{1,100}$/i.test(text)
}

export type SlugDigests = Pick<Sealing, 'fingerprint'>

/** Replaces the addresses of a deleted campaign by keyed digests: they may contain names, and no other campaign may get them. */
export async function retireSlugs(
  queries: Transaction,
  digests: SlugDigests,
  campaignId: string,
): Promise<void> {
  const slugs = await queries.values(
    z.string(),
    sql`delete from campaign_slug where campaign_id = ${campaignId} returning slug`,
  )
  for (const slug of slugs)
    await queries.run(
      sql`insert into deleted_campaign_slug (digest, campaign_id)
        values (${toDigest(digests, slug)}, ${campaignId}) on conflict do nothing`,
    )
}

/** Id of the deleted campaign that had the address. */
export async function findRetiredSlug(
  queries: Queries,
  digests: SlugDigests,
  slug: string,
): Promise<string | undefined> {
  const digest = toDigest(digests, slug)
  return queries.value(
    z.string(),
    sql`select campaign_id from deleted_campaign_slug where digest = ${digest}`,
  )
}

const toDigest = (digests: SlugDigests, slug: string) =>
  digests.fingerprint('campaign-slug', slug.toLowerCase())

/** Assigns the slug of the title or, when another campaign has or had it, the slug with a random suffix. */
export async function assignSlug(
  queries: Queries,
  { id, title }: Pick<NewCampaign, 'id' | 'title'>,
  digests: SlugDigests | undefined,
): Promise<string> {
  const titleSlug = toSlug(title)
  for (let slug = titleSlug; ; slug = toUniqueSlug(titleSlug)) {
    if (!(await claimSlug(queries, { id, slug }))) continue
    // After the claim, which waits for a deletion of the address that is under way.
    const isRetired = digests && (await findRetiredSlug(queries, digests, slug)) !== undefined
    if (!isRetired) return slug
    await queries.run(sql`delete from campaign_slug where slug = ${slug} and campaign_id = ${id}`)
  }
}

/** False when the slug belongs to another campaign. Earlier slugs of a campaign stay its own. */
async function claimSlug(
  queries: Queries,
  { id, slug }: { id: string; slug: string },
): Promise<boolean> {
  const claimed = await queries.run(
    sql`insert into campaign_slug as existing (slug, campaign_id) values (${slug}, ${id})
      on conflict (slug) do update set campaign_id = excluded.campaign_id
      where existing.campaign_id = excluded.campaign_id`,
  )
  return claimed === 1
}
