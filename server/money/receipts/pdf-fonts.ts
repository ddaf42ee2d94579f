import { readFileSync } from 'node:fs'

import anyAscii from 'any-ascii'
import { create } from 'fontkit'

const read = (file: string) => readFileSync(`${import.meta.dirname}/fonts/${file}`)

/** The fonts by name. `regular` and `bold` are the brand's; the others have the letters that those lack. */
export const pdfFonts: Record<string, Buffer> = {
  regular: read('jakarta-regular.ttf'),
  bold: read('jakarta-bold.ttf'),
  ...Object.fromEntries(
    [
      'latin',
      'vietnamese',
      'greek',
      'cyrillic',
      'arabic',
      'hebrew',
      'devanagari',
      'bengali',
      'tamil',
      'thai',
      'ethiopic',
    ].map((script) => [script, read(`noto-${script}.woff`)]),
  ),
}

const openedFonts = new Map(Object.entries(pdfFonts).map(([name, file]) => [name, create(file)]))

function hasLetter(name: string, letter: number): boolean {
  const font = openedFonts.get(name)
  return font !== undefined && 'hasGlyphForCodePoint' in font && font.hasGlyphForCodePoint(letter)
}

const fallbacks = [...openedFonts.keys()].filter((name) => name !== 'regular' && name !== 'bold')

/** Text in one font. */
export type Run = { font: string; text: string }

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Has no shape of its own, so no font needs it. */
const shapeless = /\p{Default_Ignorable_Code_Point}/gu

/** Splits text by the fonts that have its letters. Letters that no font has are written in Latin letters, never left out. */
export function toRuns(text: string, font: 'regular' | 'bold'): Run[] {
  const runs: Run[] = []
  for (const { segment } of graphemes.segment(text.normalize('NFC'))) {
    const run = toRun(segment, font)
    const last = runs.at(-1)
    if (last?.font === run.font) last.text += run.text
    else runs.push(run)
  }
  return runs
}

function toRun(grapheme: string, brandFont: string): Run {
  const font = findFont(grapheme, brandFont)
  return font === undefined
    ? { font: brandFont, text: transliterate(grapheme) }
    : { font, text: grapheme }
}

function findFont(grapheme: string, brandFont: string): string | undefined {
  const letters = Array.from(grapheme.replaceAll(shapeless, ''), (letter) => letter.codePointAt(0))
  if (letters.length === 0) return undefined
  // The brand's fonts have accents, but do not place them on the letters of Yoruba and Igbo.
  const names = /\p{M}/u.test(grapheme) ? [...fallbacks, brandFont] : [brandFont, ...fallbacks]
  return names.find((name) =>
    letters.every((letter) => letter !== undefined && hasLetter(name, letter)),
  )
}

/** A letter of a script without a font, or an emoji by its name. What has no name at all is a question mark. */
function transliterate(grapheme: string): string {
  return anyAscii(grapheme) || (grapheme.replaceAll(shapeless, '') === '' ? '' : '?')
}
