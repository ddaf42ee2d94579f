import { Hono } from 'hono'
import { compress } from 'hono/compress'

import { kobo } from '#shared/money.ts'
import { shareVersion, type SharePicture } from '#shared/share.ts'

import type { Posters } from '../campaigns/posters/posters.ts'
import { getLanguage } from '../platform/http/language.ts'
import type { CampaignTotals } from '../campaigns/views/campaign-response.ts'
import { Refused, type Env } from '../platform/http/context.ts'
import { toStream } from '../platform/http/csv.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { toCacheControl, type CampaignSubjects } from '../staff/moderation/campaign-subjects.ts'
import * as may from '../platform/policy/rules.ts'
import { imageCacheControl } from '../platform/images/image-storage.ts'
import type { ShareImages } from '../platform/share/share-images.ts'
import { UnknownCursor, type StoredCampaign } from '../providers/content/content.ts'
import type { Feeds } from '../platform/share/feeds.ts'
import { rssType } from '../platform/share/rss.ts'
import type { Sitemap } from '../platform/share/sitemap.ts'

type ShareRoutesDeps = {
  subjects: CampaignSubjects
  totals: Pick<CampaignTotals, 'campaignTotals'>
  shareImages: ShareImages
  posters: Posters
  feeds: Feeds
  sitemap: Sitemap
}

/** Link previews, the sitemap, the RSS feeds, and files that programs look for at fixed addresses. */
export function shareRoutes(deps: ShareRoutesDeps) {
  const { subjects, totals, shareImages, posters, feeds, sitemap } = deps
  const draw = async (picture: SharePicture, campaign: StoredCampaign, version?: string) => {
    const { raised = kobo(0) } = (await totals.campaignTotals([campaign.id])).get(campaign.id) ?? {}
    const pictured = { ...campaign, raised, image: campaign.images[0] ?? null }
    const headers = {
      'content-type': 'image/jpeg',
      'cache-control': toCacheControl(
        campaign,
        version === shareVersion(pictured) ? imageCacheControl : 'public, max-age=300',
      ),
      'content-security-policy': "default-src 'none'; sandbox",
      // Other sites embed the image.
      'cross-origin-resource-policy': 'cross-origin',
    }
    return [await shareImages.render(picture, pictured), 200, headers] as const
  }
  return (
    new Hono<Env>()
      .get('/share/:id', gate(may.readShareImage, subjects.findPublic), async (c) =>
        c.body(...(await draw('preview', c.var.subject, c.req.query('v')))),
      )
      .get('/share/:id/status', gate(may.readShareImage, subjects.findPublic), async (c) =>
        c.body(...(await draw('status', c.var.subject, c.req.query('v')))),
      )
      .get(
        '/share/:id/:format{(poster|card)\\.pdf}',
        gate(may.downloadPoster, subjects.findPublic),
        async (c) => {
          const format = c.req.param('format') === 'card.pdf' ? 'card' : 'poster'
          const pdf = await posters.draw(format, c.var.subject, getLanguage(c))
          return c.body(pdf, 200, {
            'content-type': 'application/pdf',
            'cache-control': 'private, max-age=300',
            'content-disposition': `inline; filename="ajo-${format}.pdf"`,
          })
        },
      )
      .get('/sitemap.xml', compress(), gate(may.readFeed, noSubject), async (c) =>
        c.body(toStream(await sitemap.writeWhole()), 200, toHeaders(xml)),
      )
      .get('/sitemap/:part{.+\\.xml}', compress(), gate(may.readFeed, noSubject), async (c) => {
        const part = await findPart(sitemap, c.req.param('part').slice(0, -'.xml'.length))
        return c.body(toStream(part), 200, toHeaders(xml))
      })
      .get('/campaigns.rss', gate(may.readFeed, noSubject), async (c) =>
        c.body((await feeds.rss(null)) ?? '', 200, toHeaders(rssType)),
      )
      .get('/campaigns/:feed{.+\\.rss}', gate(may.readFeed, noSubject), async (c) => {
        const feed = await feeds.rss(c.req.param('feed').slice(0, -'.rss'.length))
        if (feed === undefined) throw new Refused('not-found')
        return c.body(feed, 200, toHeaders(rssType))
      })
      .get('/robots.txt', gate(may.readFeed, noSubject), (c) =>
        c.body(feeds.robots(), 200, toHeaders('text/plain; charset=utf-8')),
      )
      .get('/.well-known/security.txt', gate(may.readFeed, noSubject), (c) =>
        c.body(feeds.securityContact(), 200, toHeaders('text/plain; charset=utf-8')),
      )
      // Password managers open it.
      .get('/.well-known/change-password', gate(may.readFeed, noSubject), (c) =>
        c.redirect('/dashboard/settings'),
      )
  )
}

const xml = 'application/xml; charset=utf-8'

async function findPart(sitemap: Sitemap, name: string) {
  try {
    return await sitemap.writePart(name)
  } catch (error) {
    throw error instanceof UnknownCursor ? new Refused('not-found') : error
  }
}

const toHeaders = (type: string) => ({
  'content-type': type,
  'cache-control': 'public, max-age=600',
})
