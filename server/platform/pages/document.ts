import { readFileSync } from 'node:fs'

import * as z from 'zod/mini'

import { brand } from '#shared/brand.ts'
import { escapeMarkup } from '#shared/escape-markup.ts'
import type { Language } from '#shared/language.ts'
import {
  pageDataId,
  type PageData,
  type RenderedPage,
  type Site,
  type PageScript,
} from '#shared/page.ts'

import { brandStyles, logo } from '../config/brand.ts'
import { type DocumentStyles, splitStylesSchema } from './document-styles.ts'

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

/** What the texts of the page name in a browser. */
const brandData = brand === 'Ajo' ? '' : ` data-brand="${escapeMarkup(brand)}"`

function toHtml(language: Language, head: string, body: string): string {
  return `<!doctype html>
<html lang="${language}"${brandData}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}${brandStyles && '<link rel="stylesheet" href="/brand.css">'}
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#fcfaf5" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0b1713" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/icon.svg" type="${logo ? 'image/png' : 'image/svg+xml'}">
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

const chunkSchema = z.object({
  file: z.string(),
  css: z.optional(z.array(z.string())),
  imports: z.optional(z.array(z.string())),
})
const chunksSchema = z.record(z.string(), chunkSchema)
type Chunks = z.output<typeof chunksSchema>

/** The built files for the sources of pages. */
export type Manifest = ReturnType<typeof toManifest>

/** Loaded on demand by the page of the form. */
const offlineSources = [
  'web/pages/parts/donation/offline.tsx',
  'web/pages/parts/donation/donate-in-browser.ts',
  'web/pages/parts/donation/donation-schema.ts',
  'web/forms/find-field-errors.ts',
  'web/navigation/record-visit.ts',
]

/** Reads Vite's manifests of one language. */
export function readManifest(root: string, language: Language): Manifest {
  const read = (name: string): unknown => JSON.parse(readFileSync(`${root}/.vite/${name}`, 'utf8'))
  const [app, visit, styles, start] = [
    `app.${language}`,
    `visit.${language}`,
    `styles.${language}`,
    'start',
  ].map((name) => read(`${name}.json`))
  return toManifest({ app, visit, styles, start })
}

type Built = { app: unknown; visit: unknown; styles: unknown; start: unknown }

export function toManifest(built: Built) {
  const app = z.parse(chunksSchema, built.app)
  const visit = z.parse(chunksSchema, built.visit)
  const scripts = {
    app: { chunks: app, entry: 'web/main.tsx' },
    visit: { chunks: visit, entry: 'web/visit.tsx' },
  }
  /** URLs of all modules that these sources import, the entry first. */
  const listModules = (script: PageScript, sources: readonly string[]) => {
    const { chunks, entry } = scripts[script]
    return [...listImports(chunks, [entry, ...sources])].map((key) => getFile(chunks, key))
  }
  return {
    styles: (getChunk(app, scripts.app.entry).css ?? []).map((file) => `/${file}`),
    splitStyles: z.parse(splitStylesSchema, built.styles),
    /** Fonts for text and for the naira sign, preloaded before the style sheet asks for them. */
    fonts: {
      latin: getFile(app, 'web/fonts/jakarta-latin.woff2'),
      naira: getFile(app, 'web/fonts/jakarta-naira.woff2'),
    },
    starter: getFile(z.parse(chunksSchema, built.start), 'web/start.ts'),
    getEntry: (script: PageScript) => getFile(scripts[script].chunks, scripts[script].entry),
    listModules,
    /** URLs of the modules that the copy of a donation form loads without a connection. */
    offlineModules: listModules('visit', offlineSources),
  }
}

function listImports(chunks: Chunks, from: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key) || !(key in chunks)) return
    seen.add(key)
    for (const imported of chunks[key]?.imports ?? []) visit(imported)
  }
  for (const key of from) visit(key)
  return seen
}

function getFile(chunks: Chunks, key: string): string {
  return `/${getChunk(chunks, key).file}`
}

function getChunk(chunks: Chunks, key: string) {
  const found = chunks[key]
  if (found === undefined) throw new Error(`${key} is not in the build manifest`)
  return found
}
