import { escapeMarkup } from '#shared/escape-markup.ts'

/** Removes characters that XML does not allow. */
export function escapeXml(text: string): string {
  return escapeMarkup(
    text.toWellFormed().replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''),
  )
}
