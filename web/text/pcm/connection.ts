import type { Translation } from '#shared/translation.ts'

import type { connectionText as english } from '../connection.ts'

export const connectionText: Translation<typeof english> = {
  offline:
    'Network no dey. Wetin you type still dey here; we go continue as soon as network come back.',
  back: 'Network don come back.',
  slow: 'E dey take longer than normal. Abeg stay for this page; we still dey try.',
}
