import type { Language } from '#shared/language.ts'
import { pageDataId, type PageData, type RenderedPage, type Site } from '#shared/page.ts'

import type { Manifest } from './manifest.ts'

type Page = Extract<RenderedPage, { kind: 'page' }>

/** Compressed to a fifth, such a body arrives with its head, in the first ten segments that a server may send. */
const firstFlightCharacters = 60_000

/**
 * The HTML document around a rendered page. `head` and `body` come escaped from React, addresses from our own build; the data are escaped here.
 * A rendered page gets its script after everything visible has arrived; a frame, which shows nothing yet, at once.
 */
export function documentOf(
  page: Page,
  data: PageData,
  { manifest, language }: { manifest: Manifest; language: Language },
): string {
  const { entry, modules } = data
  const { latin, naira } = manifest.fonts
  // What a frame will show is not known yet; most of it names sums.
  const showsMoney = page.hydration === null || page.body.includes('₦')
  const fonts = (showsMoney ? [latin, naira] : [latin])
    .map((href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`)
    .join('')
  const styles = manifest.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('')
  // What is centred or stands at the bottom would move as more arrives. So it is painted whole, where that costs no time.
  const whole =
    page.body.length < firstFlightCharacters
      ? `<link rel="expect" href="#${pageDataId}" blocking="render">`
      : ''
  const preloads = page.hydration
    ? ''
    : modules.map((href) => `<link rel="modulepreload" href="${href}">`).join('')
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${whole}${styles}${fonts}${preloads}${page.head}
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#fcfaf5" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0b1713" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icon-180.png">
<link rel="manifest" href="/app.webmanifest">
</head>
<body>
<div id="root">${page.body}</div>
<script type="application/json" id="${pageDataId}">${inScript(data)}</script>${page.about ? `\n<script type="application/ld+json">${inScript(page.about)}</script>` : ''}
<script type="module" src="${page.hydration ? manifest.starter : entry}"></script>
</body>
</html>
`
}

export function pageDataOf(page: Page, site: Site, manifest: Manifest): PageData {
  return {
    site,
    entry: manifest.entryOf(page.script),
    modules: manifest.modulesOf(page.script, page.sources),
    hydration: page.hydration,
  }
}

/** JSON that cannot end the script element it stands in. */
function inScript(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
