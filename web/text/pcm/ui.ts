import type { Translation } from '#shared/translation.ts'

import type { uiText as english } from '../ui.ts'

export const uiText: Translation<typeof english> = {
  selectOption: 'Choose one',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  notifications: 'Notifications',
  dismiss: 'Dismiss',
  close: 'Close',
  details: 'Details',
  remove: (name: string) => `Remove ${name}`,
  uploading: (name: string) => `${name} dey upload`,
  percent: (share: number) => `${Math.round(share * 100)}%`,
  chooseFile: 'Choose file',
  chooseFiles: 'Choose files',
  orDrop: 'or drop dem here',
  count: (length: number, most: number) => `${length} of ${most} characters`,
  countLeast: (length: number, least: number) => `${length} of ${least} characters wey we need`,
}
