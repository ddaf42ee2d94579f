import type { Translation } from '#shared/translation.ts'

import type { unsubscribeText as english } from '../unsubscribe.ts'

export const unsubscribeText: Translation<typeof english> = {
  title: 'Emails about this campaign',
  question:
    'The organiser of this campaign fit thank you through Ajo, because you tick the box when you give. Your receipts go still dey come.',
  confirm: 'No send me this kind email again',
  done: 'E don finish. The organiser of this campaign no go write you again.',
  home: 'Go to Ajo',
}
