import type { Language } from '#shared/language.ts'

type BuildLanguage = {
  code: Language
  /** Locale for dates, times and numbers. */
  formats: string
}

/** The language of this build. */
export const language: BuildLanguage = { code: 'en', formats: 'en-GB' }
