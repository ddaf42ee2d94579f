import type { Translation } from '#shared/translation.ts'

import type { takenDownText as english } from '../taken-down.ts'

export const takenDownText: Translation<typeof english> = {
  title: 'We don take this campaign down',
  intro: 'We check this campaign, then take am down. Nobody fit read am or donate to am again.',
  reason: 'Why',
  explanation: 'Explanation',
  donors:
    'If you donate to am, your receipt still dey work, and the public ledger still dey show every donation. Write our support if you get question about your donation.',
  ledger: 'See the public ledger of the campaign',
  toStart: 'Go to home page',
}
