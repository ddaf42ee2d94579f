import { escapeMarkup } from '#shared/escape-markup.ts'

export const rssType = 'application/rss+xml; charset=utf-8'

/** Addresses are complete. Texts are escaped here. */
type Channel = { title: string; link: string; self: string; description: string; items: Item[] }
type Item = {
  title: string
  link: string
  /** Where several items share a link. */
  id?: string
  category?: string
  at: Date
  description: string
}

export function toRss({ title, link, self, description, items }: Channel): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${escapeXml(title)}</title>
<link>${escapeXml(link)}</link>
<atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>
<description>${escapeXml(description)}</description>
${items.map(toItem).join('\n')}
</channel></rss>
`
}

function toItem({ title, link, id, category, at, description }: Item): string {
  return `<item>
<title>${escapeXml(title)}</title>
<link>${escapeXml(link)}</link>
<guid isPermaLink="${id === undefined}">${escapeXml(id ?? link)}</guid>
${category === undefined ? '' : `<category>${escapeXml(category)}</category>\n`}<pubDate>${at.toUTCString()}</pubDate>
<description>${escapeXml(description)}</description>
</item>`
}

/** Removes characters that XML does not allow. */
export function escapeXml(text: string): string {
  return escapeMarkup(
    text.toWellFormed().replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''),
  )
}
