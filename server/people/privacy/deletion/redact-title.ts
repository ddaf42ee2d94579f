import { toSearchText, toWords } from '../../../providers/content/search-text.ts'

const word = /[\p{L}\p{M}\p{N}]+/gu

/** The title with '…' for every word of a name, compared without accents, hooks and capitals. */
export function redactTitle(title: string, names: readonly string[]): string {
  const hidden = new Set(names.flatMap(toWords))
  const shown = title
    .normalize('NFC')
    .replaceAll(word, (found) => (hidden.has(toSearchText(found)) ? '…' : found))
  return shown.replaceAll(/…(?:[\s,.&-]+…)+/g, '…')
}
