import { Hono, type Context } from 'hono'
import * as z from 'zod/mini'

import { oembedFormats } from '#shared/embed.ts'
import { languageCodes } from '#shared/language.ts'
import { invalid } from '#shared/messages.ts'
import { oneLine } from '#shared/text.ts'

import { parseInput, Refused, type Env } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { toCacheControl, type CampaignSubjects } from '../staff/moderation/campaign-subjects.ts'
import { isAllowed } from '../platform/policy/rule.ts'
import * as may from '../platform/policy/rules.ts'
import type { Embeds } from '../platform/share/embeds.ts'

type Deps = { subjects: CampaignSubjects; embeds: Embeds }

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
export function embedRoutes({ subjects, embeds }: Deps) {
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
