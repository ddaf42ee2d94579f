import type { Translation } from '#shared/translation.ts'

import type { thankYouText as english } from '../en/thank-you.ts'

export const thankYouText: Translation<typeof english> = {
  subject: (title) => `Thank-you message from "${title}"`,
  lead: (title) => `Message from the organiser of "${title}". Ajo never check am:`,
  view: 'See the campaign',
  suspicious: 'The message dey ask for money, password or personal data, or e get as e be?',
  report: 'Report this message',
  because:
    'You get this email because you gree make the organiser send you updates and thank-yous when you donate.',
  unsubscribe: 'Unsubscribe from this campaign',
}
