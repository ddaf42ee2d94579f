import type { Translation } from '#shared/translation.ts'

import type { uiText as english } from '../ui.ts'

export const uiText: Translation<typeof english> = {
  selectOption: 'Choose one',
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
  notifications: 'Messages for you',
  dismiss: 'Comot this message',
  close: 'Close am',
  remove: (name: string) => `Comot ${name}`,
  uploading: (name: string) => `${name} dey upload`,
  percent: (share: number) => `${Math.round(share * 100)}%`,
  chooseFile: 'Choose file',
  chooseFiles: 'Choose the files',
  orDrop: 'or drop dem for here',
  count: (length: number, most: number) => `${length} out of ${most} characters`,
  countLeast: (length: number, least: number) => `${length} characters, e must reach ${least}`,
}
