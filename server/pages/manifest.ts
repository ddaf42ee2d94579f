import { readFileSync } from 'node:fs'

import * as z from 'zod/mini'

import type { Language } from '#shared/language.ts'
import type { PageScript } from '#shared/page.ts'

const chunkSchema = z.object({
  file: z.string(),
  css: z.optional(z.array(z.string())),
  imports: z.optional(z.array(z.string())),
})
const chunksSchema = z.record(z.string(), chunkSchema)
type Chunks = z.output<typeof chunksSchema>

/** Which built files stand for which sources. */
export interface Manifest {
  styles: string[]
  /** What every page is written in, and what money is: fetched before the style sheet names them. */
  fonts: { latin: string; naira: string }
  /** The first script of a rendered page, which fetches the others. */
  starter: string
  entryOf: (script: PageScript) => string
  /** Addresses of all modules that a page of these sources is made of, the entry first. */
  modulesOf: (script: PageScript, sources: readonly string[]) => string[]
}

/** Reads the manifests that Vite leaves in the folder it builds into, those of one language. */
export function readManifest(root: string, language: Language): Manifest {
  const read = (name: string): unknown => JSON.parse(readFileSync(`${root}/.vite/${name}`, 'utf8'))
  return manifestOf(read(`app.${language}.json`), read(`visit.${language}.json`))
}

export function manifestOf(appJson: unknown, visitJson: unknown): Manifest {
  const app = z.parse(chunksSchema, appJson)
  const visit = z.parse(chunksSchema, visitJson)
  const built = {
    app: { chunks: app, entry: 'web/main.tsx' },
    visit: { chunks: visit, entry: 'web/visit.tsx' },
  }
  return {
    styles: (chunk(app, built.app.entry).css ?? []).map((file) => `/${file}`),
    fonts: {
      latin: fileOf(app, 'web/fonts/jakarta-latin.woff2'),
      naira: fileOf(app, 'web/fonts/jakarta-naira.woff2'),
    },
    starter: fileOf(app, 'web/start.ts'),
    entryOf: (script) => fileOf(built[script].chunks, built[script].entry),
    modulesOf: (script, sources) => {
      const { chunks, entry } = built[script]
      return [...reached(chunks, [entry, ...sources])].map((key) => fileOf(chunks, key))
    },
  }
}

function reached(chunks: Chunks, from: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key) || !(key in chunks)) return
    seen.add(key)
    for (const imported of chunks[key]?.imports ?? []) visit(imported)
  }
  for (const key of from) visit(key)
  return seen
}

function fileOf(chunks: Chunks, key: string): string {
  return `/${chunk(chunks, key).file}`
}

function chunk(chunks: Chunks, key: string) {
  const found = chunks[key]
  if (found === undefined) throw new Error(`${key} is not in the build manifest`)
  return found
}
