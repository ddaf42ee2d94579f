import type { Services } from '#server/services.ts'

export type By = { uid: string; reason: string }

/** What a verb is about. `apply` is missing where the verb only reads. */
export type Found = {
  /** One sentence or a table for people. */
  text: string
  /** The same for programs. */
  data?: unknown
  /** Makes the change and returns the sentence about it. */
  apply?: (by: By) => Promise<string>
}

/** `find` looks up and checks; a dry run ends there. It returns a sentence where there is nothing to do. */
export type Verb = {
  words: readonly string[]
  find: (services: Services, words: readonly string[]) => Promise<Found | string>
}

export type Noun = Record<string, Verb>
