import type { Translation } from '#shared/translation.ts'

import type { unsubscribeText as english } from '../unsubscribe.ts'

export const unsubscribeText: Translation<typeof english> = {
  title: 'Emails from this campaign',
  question:
    'You dey get emails from the organiser of this campaign. You wan stop dem? You go still get your receipts.',
  confirm: 'Unsubscribe',
  done: 'You no go get emails from this campaign again.',
  all: 'Unsubscribe from all the campaigns',
  doneAll: 'You no go get emails from any campaign again.',
  home: 'Go to Ajo',
}
