import type { CampaignUpdate } from '#shared/campaign-update.ts'
import { escapeMarkup } from '#shared/escape-markup.ts'
import { jpegPath } from '#shared/image.ts'

import type { StoredCampaign } from '../../../providers/content/content.ts'
import { toRss } from '../../../platform/share/rss.ts'

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
      description: toHtml(update, publicUrl),
    })),
  })
}

/** Feed readers show a description as HTML. */
function toHtml({ text, images }: Pick<CampaignUpdate, 'text' | 'images'>, publicUrl: string) {
  const pictures = images.map(({ id, alt }) => {
    const { href } = new URL(jpegPath(id, 640), publicUrl)
    return `<p><img src="${escapeMarkup(href)}" alt="${escapeMarkup(alt)}"></p>`
  })
  return `<p>${escapeMarkup(text).replaceAll('\n', '<br>')}</p>${pictures.join('')}`
}
