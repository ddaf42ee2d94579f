import type { Translation } from '#shared/translation.ts'

import type { updateText as english } from '../en/update.ts'

export const updateText: Translation<typeof english> = {
  subject: (campaign, title) => `New gist from "${campaign}": ${title}`,
  lead: (campaign) => `The organiser of "${campaign}" write this. Ajo never check am:`,
  view: 'Read am for the campaign page',
  because:
    'You get this email because you gree make the organiser send you updates and thank-yous when you donate.',
  becauseFollower: 'You get this email because you dey follow this campaign.',
  unsubscribe: 'Unsubscribe from this campaign',
  reminder: {
    subject: (title) => `Tell your donors how e dey go: ${title}`,
    lead: (title) =>
      `"${title}" don receive donations, and the donors never read anything from you for 30 days.`,
    hint: 'Two sentences don do: wetin happen since, and wetin dey come.',
    write: 'Write update',
  },
}
