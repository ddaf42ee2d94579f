import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { openSync, type Font } from 'fontkit'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, 'fonts')
const fonts = readdirSync(folder)
  .filter((file) => file.endsWith('.ttf'))
  .map((file) => openSync(join(folder, file)) as Font)

it.each(['🙏🏾❤🎉🏥🇳🇬', 'مدرسة للأطفال', 'Ẹ̀kọ́ ńlá', '₦5,000'])(
  'has a glyph for each character of %s without fonts of the machine',
  (text) => {
    const missing = Array.from(text).filter(
      (character) =>
        character !== ' ' &&
        !fonts.some((font) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)),
    )
    expect(missing).toEqual([])
  },
)
