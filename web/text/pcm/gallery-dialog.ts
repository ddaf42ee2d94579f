import type { Translation } from '#shared/translation.ts'

import type { galleryDialogText as english } from '../gallery-dialog.ts'

export const galleryDialogText: Translation<typeof english> = {
  title: 'Photos',
  previous: 'Photo wey dey before',
  next: 'Next photo',
  position: (number, count) => `${number} out of ${count}`,
}
