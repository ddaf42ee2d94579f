/** Normalises text to NFC and removes invisible characters, such as direction overrides that make one word look like another. */
export function cleanLine(text: string): string {
  return cleanParagraphs(text).replaceAll(/\s+/g, ' ')
}

/** Like `cleanLine`, but keeps line breaks. */
export function cleanParagraphs(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(lineBreak, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(invisible, '')
    .normalize('NFC')
    .trim()
}

const lineBreak = /\r\n?|[\u2028\u2029]/g

// Keeps joiners and variation selectors, which emoji and several scripts need.
const invisible =
  /(?!\n|\u200C|\u200D|\uFE0E|\uFE0F)[\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu
