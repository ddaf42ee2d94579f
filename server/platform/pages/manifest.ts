import { readFileSync } from 'node:fs'

import * as z from 'zod/mini'

import type { Language } from '#shared/language.ts'
import type { PageScript } from '#shared/page.ts'

import { splitStylesSchema, type SplitStyles } from './document-styles.ts'

const chunkSchema = z.object({
  file: z.string(),
  css: z.optional(z.array(z.string())),
  imports: z.optional(z.array(z.string())),
})
const chunksSchema = z.record(z.string(), chunkSchema)
type Chunks = z.output<typeof chunksSchema>

/** The built files for the sources of pages. */
export interface Manifest {
  styles: string[]
  splitStyles: SplitStyles
  /** Fonts for text and for the naira sign, preloaded before the style sheet asks for them. */
  fonts: { latin: string; naira: string }
  /** The first script of a page. It loads the others. */
  starter: string
  getEntry: (script: PageScript) => string
  /** URLs of all modules that these sources import, the entry first. */
  listModules: (script: PageScript, sources: readonly string[]) => string[]
  /** URLs of the modules that the copy of a donation form loads without a connection. */
  offlineModules: string[]
}

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

export function toManifest(built: Built): Manifest {
  const app = z.parse(chunksSchema, built.app)
  const visit = z.parse(chunksSchema, built.visit)
  const scripts = {
    app: { chunks: app, entry: 'web/main.tsx' },
    visit: { chunks: visit, entry: 'web/visit.tsx' },
  }
  const listModules: Manifest['listModules'] = (script, sources) => {
    const { chunks, entry } = scripts[script]
    return [...listImports(chunks, [entry, ...sources])].map((key) => getFile(chunks, key))
  }
  return {
    styles: (getChunk(app, scripts.app.entry).css ?? []).map((file) => `/${file}`),
    splitStyles: z.parse(splitStylesSchema, built.styles),
    fonts: {
      latin: getFile(app, 'web/fonts/jakarta-latin.woff2'),
      naira: getFile(app, 'web/fonts/jakarta-naira.woff2'),
    },
    starter: getFile(z.parse(chunksSchema, built.start), 'web/start.ts'),
    getEntry: (script) => getFile(scripts[script].chunks, scripts[script].entry),
    listModules,
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
