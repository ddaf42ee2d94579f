import { existsSync } from 'node:fs'

import type { Plugin } from 'vite'

import type { Language } from '../shared/language.ts'

/** Where people's text stands. Its translation stands beside it, in a folder named after the language. */
const texts = /(\/(?:web\/text|shared))(\/[\w-]+\.ts)$/

/** Builds in one language: whoever imports `web/text/landing.ts` gets `web/text/pcm/landing.ts`, and no word of English. */
export function speaking(language: Language): Plugin {
  return {
    name: `speaking-${language}`,
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!source.endsWith('.ts')) return null
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      const translated = found?.id.replace(texts, `$1/${language}$2`)
      return translated !== undefined && existsSync(translated) ? translated : found
    },
  }
}
