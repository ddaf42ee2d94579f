import { existsSync } from 'node:fs'

import type { Plugin } from 'vite'

import type { Language } from '#shared/language.ts'

/** Modules with text for people (scripts/texts.ts). Translations are in a subfolder named after the language. */
const texts = /(\/(?:web|shared)\/text)(\/[\w-]+\.ts)$/

/** Vite plugin for a build in one language: resolves `web/text/landing.ts` to `web/text/pcm/landing.ts`. */
export function languagePlugin(language: Language): Plugin {
  return {
    name: `language-${language}`,
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!source.endsWith('.ts')) return null
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      const translated = found?.id.replace(texts, `$1/${language}$2`)
      return translated !== undefined && existsSync(translated) ? translated : found
    },
  }
}
