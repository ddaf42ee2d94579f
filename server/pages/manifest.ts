import { readFileSync } from 'node:fs'

import * as z from 'zod/mini'

const chunkSchema = z.object({
  file: z.string(),
  css: z.optional(z.array(z.string())),
  imports: z.optional(z.array(z.string())),
})
const manifestSchema = z.record(z.string(), chunkSchema)

/** Which built files stand for which sources. */
export interface Manifest {
  entry: string
  starter: string
  styles: string[]
  /** Addresses of all modules that a page of these sources is made of, the entry first. */
  modulesOf: (sources: readonly string[]) => string[]
}

/** Reads the manifest that Vite leaves in the folder it builds into. */
export function readManifest(root: string): Manifest {
  return manifestOf(JSON.parse(readFileSync(`${root}/.vite/manifest.json`, 'utf8')))
}

export function manifestOf(json: unknown): Manifest {
  const chunks = z.parse(manifestSchema, json)
  const entry = chunk(chunks, 'web/main.tsx')
  return {
    entry: `/${entry.file}`,
    starter: `/${chunk(chunks, 'web/start.ts').file}`,
    styles: (entry.css ?? []).map((file) => `/${file}`),
    modulesOf: (sources) => {
      const seen = new Set<string>()
      const add = (key: string) => {
        if (seen.has(key) || !(key in chunks)) return
        seen.add(key)
        for (const imported of chunks[key]?.imports ?? []) add(imported)
      }
      for (const source of ['web/main.tsx', ...sources]) add(source)
      return [...seen].map((key) => `/${chunk(chunks, key).file}`)
    },
  }
}

function chunk(chunks: z.output<typeof manifestSchema>, key: string) {
  const found = chunks[key]
  if (found === undefined) throw new Error(`${key} is not in the build manifest`)
  return found
}
