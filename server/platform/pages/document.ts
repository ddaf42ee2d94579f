import type { Language } from '#shared/language.ts'
import { pageDataId, type PageData, type RenderedPage, type Site } from '#shared/page.ts'

import type { DocumentStyles } from './document-styles.ts'
import type { Manifest } from './manifest.ts'

type Page = Extract<RenderedPage, { kind: 'page' }>

/** A body up to this length, compressed to a fifth, arrives with its head in the ten segments of TCP's initial window. */
const initialWindowCharacters = 60_000

/**
 * The HTML document around a rendered page. React has escaped `head` and `body`, URLs come from the build, and the data are
 * escaped here. A shell, which shows nothing without its modules, preloads them. A rendered page
 * contains its `styles`, so that the first paint needs no second response; a shell waits for the style sheet.
 */
export function toDocument(
  page: Page,
  data: PageData,
  {
    manifest,
    language,
    styles,
  }: { manifest: Manifest; language: Language; styles: DocumentStyles | undefined },
): string {
  const { modules } = data
  const { latin, naira } = manifest.fonts
  // Most shells will show sums.
  const showsMoney = page.isShell || page.body.includes('₦')
  const fonts = (showsMoney ? [latin, naira] : [latin])
    .map((href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`)
    .join('')
  const style = styles ? `<style>${styles.text}</style>` : linkStyles(manifest)
  // Browsers paint what has arrived, so centred content would move. A short document waits until it is complete.
  const waitForBody =
    page.body.length < initialWindowCharacters
      ? `<link rel="expect" href="#${pageDataId}" blocking="render">`
      : ''
  const preloads = page.isShell
    ? modules.map((href) => `<link rel="modulepreload" href="${href}">`).join('')
    : ''
  const head = `${waitForBody}${style}${fonts}${preloads}${page.head}`
  const structured = page.structuredData
    ? `\n<script type="application/ld+json">${toScriptText(page.structuredData)}</script>`
    : ''
  return toHtml(
    language,
    head,
    `<div id="root">${page.body}</div>
<script type="application/json" id="${pageDataId}">${toScriptText(data)}</script>${structured}
<script defer src="${manifest.starter}"></script>`,
  )
}

const linkStyles = ({ styles }: Pick<Manifest, 'styles'>) =>
  styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('')

/** A document without scripts, for browsers that run none. */
export function toPlainDocument(
  { head, body }: { head: string; body: string },
  { manifest, language }: { manifest: Pick<Manifest, 'styles'>; language: Language },
): string {
  return toHtml(language, linkStyles(manifest) + head, `<div id="root">${body}</div>`)
}

function toHtml(language: Language, head: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#fcfaf5" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0b1713" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/app.webmanifest">
</head>
<body>
${body}
</body>
</html>
`
}

export function toPageData(page: Page, site: Site, manifest: Manifest): PageData {
  return {
    site,
    entry: manifest.getEntry(page.script),
    modules: manifest.listModules(page.script, page.sources),
    styles: page.isShell ? [] : manifest.styles,
    hydration: page.hydration,
    isShell: page.isShell,
  }
}

/** JSON that cannot close the script element around it. */
function toScriptText(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
