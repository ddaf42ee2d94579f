import type { Translation } from '#shared/translation.ts'

import type { confirmAddressText as english } from '../confirm-address.ts'

export const confirmAddressText: Translation<typeof english> = {
  title: 'Confirm your email address',
  question:
    'Person use this email address donate, and ask for updates and thank-yous from the organiser. Na you? If no be you, close this page and you no go get any.',
  confirm: 'Confirm my email address',
  done: 'We don confirm your email address. Organisers fit email you through Ajo now where you agree.',
  home: 'Go to Ajo',
}
