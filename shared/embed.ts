import { escapeMarkup } from './escape-markup.ts'
import type { Language } from './language.ts'

/** The size in pixels of the card that other websites show in a frame. */
export const embedSize = { width: 360, height: 480 }

const toSlug = (slug: string) => encodeURIComponent(slug)
export const embedPath = (slug: string): string => `/embed/${toSlug(slug)}`
/** What a campaign raised over time. */
export const chartPath = (slug: string, language: Language): string =>
  `/c/${toSlug(slug)}/chart.svg?lang=${language}`
export const badgePath = (slug: string): string => `/c/${toSlug(slug)}/badge.svg`
/** Donations through it are counted as coming from other websites. */
export const embedLinkPath = (slug: string): string => `/c/${toSlug(slug)}/embed`

export const oembedFormats = ['json', 'xml'] as const
export type OembedFormat = (typeof oembedFormats)[number]
export const oembedPath = (url: string, format: OembedFormat): string =>
  `/oembed?${new URLSearchParams({ url, format })}`

type Campaign = { origin: string; slug: string; title: string }

export function toFrameSnippet({ origin, slug, title }: Campaign, size = embedSize): string {
  const { width, height } = size
  return `<iframe src="${origin}${embedPath(slug)}" title="${escapeMarkup(title)}" width="${width}" height="${height}" frameborder="0" loading="lazy"></iframe>`
}

/** What organisers copy into other websites. `label` says what the link is for. */
export function toSnippets({ origin, slug, title, label }: Campaign & { label: string }) {
  const link = origin + embedLinkPath(slug)
  const badge = origin + badgePath(slug)
  const text = escapeMarkup(label)
  return {
    frame: toFrameSnippet({ origin, slug, title }),
    button: `<a href="${link}">${text}</a>`,
    badgeHtml: `<a href="${link}"><img src="${badge}" alt="${text}" height="28"></a>`,
    badgeMarkdown: `[![${label.replaceAll(/[[\]\\]/g, '\\$&')}](${badge})](${link})`,
  }
}
