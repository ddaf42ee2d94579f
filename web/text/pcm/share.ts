import type { Translation } from '#shared/translation.ts'

import type { shareText as english } from '../share.ts'

export const shareText: Translation<typeof english> = {
  device: 'Share with app',
  kit: 'Messages, pictures and posters',
  personalHint: 'Share your own link make you see how much your friends give through am.',
  personal: 'Open my own link',
}
