import type { language as english } from '../language.ts'

// Browsers have no formats for Pidgin, so days and numbers use those of Nigerian English.
export const language: typeof english = { code: 'pcm', formats: 'en-NG' }
