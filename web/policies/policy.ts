/** A legal or help page. A change of meaning needs a new version with a new date. */
export type Policy = {
  title: string
  /** One sentence, also used as the page's description. */
  summary: string
  version: string
  /** The calendar day on which this version takes effect. */
  since: string
  sections: { title: string; paragraphs: string[] }[]
}
