/** Every language of the interface, by its own name. The first holds where nobody has chosen. */
export const languages = { en: 'English', pcm: 'Pidgin' } as const

export type Language = keyof typeof languages

export const languageCodes = Object.keys(languages) as Language[]

/** What a cookie or a form says, if it is one of ours. */
export function readLanguage(code: string | undefined): Language | undefined {
  return languageCodes.find((each) => each === code)
}
