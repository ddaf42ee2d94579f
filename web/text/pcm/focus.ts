import type { Translation } from '#shared/translation.ts'

import type { focusText as english } from '../focus.ts'

export const focusText: Translation<typeof english> = {
  title: (number) => `Main point for photo ${number}`,
  hint: 'We dey cut photos make dem fit. Press the part wey matter pass, like person face.',
  left: 'From left side',
  top: 'From up',
  percent: (value) => `${value}%`,
  result: 'How the photo go look for card',
  done: 'I don finish',
}
