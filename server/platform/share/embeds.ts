import { brand } from '#shared/brand.ts'
import ical, { ICalAlarmType } from 'ical-generator'

import { daysLeft } from '#shared/day.ts'
import { toLastDay } from '#shared/last-day.ts'
import { toSeconds } from '#shared/duration.ts'
import { embedLinkPath, embedSize, toFrameSnippet, type OembedFormat } from '#shared/embed.ts'
import { escapeMarkup } from '#shared/escape-markup.ts'
import { toFullName } from '#shared/full-name.ts'
import { imagePath, toFocusClass } from '#shared/image.ts'
import type { Language } from '#shared/language.ts'
import { formatNairaInText, kobo, type Kobo } from '#shared/money.ts'
import { sharePath, sharePictures } from '#shared/share.ts'

import { brandStyles, colours } from '../config/brand.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import { texts } from '../../text/texts.ts'
import { formatLagosDay } from '../runtime/lagos-time.ts'
import { escapeXml } from './rss.ts'

type Deps = {
  totals: {
    campaignTotals: (ids: readonly string[]) => Promise<Map<string, { raised: Kobo }>>
    campaignDays: (id: string) => Promise<RaisedDay[]>
  }
  publicUrl: string
  now: () => Date
}
type RaisedDay = { day: string; raised: Kobo }
type Limits = { maxwidth?: number | undefined; maxheight?: number | undefined }

/** What other websites show of a campaign: a card in a frame, its description as oEmbed, and a badge. */
export function openEmbeds({ totals, publicUrl, now }: Deps) {
  const { origin } = new URL(publicUrl)
  const findRaised = async ({ id }: StoredCampaign) =>
    (await totals.campaignTotals([id])).get(id)?.raised ?? kobo(0)

  return {
    async page(campaign: StoredCampaign, language: Language): Promise<string> {
      const raised = await findRaised(campaign)
      return toPage({ campaign, raised, language, origin, isOpen: isOpen(campaign, now()) })
    },

    async badge(campaign: StoredCampaign, language: Language): Promise<string> {
      return toBadge({ campaign, raised: await findRaised(campaign), language })
    },

    /** What was raised over time, for the campaign's page. */
    async chart(campaign: StoredCampaign, language: Language): Promise<string> {
      return toChart(campaign.goal, await totals.campaignDays(campaign.id), language)
    },

    /** The last day to give as a calendar file with an alarm three days before. Undefined for a campaign that ends on no day to come. */
    calendar({ id, slug, title, ...campaign }: StoredCampaign, language: Language) {
      if (campaign.endDate === null || !isOpen(campaign, now())) return undefined
      const calendar = ical({ prodId: `//${brand}//${brand}//EN` })
      calendar.createEvent({
        id: `${id}@${new URL(origin).hostname}`,
        stamp: now(),
        start: new Date(`${toLastDay(campaign.endDate)}T00:00:00Z`),
        allDay: true,
        summary: texts[language].embed.lastDay({ title }),
        url: `${origin}/c/${slug}`,
        alarms: [{ type: ICalAlarmType.display, trigger: toSeconds({ days: 3 }) }],
      })
      return `${calendar.toString()}\r\n`
    },

    async oembed(campaign: StoredCampaign, format: OembedFormat, limits: Limits): Promise<string> {
      const pictured = {
        ...campaign,
        raised: await findRaised(campaign),
        image: campaign.images[0] ?? null,
      }
      const fields = { ...toOembed(campaign, origin, limits), ...toThumbnail(pictured, origin) }
      if (format === 'json') return JSON.stringify(fields)
      const elements = Object.entries(fields).map(
        ([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`,
      )
      return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>\n${elements.join('\n')}\n</oembed>\n`
    },

    readSlug(url: string): string | undefined {
      const address = URL.canParse(url) ? new URL(url) : undefined
      if (address?.origin !== origin) return undefined
      return /^\/c\/([\w-]+)(?:\/[\w-]+)?\/?$/.exec(address.pathname)?.[1]
    },
  }
}

/** Of an oEmbed response. */
const cacheSeconds = 300

const isOpen = ({ status, endDate }: Pick<StoredCampaign, 'status' | 'endDate'>, now: Date) =>
  status === 'approved' && (daysLeft(endDate, now) ?? 1) > 0

function toOembed(campaign: StoredCampaign, origin: string, { maxwidth, maxheight }: Limits) {
  const { slug, title, owner } = campaign
  const size = {
    width: Math.min(embedSize.width, maxwidth ?? embedSize.width),
    height: Math.min(embedSize.height, maxheight ?? embedSize.height),
  }
  return {
    version: '1.0',
    type: 'rich',
    provider_name: brand,
    provider_url: origin,
    title,
    author_name: toFullName(owner),
    cache_age: cacheSeconds,
    html: toFrameSnippet({ origin, slug, title }, size),
    ...size,
  }
}

function toThumbnail(campaign: Parameters<typeof sharePath>[0], origin: string) {
  const { width, height } = sharePictures.preview
  return {
    thumbnail_url: origin + sharePath(campaign),
    thumbnail_width: width,
    thumbnail_height: height,
  }
}

type Shown = { campaign: StoredCampaign; raised: Kobo; language: Language }

/** Rounded down, so that 100 appears only when the goal is reached. */
const toPercent = (raised: Kobo, goal: Kobo) => Math.min(100, Math.floor((raised / goal) * 100))

function toPage(shown: Shown & { origin: string; isOpen: boolean }): string {
  const { campaign, raised, language, origin } = shown
  const text = texts[language].embed
  const { slug, title, owner, goal, images, status } = campaign
  const [image] = images
  const link = `href="${origin}${embedLinkPath(slug)}" target="_blank" rel="noopener"`
  const photo = image
    ? `<img src="${escapeMarkup(imagePath(image.id, 480))}" alt="" width="480" height="270" class="${toFocusClass(image)}">`
    : ''
  const end = status === 'cancelled' ? text.cancelled : text.ended
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeMarkup(title)}</title>
<link rel="canonical" href="${origin}/c/${slug}">
<link rel="stylesheet" href="/embed.css">${brandStyles && '<link rel="stylesheet" href="/brand.css">'}
</head>
<body>
<main>
${photo}
<h1><a ${link}>${escapeMarkup(title)}</a></h1>
<p>${escapeMarkup(text.organiser({ name: toFullName(owner) }))}</p>
<progress max="100" value="${toPercent(raised, goal)}" aria-label="${escapeMarkup(text.raisedSoFar)}"></progress>
<p class="money">${escapeMarkup(describe(shown))}</p>
${shown.isOpen ? '' : `<p>${escapeMarkup(end)}</p>\n`}<p><a class="button" ${link}>${escapeMarkup(shown.isOpen ? text.donate : text.see)}</a></p>
</main>
</body>
</html>
`
}

const describe = ({ campaign, raised, language }: Shown) =>
  texts[language].embed.progress({
    raised: formatNairaInText(raised),
    goal: formatNairaInText(campaign.goal),
  })

/** Wide enough for any system font. */
const letterWidth = 7.5
const labelWidth = 44

function toBadge(shown: Shown): string {
  const { campaign, raised } = shown
  const percent = toPercent(raised, campaign.goal)
  const amounts = `${describe(shown)} (${percent}%)`
  const label = labelWidth
  const value = Math.ceil(amounts.length * letterWidth) + 16
  const width = label + value
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="28" viewBox="0 0 ${width} 28" role="img" aria-labelledby="title" font-family="system-ui, sans-serif" font-size="13">
<title id="title">${escapeXml(`${campaign.title}: ${amounts}`)}</title>
<clipPath id="shape"><rect width="${width}" height="28" rx="6"/></clipPath>
<g clip-path="url(#shape)">
<rect width="${width}" height="28" fill="${colours.mint}"/>
<rect width="${label}" height="28" fill="${colours.deep}"/>
<rect x="${label}" y="24" width="${Math.round((value * percent) / 100)}" height="4" fill="#0b6b4f"/>
<text x="${label / 2}" y="18" fill="#ffffff" font-weight="700" text-anchor="middle">${escapeXml(brand)}</text>
<text x="${label + value / 2}" y="17" fill="${colours.deep}" text-anchor="middle">${escapeXml(amounts)}</text>
</g>
</svg>
`
}

const plot = { left: 10, right: 310, top: 34, bottom: 130 }

/** Steps from day to day with a line at the goal, once half of it is raised. The public ledger has the same figures as a table. */
function toChart(goal: Kobo, days: readonly RaisedDay[], language: Language): string {
  const text = texts[language].embed
  const [first, last] = [days[0], days.at(-1)]
  const highest = Math.max(1, ...days.map(({ raised }) => raised))
  const hasGoal = highest * 2 >= goal
  const top = hasGoal ? Math.max(highest, goal) : highest
  const toX = scale(
    Date.parse(first?.day ?? ''),
    Date.parse(last?.day ?? ''),
    plot.left,
    plot.right,
  )
  const toY = scale(0, top, plot.bottom, plot.top)
  const steps = days.map(({ day, raised }) => `H${toX(Date.parse(day))}V${toY(raised)}`).join('')
  const toDay = (at: RaisedDay | undefined) => (at ? formatLagosDay(new Date(at.day)) : '')
  const raised = formatNairaInText(last?.raised ?? kobo(0))
  const summary = text.progress({ raised, goal: formatNairaInText(goal) })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="160" viewBox="0 0 320 160" role="img" aria-labelledby="title" font-family="system-ui, sans-serif" font-size="12" fill="#10221c">
<title id="title">${escapeXml(summary)}</title>
<rect width="320" height="160" rx="12" fill="#fcfaf5"/>
<text x="${plot.left}" y="20" font-weight="700">${escapeXml(summary)}</text>
<path d="M${plot.left} ${plot.bottom}${steps}H${plot.right}V${plot.bottom}z" fill="${colours.mint}" stroke="${colours.forest}" stroke-width="2"/>
${hasGoal ? `<path d="M${plot.left} ${toY(goal)}H${plot.right}" stroke="#b93a1e" stroke-width="2" stroke-dasharray="6 4"/>\n` : ''}<text x="${plot.left}" y="150">${escapeXml(toDay(first))}</text>
<text x="${plot.right}" y="150" text-anchor="end">${escapeXml(toDay(last))}</text>
</svg>
`
}

function scale(from: number, to: number, start: number, end: number) {
  return (value: number) => Math.round(start + ((value - from) / (to - from || 1)) * (end - start))
}
