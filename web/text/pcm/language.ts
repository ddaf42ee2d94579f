import type { language as english } from '../language.ts'

// Browsers carry no formats for Pidgin. Who writes it writes days and numbers as Nigerian English does.
export const language: typeof english = { code: 'pcm', formats: 'en-NG' }
