import type { CampaignUpdate } from '#shared/campaign-update.ts'

import type { StoredCampaign } from '../../providers/content/content.ts'
import { toRss } from '../../share/rss.ts'

/** RSS of the newest updates of a campaign. */
export function toUpdateFeed(
  { title, slug }: Pick<StoredCampaign, 'title' | 'slug'>,
  updates: readonly CampaignUpdate[],
  publicUrl: string,
): string {
  const link = new URL(`/c/${slug}/updates`, publicUrl).href
  return toRss({
    title,
    link,
    self: `${link}.rss`,
    description: `Updates from ${title}`,
    items: updates.map(({ id, at, ...update }) => ({
      title: update.title,
      link,
      id,
      at: new Date(at),
      description: update.text,
    })),
  })
}
