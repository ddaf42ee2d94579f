import type { PolicyValues } from '#shared/policy.ts'

export type PolicySection = {
  title: string
  paragraphs: string[]
  /** Rows of a list, such as one for each cookie. */
  rows?: { name: string; text: string }[]
}

/** A legal or help page. A change of meaning needs a new version with a new date. */
export type Policy = {
  title: string
  /** One sentence, also used as the page's description. */
  summary: string
  version: string
  /** The calendar day on which this version takes effect. */
  since: string
  /** Names, addresses and periods come from settings and constants, so that they cannot differ from what Ajo does. */
  toSections: (values: PolicyValues) => PolicySection[]
}
