import type { Translation } from '#shared/translation.ts'

import type { connectionText as english } from '../connection.ts'

export const connectionText: Translation<typeof english> = {
  offline: 'You dey offline. Wetin you type still dey here; we go continue when network come back.',
  back: 'Network don come back.',
  slow: 'E dey take longer than normal. Abeg no close this page.',
  loading: 'E dey load…',
  partFailed: 'We no fit load this part of the page. Wetin you type still dey here.',
  tryAgain: 'Try again',
}
