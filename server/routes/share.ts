import { Hono } from 'hono'

import { kobo } from '#shared/money.ts'
import { shareVersion } from '#shared/share.ts'

import type { CampaignTotals } from '../campaigns/views/campaign-response.ts'
import type { Env } from '../http/context.ts'
import { gate, nothing } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'
import type { ContentStore } from '../providers/content/content.ts'
import { shareDrawing } from '../share/share-drawing.ts'
import type { SharePictures } from '../share/share-pictures.ts'
import type { Feeds } from '../share/feeds.ts'

type Parts = {
  content: ContentStore
  totals: Pick<CampaignTotals, 'totalsOf'>
  sharePictures: SharePictures
  feeds: Feeds
}

/** What others show of our campaigns: the picture of a link's preview, the site map, the feed. */
export function shareRoutes({ content, totals, sharePictures, feeds }: Parts) {
  return new Hono<Env>()
    .get('/share/:id', gate(may.readSharePicture, content.findCampaign), async (c) => {
      const campaign = c.var.subject
      const { raised = kobo(0) } = (await totals.totalsOf([campaign.id])).get(campaign.id) ?? {}
      const picture = await sharePictures.of(shareDrawing({ ...campaign, raised }))
      const isCurrent = c.req.query('v') === shareVersion({ ...campaign, raised })
      return c.body(picture, 200, {
        'content-type': 'image/png',
        'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
        'content-security-policy': "default-src 'none'; sandbox",
        // Made to be shown elsewhere.
        'cross-origin-resource-policy': 'cross-origin',
      })
    })
    .get('/sitemap.xml', gate(may.readFeed, nothing), async (c) =>
      c.body(await feeds.sitemap(), 200, headersOf('application/xml; charset=utf-8')),
    )
    .get('/campaigns.rss', gate(may.readFeed, nothing), async (c) =>
      c.body(await feeds.rss(), 200, headersOf('application/rss+xml; charset=utf-8')),
    )
    .get('/robots.txt', gate(may.readFeed, nothing), (c) =>
      c.body(feeds.robots(), 200, headersOf('text/plain; charset=utf-8')),
    )
}

const headersOf = (type: string) => ({
  'content-type': type,
  'cache-control': 'public, max-age=600',
})
