import type { Translation } from '#shared/translation.ts'

import type { reportMessageText as english } from '../report-message.ts'

export const reportMessageText: Translation<typeof english> = {
  title: 'Report message',
  question: 'You wan report this message to Ajo? Our reviewers go read am and check the campaign.',
  confirm: 'Report this message',
  done: 'Thank you. Our reviewers go look the message.',
  home: 'Go to Ajo',
}
