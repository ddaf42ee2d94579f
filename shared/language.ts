/** Languages of the interface with their own names. The first is the default. */
export const languages = { en: 'English', pcm: 'Pidgin' } as const

export type Language = keyof typeof languages

export const languageCodes = Object.keys(languages) as Language[]

/** Undefined if the code is not supported. */
export function parseLanguage(code: string | undefined): Language | undefined {
  return languageCodes.find((each) => each === code)
}
