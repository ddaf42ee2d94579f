import { inflateSync } from 'node:zlib'

/** Text of a PDF that Ajo made, in the order of its content streams. Reads only text in embedded fonts. */
export function readPdfText(pdf: Buffer): string {
  const objects = parseObjects(pdf)
  const fonts = parseFonts(objects)
  return objects
    .map(({ stream }) => stream)
    .filter((stream) => /\bBT\b[\s\S]*\bTJ\b/.test(stream))
    .map((stream) => readText(stream, fonts))
    .join('\n')
}

/** How many points the lowest text is above the lower edge of its page. */
export function findLowest(pdf: Buffer): number {
  const places = parseObjects(pdf).flatMap(({ stream }) => [
    ...stream.matchAll(/1 0 0 1 [\d.-]+ ([\d.-]+) Tm/g),
  ])
  return Math.min(...places.map(([, y]) => Number(y)))
}

type PdfObject = { id: string; dictionary: string; stream: string }

function parseObjects(pdf: Buffer): PdfObject[] {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => {
    const begin = body.indexOf('stream\n')
    if (begin === -1) return { id, dictionary: body, stream: '' }
    const dictionary = body.slice(0, begin)
    const bytes = Buffer.from(body.slice(begin + 7, body.lastIndexOf('\nendstream')), 'latin1')
    const isCompressed = dictionary.includes('/FlateDecode')
    return {
      id,
      dictionary,
      stream: (isCompressed ? inflateSync(bytes) : bytes).toString('latin1'),
    }
  })
}

/** Glyph maps by font name. */
function parseFonts(objects: readonly PdfObject[]): Map<string, Map<string, string>> {
  const byId = new Map(objects.map((object) => [object.id, object]))
  const fonts = new Map<string, Map<string, string>>()
  for (const { dictionary } of objects)
    for (const [, name = '', id = ''] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, map = ''] = /\/ToUnicode (\d+) 0 R/.exec(byId.get(id)?.dictionary ?? '') ?? []
      fonts.set(name, parseGlyphMap(byId.get(map)?.stream ?? ''))
    }
  return fonts
}

function parseGlyphMap(map: string): Map<string, string> {
  const letters = new Map<string, string>()
  for (const [, from = '', list = ''] of map.matchAll(
    /<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g,
  )) {
    const first = Number.parseInt(from, 16)
    for (const [index, [, codes = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const glyph = (first + index).toString(16).padStart(4, '0')
      letters.set(glyph, Buffer.from(codes.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
    }
  }
  return letters
}

/** Commands that set the font, move to a place, begin a marked element, or show glyphs. */
const command = /\/(F\d+) [\d.]+ Tf|1 0 0 1 [\d.-]+ ([\d.-]+) Tm|(BDC)|\[([^\]]*)\] TJ/g
/** Accents are drawn a little above or below their line. */
const sameLine = 8

function readText(stream: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let letters: ReadonlyMap<string, string> | undefined
  let text = ''
  let lineY: number | undefined
  for (const [, font, y, element, shown = ''] of stream.matchAll(command)) {
    if (font !== undefined) letters = fonts.get(font)
    if (element !== undefined) lineY = undefined
    if (y !== undefined && (lineY === undefined || Math.abs(Number(y) - lineY) > sameLine)) {
      lineY = Number(y)
      text += '\n'
    }
    text += readGlyphs(shown, letters)
  }
  return text
}

function readGlyphs(shown: string, letters: ReadonlyMap<string, string> | undefined): string {
  const glyphs = [...shown.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g))
  return glyphs.map((glyph) => letters?.get(glyph ?? '') ?? '\uFFFD').join('')
}
