/**
 * What a person typed, as it is kept and shown: one normal form (NFC), and nothing that cannot be seen, such as control characters or
 * the marks that turn the direction of text around and make one word look like another.
 */
export function cleanLine(text: string): string {
  return cleanParagraphs(text).replaceAll(/\s+/g, ' ')
}

/** The same for longer texts, which keep their line breaks. */
export function cleanParagraphs(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(lineBreak, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(unseen, '')
    .normalize('NFC')
    .trim()
}

const lineBreak = /\r\n?|[\u2028\u2029]/g

// Joiners and variation selectors stay: emoji and several scripts are written with them.
const unseen =
  /(?!\n|\u200C|\u200D|\uFE0E|\uFE0F)[\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu
