import type { Translation } from '#shared/translation.ts'

import type { galleryText as english } from '../gallery.ts'

export const galleryText: Translation<typeof english> = {
  open: (number) => `Open photo ${number} for full size`,
}
