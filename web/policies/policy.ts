/** A document that people agree to or rely on. A change of its meaning is a new version with a new date. */
export type Policy = {
  title: string
  /** What it says, in a sentence. */
  summary: string
  version: string
  /** The calendar day from which it holds. */
  since: string
  sections: { title: string; paragraphs: string[] }[]
}
