import type { Translation } from '#shared/translation.ts'

import type { embedText as english } from '../en/embed.ts'

export const embedText: Translation<typeof english> = {
  organiser: (name) => `Organiser: ${name}`,
  raisedSoFar: 'Money wey don enter',
  progress: (raised, goal) => `${raised} don enter out of ${goal}`,
  donate: 'Donate for Ajo',
  see: 'See am for Ajo',
  ended: 'This campaign don end.',
  cancelled: 'Dem don cancel this campaign. We dey refund all donations.',
}
