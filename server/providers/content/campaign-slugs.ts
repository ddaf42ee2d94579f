import type { Queries } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { NewCampaign } from './content.ts'
import { slugBeside, slugOf } from './slug.ts'

/** The title's own address if it is free or was this campaign's before, otherwise one beside it. */
export async function takeSlug(
  queries: Queries,
  { id, title }: Pick<NewCampaign, 'id' | 'title'>,
): Promise<string> {
  const plain = slugOf(title)
  for (let slug = plain; ; slug = slugBeside(plain))
    if (await holdSlug(queries, { id, slug })) return slug
}

/** False if it leads to another campaign. */
export async function holdSlug(
  queries: Queries,
  { id, slug }: { id: string; slug: string },
): Promise<boolean> {
  const held = await queries.run(
    sql`insert into campaign_slug as held (slug, campaign_id) values (${slug}, ${id})
      on conflict (slug) do update set campaign_id = excluded.campaign_id
      where held.campaign_id = excluded.campaign_id`,
  )
  return held === 1
}
