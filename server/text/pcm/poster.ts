import type { Translation } from '#shared/translation.ts'

import type { posterText as english } from '../en/poster.ts'

export const posterText: Translation<typeof english> = {
  organiser: (name) => `Organiser: ${name}`,
  scan: 'Scan am to donate',
  goal: (goal) => `Target: ${goal}`,
  check: 'The page show the story and every donation. You no need account to donate.',
}
