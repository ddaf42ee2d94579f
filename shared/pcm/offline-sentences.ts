import type { offlineSentences as english } from '../offline-sentences.ts'
import type { Translation } from '../translation.ts'

export const offlineSentences: Translation<typeof english> = {
  'not-found': 'Sorry, we no see wetin you dey find.',
  internal: 'Something spoil for our side. Abeg try again.',
  offline: 'E be like say you no get network. Abeg check your connection, then try again.',
  outdated: 'Ajo don get update. Load this page again make you continue.',
}
