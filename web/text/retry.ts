import { plural } from './plural.ts'

/** Shown while the server refuses a form for a while. */
export const retryText = {
  wait: (time: string) => `You can try again in ${time}.`,
  seconds: (count: number) =>
    plural(count, { one: '1 second', other: (number) => `${number} seconds` }),
  minutes: (count: number) =>
    plural(count, { one: '1 minute', other: (number) => `${number} minutes` }),
  hours: (count: number) => plural(count, { one: '1 hour', other: (number) => `${number} hours` }),
}
