import type { CampaignUpdate } from '#shared/campaign-update.ts'

import type { StoredCampaign } from '../../providers/content/content.ts'
import { escapeXml } from '../../share/escape-xml.ts'

/** RSS of the newest updates of a campaign. */
export function toUpdateFeed(
  { title, slug }: Pick<StoredCampaign, 'title' | 'slug'>,
  updates: readonly CampaignUpdate[],
  publicUrl: string,
): string {
  const page = escapeXml(new URL(`/c/${slug}/updates`, publicUrl).href)
  const items = updates.map(
    (update) => `<item>
<title>${escapeXml(update.title)}</title>
<link>${page}</link>
<guid isPermaLink="false">${update.id}</guid>
<pubDate>${new Date(update.at).toUTCString()}</pubDate>
<description>${escapeXml(update.text)}</description>
</item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${escapeXml(title)}</title>
<link>${page}</link>
<atom:link href="${escapeXml(new URL(`/c/${slug}/updates.rss`, publicUrl).href)}" rel="self" type="application/rss+xml"/>
<description>${escapeXml(`Updates from ${title}`)}</description>
${items.join('\n')}
</channel></rss>
`
}
