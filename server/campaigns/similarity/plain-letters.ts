/** Letters of other scripts with the shape of Latin ones, in lower case. */
const letters: Record<string, string> = {
  ...toPairs(
    'абвгдежзијклмнопрстуѵфхѕһԁԍԛԝіїӏьєґүұѡҝҡ',
    'abbrdexeijklmhonpctyvfxshdgqwiiiberyywkk',
  ),
  ...toPairs('αβγδεζηθικλμνξοπρσςτυφχψωϲϳ', 'abydeznoiklmveonpsstuoxvwcj'),
  ...toPairs(
    'ᴀɑɒʙᴄɗᴅɖđðəɛᴇƒꜰɡɢƙᴋɦʜħıɩɪɨɟᴊʟłƚᴍɱɲŋɴøɔᴏᴘƥʀɾʂꜱŧƭᴛʋᴜᴠᴡⱳƴʏʐᴢ',
    'aaabcdddddeeeffggkkhhhiiiijjlllmmnnnooopprrsstttvuvwwyyzz',
  ),
}
const similarGlyphs: Record<string, string> = {
  ...letters,
  ...toPairs('013456789', 'oieasbtbg'),
  ...toPairs('@$€£!|', 'aseiii'),
}

/** Capitals with the shape of another letter than their small ones. */
const capitals: Record<string, string> = toPairs('ΗΝΥΓΛ', 'hnyra')

function toPairs(letters: string, plain: string) {
  return Object.fromEntries(Array.from(letters).map((letter, at) => [letter, plain[at] ?? letter]))
}

const marks = /\p{M}|\p{Cf}/gu
const symbols = /[^\p{L}\s]/gu

/**
 * Words as a hurried reader sees them: without accents, in plain Latin letters. In up to four readings: digits and symbols as the
 * letters of their shape or as breaks, and capitals within a word as breaks or not.
 */
export function toPlainWords(text: string): string[][] {
  const bare = toLatin(text, { ...letters, ...capitals })
    .normalize('NFKD')
    .replaceAll(marks, '')
  const split = bare.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  const readings = [bare, split].map((reading) => toLatin(reading, capitals).toLowerCase())
  const texts = readings
    .flatMap((reading) => [reading.replaceAll(symbols, ' '), reading])
    .map((reading) => toLatin(reading, similarGlyphs))
  return [...new Set(texts)].map((latin) => latin.match(/[a-z]+/g) ?? [])
}

function toLatin(text: string, pairs: Record<string, string>): string {
  return Array.from(text, (letter) => pairs[letter] ?? letter).join('')
}

/** The same for letters that can be mistaken for each other, such as i and l, or rn and m. Compare only skeletons. */
export function toSkeleton(letters: string): string {
  return letters
    .replaceAll('vv', 'w')
    .replaceAll('uu', 'w')
    .replaceAll('v', 'u')
    .replaceAll('rn', 'm')
    .replaceAll(/[lj]/g, 'i')
}

/** Names and titles in plain letters, to compare them by their trigrams. */
export function foldText(text: string): string {
  return (toPlainWords(text)[0] ?? []).join(' ')
}
