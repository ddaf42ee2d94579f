import type { Translation } from '#shared/translation.ts'

import type { retryText as english } from '../retry.ts'
import { plural } from '../plural.ts'

export const retryText: Translation<typeof english> = {
  wait: (time) => `You fit try again after ${time}.`,
  seconds: (count) => plural(count, { one: '1 second', other: (number) => `${number} seconds` }),
  minutes: (count) => plural(count, { one: '1 minute', other: (number) => `${number} minutes` }),
  hours: (count) => plural(count, { one: '1 hour', other: (number) => `${number} hours` }),
}
