import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { NewCampaign } from './content.ts'
import { findRetiredSlug, type SlugDigests } from './retired-slugs.ts'
import { toSlug, toUniqueSlug } from './slug.ts'

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
