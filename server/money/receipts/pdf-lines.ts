import { toRuns, type Run } from './pdf-fonts.ts'

type Doc = PDFKit.PDFDocument

/** Runs from left to right, with their width in points. */
export type Line = { runs: Run[]; width: number }

type TextStyle = { font: 'regular' | 'bold'; size: number; width: number; maxLines: number }

/**
 * Breaks text into at most `maxLines` lines and ends the last one with an ellipsis if something is left over. Line breaks in
 * the text are spaces, so that a donor cannot write a line that looks like one of ours.
 */
export function toLines(doc: Doc, text: string, style: TextStyle): Line[] {
  const lines: Line[] = []
  let words: string[] = []
  for (const word of splitWords(doc, text, style)) {
    if (words.length > 0 && measure(doc, [...words, word], style) > style.width) {
      lines.push(toLine(doc, words, style))
      words = []
    }
    words.push(word)
  }
  lines.push(toLine(doc, words, style))
  return lines.length <= style.maxLines ? lines : shorten(doc, lines, style)
}

const ellipsis = '…'

function shorten(doc: Doc, lines: Line[], style: TextStyle): Line[] {
  const shown = lines.slice(0, style.maxLines)
  const last = shown.pop()
  const runs = [...(last?.runs ?? []), { font: style.font, text: ellipsis }]
  return [...shown, { runs, width: measureRuns(doc, runs, style.size) }]
}

/** Words that fit into a line. A longer one is cut into pieces. */
function splitWords(doc: Doc, text: string, style: TextStyle): string[] {
  return text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .flatMap((word) =>
      measure(doc, [word], style) <= style.width ? [word] : cut(doc, word, style),
    )
}

function cut(doc: Doc, word: string, style: TextStyle): string[] {
  const pieces = ['']
  for (const letter of word) {
    const piece = (pieces.at(-1) ?? '') + letter
    if (measure(doc, [piece], style) > style.width) pieces.push(letter)
    else pieces[pieces.length - 1] = piece
  }
  return pieces
}

const measure = (doc: Doc, words: string[], style: TextStyle) =>
  measureRuns(doc, toRuns(words.join(' '), style.font), style.size)

function measureRuns(doc: Doc, runs: Run[], size: number): number {
  return runs.reduce(
    (sum, { font, text }) => sum + doc.font(font).fontSize(size).widthOfString(text),
    0,
  )
}

const rightToLeft = /^[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** Words in a script that is written from right to left follow each other from right to left. */
function toLine(doc: Doc, words: string[], style: TextStyle): Line {
  const ordered: string[] = []
  let insertAt = 0
  for (const word of words) {
    if (rightToLeft.test(word)) ordered.splice(insertAt, 0, word)
    else insertAt = ordered.push(word)
  }
  const runs = toRuns(ordered.join(' '), style.font)
  return { runs, width: measureRuns(doc, runs, style.size) }
}

/** The distance between two lines, as a share of the font's size. */
export const lineHeight = 1.3

type Place = { x: number; top: number; size: number; width: number; isRight?: boolean | undefined }

/** Draws the lines below each other, all letters on one baseline. */
export function drawLines(doc: Doc, lines: Line[], { x, top, size, width, isRight }: Place) {
  for (const [index, line] of lines.entries()) {
    const y = top + (index + 0.8) * size * lineHeight
    let at = isRight ? x + width - line.width : x
    for (const { font, text } of line.runs) {
      doc.font(font).fontSize(size).text(text, at, y, { lineBreak: false, baseline: 'alphabetic' })
      at += doc.widthOfString(text)
    }
  }
  doc.y = top + lines.length * size * lineHeight
}
