import * as z from 'zod/mini'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'

export type SlugDigests = Pick<Sealing, 'fingerprint'>

const slugRow = z.object({ slug: z.string() })
const ownerRow = z.object({ campaignId: z.string() })

/** Replaces the addresses of a deleted campaign by keyed digests: they may contain names, and no other campaign may get them. */
export async function retireSlugs(
  queries: Transaction,
  digests: SlugDigests,
  campaignId: string,
): Promise<void> {
  const slugs = await queries.rows(
    slugRow,
    sql`delete from campaign_slug where campaign_id = ${campaignId} returning slug`,
  )
  for (const { slug } of slugs)
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
  const row = await queries.row(
    ownerRow,
    sql`select campaign_id as "campaignId" from deleted_campaign_slug
      where digest = ${toDigest(digests, slug)}`,
  )
  return row?.campaignId
}

const toDigest = (digests: SlugDigests, slug: string) =>
  digests.fingerprint('campaign-slug', slug.toLowerCase())
