import type { Translation } from '#shared/translation.ts'

import type { waitText as english } from '../wait.ts'

export const waitText: Translation<typeof english> = {
  title: 'Abeg wait small',
  text: (seconds: number) =>
    `Plenty people dey use Ajo for your network now. Wait ${seconds} seconds, then press Continue. Everything wey you type still dey.`,
  page: (seconds: number) =>
    `Plenty people dey use Ajo for your network now. This page go open by itself after ${seconds} seconds.`,
  action: 'Continue',
}
