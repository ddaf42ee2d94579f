import { Hono, type Context } from 'hono'
import { compress } from 'hono/compress'
import * as z from 'zod/mini'

import { kobo } from '#shared/money.ts'
import { shareVersion, type SharePicture } from '#shared/share.ts'
import { oembedFormats } from '#shared/embed.ts'
import { languageCodes } from '#shared/language.ts'
import { invalid } from '#shared/text/invalid.ts'
import { oneLine } from '#shared/text.ts'
import {
  createdLinkSchema,
  donationSourcesSchema,
  personalLinkSchema,
} from '#shared/personal-link.ts'

import { getLanguage } from '../platform/http/language.ts'
import { Refused, type Env, parseInput } from '../platform/http/context.ts'
import { toStream } from '../platform/http/csv.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { toCacheControl } from '../staff/moderation/campaign-subjects.ts'
import * as may from '../platform/policy/rules.ts'
import { imageCacheControl } from '../platform/images/image-storage.ts'
import { toNetwork } from '../platform/rate-limits/scopes.ts'
import { UnknownCursor, type StoredCampaign } from '../providers/content/content.ts'
import { rssType } from '../platform/share/rss.ts'
import type { Sitemap } from '../platform/share/sitemap.ts'
import { isAllowed } from '../platform/policy/rule.ts'
import type { Services } from '../services.ts'

type ShareServices = Pick<
  Services,
  'subjects' | 'shareImages' | 'posters' | 'feeds' | 'sitemap'
> & {
  totals: Pick<Services['totals'], 'campaignTotals'>
}

/** Link previews, the sitemap, the RSS feeds, and files that programs look for at fixed addresses. */
export function shareRoutes(deps: ShareServices) {
  const { subjects, totals, shareImages, posters, feeds, sitemap } = deps
  const draw = async (
    picture: SharePicture,
    campaign: StoredCampaign,
    { version, network }: { version: string | undefined; network: string },
  ) => {
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
    return [await shareImages.render(picture, pictured, network), 200, headers] as const
  }
  return (
    new Hono<Env>()
      .get('/share/:id', gate(may.readShareImage, subjects.findPublic), async (c) =>
        c.body(...(await draw('preview', c.var.subject, toReader(c)))),
      )
      .get('/share/:id/status', gate(may.readShareImage, subjects.findPublic), async (c) =>
        c.body(...(await draw('status', c.var.subject, toReader(c)))),
      )
      .get(
        '/share/:id/:format{(poster|card)\\.pdf}',
        gate(may.downloadPoster, subjects.findPublic),
        async (c) => {
          const format = c.req.param('format') === 'card.pdf' ? 'card' : 'poster'
          const pdf = await posters.draw(format, c.var.subject, {
            language: getLanguage(c),
            network: toNetwork(c.var.clientAddress),
          })
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

const toReader = (c: {
  req: { query: (name: string) => string | undefined }
  var: Env['Variables']
}) => ({ version: c.req.query('v'), network: toNetwork(c.var.clientAddress) })

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

/** The cookie of the language is of our own pages; on other websites the address names the language. */
const languageSchema = z.object({ lang: z._default(z.enum(languageCodes, invalid.input), 'en') })

const pixels = z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)))
const oembedSchema = z.object({
  url: oneLine({ max: 2_000 }),
  format: z._default(z.enum(oembedFormats, invalid.input), 'json'),
  maxwidth: pixels,
  maxheight: pixels,
})

const publicly = 'public, max-age=300'
/** Any website may show the card. No script runs, and nothing leaves it besides links. */
const framePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"

/** What other websites show of a campaign. Cookies change nothing here. */
export function embedRoutes({ subjects, embeds }: Services) {
  return new Hono<Env>()
    .get('/embed/:id', gate(may.readEmbed, subjects.findPublicBySlug), async (c) => {
      const page = await embeds.page(c.var.subject, getAskedLanguage(c))
      return c.body(page, 200, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': toCacheControl(c.var.subject, publicly),
        'content-security-policy': framePolicy,
        // A page with `cross-origin-embedder-policy` shows the frame, too.
        'cross-origin-resource-policy': 'cross-origin',
      })
    })
    .get('/c/:id/badge.svg', gate(may.readEmbed, subjects.findPublicBySlug), async (c) => {
      const badge = await embeds.badge(c.var.subject, getAskedLanguage(c))
      return c.body(badge, 200, {
        'content-type': 'image/svg+xml',
        'cache-control': toCacheControl(c.var.subject, publicly),
        'cross-origin-resource-policy': 'cross-origin',
      })
    })
    .get('/c/:id/chart.svg', gate(may.readEmbed, subjects.findPublicBySlug), async (c) => {
      const chart = await embeds.chart(c.var.subject, getAskedLanguage(c))
      return c.body(chart, 200, {
        'content-type': 'image/svg+xml',
        'cache-control': toCacheControl(c.var.subject, publicly),
      })
    })
    .get('/c/:id/last-day.ics', gate(may.readEmbed, subjects.findPublicBySlug), (c) => {
      const calendar = embeds.calendar(c.var.subject, getLanguage(c))
      if (calendar === undefined) throw new Refused('not-found')
      return c.body(calendar, 200, {
        'content-type': 'text/calendar; charset=utf-8',
        'cache-control': 'private, max-age=300',
        'content-disposition': 'inline; filename="ajo-last-day.ics"',
      })
    })
    .get('/oembed', gate(may.readFeed, noSubject), async (c) => {
      const { url, format, ...limits } = parseInput(oembedSchema, c.req.query())
      const slug = embeds.readSlug(url)
      const campaign = slug === undefined ? undefined : await subjects.findPublicBySlug(slug)
      if (!campaign || !isAllowed(may.readEmbed, c.var.actor, campaign))
        throw new Refused('not-found')
      return c.body(await embeds.oembed(campaign, format, limits), 200, {
        'content-type': format === 'json' ? 'application/json' : 'text/xml; charset=utf-8',
        'cache-control': toCacheControl(campaign, publicly),
      })
    })
}

const getAskedLanguage = (c: Context) => parseInput(languageSchema, c.req.query()).lang

/** Personal links of friends and donors, and the sources of donations for the organiser. */
export function personalLinkRoutes({ subjects, content, donations, personalLinks }: Services) {
  const findDonation = (id: string) => donations.findDonation(id)
  return new Hono<Env>()
    .post(
      '/campaigns/:id/personal-links',
      gate(may.createPersonalLink, subjects.findPublic),
      async (c) => {
        const token = await personalLinks.create(c.var.subject.id)
        return c.json(z.parse(createdLinkSchema, { token }), 201)
      },
    )
    .post('/donations/:id/personal-link', gate(may.createDonorLink, findDonation), async (c) => {
      const token = await personalLinks.createForDonation(c.var.subject)
      return c.json(z.parse(createdLinkSchema, { token }), 201)
    })
    .get('/personal-links/:id', gate(may.readPersonalLink, personalLinks.findLink), async (c) => {
      const { campaignId, code } = c.var.subject
      const campaign = await content.findCampaign(campaignId)
      if (!campaign) throw new Refused('not-found')
      const result = await personalLinks.readResult({ campaignId, code })
      return c.json(z.parse(personalLinkSchema, { code, ...result, campaign }))
    })
    .get('/campaigns/:id/sources', gate(may.readMoney, content.findCampaign), async (c) => {
      // Sums, and nothing about a donor.
      c.set('readSubjects', { count: 0 })
      const sources = await personalLinks.listSources(c.var.subject.id)
      return c.json(z.parse(donationSourcesSchema, { sources }))
    })
}
