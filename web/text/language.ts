import type { Language } from '#shared/language.ts'

type Spoken = {
  code: Language
  /** By which days, moments and numbers are written. */
  formats: string
}

/** The language of this build. */
export const language: Spoken = { code: 'en', formats: 'en-GB' }
