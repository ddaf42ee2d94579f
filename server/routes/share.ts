import { Hono } from 'hono'

import { kobo } from '#shared/money.ts'
import { shareVersion } from '#shared/share.ts'

import type { CampaignTotals } from '../campaigns/views/campaign-response.ts'
import type { Env } from '../http/context.ts'
import { gate, noSubject } from '../http/gate.ts'
import * as may from '../policy/rules.ts'
import type { ContentStore } from '../providers/content/content.ts'
import { toShareImageSvg } from '../share/share-image-svg.ts'
import type { ShareImages } from '../share/share-images.ts'
import type { Feeds } from '../share/feeds.ts'

type ShareRoutesDeps = {
  content: ContentStore
  totals: Pick<CampaignTotals, 'campaignTotals'>
  shareImages: ShareImages
  feeds: Feeds
}

/** Link previews, the sitemap, the RSS feed and robots.txt. */
export function shareRoutes({ content, totals, shareImages, feeds }: ShareRoutesDeps) {
  return new Hono<Env>()
    .get('/share/:id', gate(may.readShareImage, content.findCampaign), async (c) => {
      const campaign = c.var.subject
      const { raised = kobo(0) } =
        (await totals.campaignTotals([campaign.id])).get(campaign.id) ?? {}
      const image = await shareImages.render(toShareImageSvg({ ...campaign, raised }))
      const isCurrent = c.req.query('v') === shareVersion({ ...campaign, raised })
      return c.body(image, 200, {
        'content-type': 'image/png',
        'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
        'content-security-policy': "default-src 'none'; sandbox",
        // Other sites embed the image.
        'cross-origin-resource-policy': 'cross-origin',
      })
    })
    .get('/sitemap.xml', gate(may.readFeed, noSubject), async (c) =>
      c.body(await feeds.sitemap(), 200, toHeaders('application/xml; charset=utf-8')),
    )
    .get('/campaigns.rss', gate(may.readFeed, noSubject), async (c) =>
      c.body(await feeds.rss(), 200, toHeaders('application/rss+xml; charset=utf-8')),
    )
    .get('/robots.txt', gate(may.readFeed, noSubject), (c) =>
      c.body(feeds.robots(), 200, toHeaders('text/plain; charset=utf-8')),
    )
}

const toHeaders = (type: string) => ({
  'content-type': type,
  'cache-control': 'public, max-age=600',
})
