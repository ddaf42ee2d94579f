import { brand } from '#shared/brand.ts'
import { buffer } from 'node:stream/consumers'
import { readFileSync } from 'node:fs'

import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import anyAscii from 'any-ascii'
import { create } from 'fontkit'

import type { Language } from '#shared/language.ts'

import { colours } from '../../platform/config/brand.ts'

const margin = 56
const size = 10.5
const smallSize = 8
const qrSize = 110

/** `x` is the distance from the left margin; `x` and `width` are in points. */
export type Cell = {
  text: string
  x: number
  width: number
  isHeading?: boolean
  isTotal?: boolean
  isNumber?: boolean
}

/** Writes a page from top to bottom, each element with its tag for screen readers. */
export interface Sheet {
  width: number
  heading: (text: string) => void
  /** The main amount, in large print. */
  figure: (text: string) => void
  paragraph: (text: string, tone?: 'plain' | 'muted' | 'strong') => void
  link: (text: string, url: string) => void
  /** A picture that leads to the address, and what it is for. */
  qrCode: (url: string, description: string) => void
  newPage: () => void
  /** Small lines for programs, which are printed as they are. */
  lines: (lines: readonly string[]) => void
  table: (rows: readonly (readonly Cell[])[]) => void
}

type Options = {
  title: string
  /** A file inside the PDF. */
  attachment?: { name: string; content: string }
  language: Language
  createdAt: Date
  write: (sheet: Sheet) => void
}

/** A tagged PDF with embedded fonts. The same content always gives the same bytes, because `createdAt` is its only time. */
export async function pdfSheet(options: Options): Promise<Buffer> {
  const { title, language, createdAt, attachment, write } = options
  const info = { Title: title, Author: brand, Creator: brand, Producer: brand }
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    pdfVersion: '1.7',
    tagged: true,
    lang: `${language}-NG`,
    displayTitle: true,
    info: { ...info, CreationDate: createdAt, ModDate: createdAt },
  })
  const bytes = buffer(doc)
  for (const [name, bytes] of Object.entries(pdfFonts)) doc.registerFont(name, bytes)
  const root = doc.struct('Document')
  doc.addStructure(root)
  const sheet = createSheet(doc, root)
  drawBrand(doc)
  if (attachment)
    doc.file(Buffer.from(attachment.content), {
      name: attachment.name,
      type: 'text/plain',
      creationDate: createdAt,
      modifiedDate: createdAt,
    })
  write(sheet)
  root.end()
  doc.end()
  return bytes
}

type Doc = PDFKit.PDFDocument
type Element = ReturnType<Doc['struct']>

const tones = {
  plain: ['regular', colours.ink],
  muted: ['regular', colours.muted],
  strong: ['bold', colours.ink],
} as const

function createSheet(doc: Doc, root: Element): Sheet {
  const add = (tag: string, draw: () => void) => root.add(doc.struct(tag, {}, draw))
  return {
    width: doc.page.width - 2 * margin,
    heading: (text) =>
      add('H1', () => {
        doc.font('bold').fontSize(22).fillColor(colours.ink).text(text, margin).moveDown(0.4)
      }),
    figure: (text) =>
      add('P', () => {
        doc.font('bold').fontSize(30).fillColor(colours.forest).text(text, margin).moveDown(0.4)
      }),
    paragraph: (text, tone = 'plain') => {
      const [font, colour] = tones[tone]
      const width = doc.page.width - 2 * margin
      const lines = toLines(doc, text, { font, size, width, maxLines: 4 })
      makeRoom(doc, lines.length * size * lineHeight)
      add('P', () => {
        doc.fillColor(colour)
        drawLines(doc, lines, { x: margin, top: doc.y, size, width })
        doc.moveDown(0.6)
      })
    },
    link: (text, url) =>
      add('Link', () => {
        const options = { link: url, underline: true }
        doc
          .font('regular')
          .fontSize(size)
          .fillColor(colours.forest)
          .text(text, margin, doc.y, options)
          .moveDown(0.6)
      }),
    qrCode: (url, description) => {
      makeRoom(doc, qrSize)
      root.add(
        doc.struct('Figure', { alt: description }, () => {
          drawQrCode(doc, url, { x: margin - qrSize / 12, y: doc.y, size: qrSize })
          doc.y += qrSize
        }),
      )
    },
    newPage: () => {
      doc.addPage()
    },
    lines: (lines) =>
      add('Code', () => {
        doc.font('regular').fontSize(smallSize).fillColor(colours.ink)
        for (const line of lines) doc.text(line, margin, undefined, { lineBreak: false })
      }),
    table: (rows) => {
      const table = doc.struct('Table')
      root.add(table)
      for (const row of rows) drawRow(doc, table, row)
      table.end()
      doc.moveDown(1)
    },
  }
}

/** Printers leave out the last millimetres of the paper. */
const edge = 20

/** What the table leaves too little room for begins another page. */
function makeRoom(doc: Doc, height: number) {
  if (doc.y + height > doc.page.height - edge) doc.addPage()
}

/** Hidden from screen readers, which read the document's title instead. */
function drawBrand(doc: Doc) {
  doc.markContent('Artifact', { type: 'Layout' })
  doc.font('bold').fontSize(16).fillColor(colours.forest).text(brand, margin, margin).moveDown(1.2)
  doc.endMarkedContent()
}

const padding = 7

function drawRow(doc: Doc, table: Element, cells: readonly Cell[]) {
  const lines = cells.map((cell) => toCellLines(doc, cell))
  const height = Math.max(...lines.map(({ length }) => length * size * lineHeight)) + 2 * padding
  if (doc.y + height > doc.page.height - margin) doc.addPage()
  const top = doc.y
  const row = doc.struct('TR')
  table.add(row)
  for (const [index, cell] of cells.entries())
    row.add(
      doc.struct(cell.isHeading ? 'TH' : 'TD', {}, () =>
        drawCell(doc, cell, lines[index] ?? [], top + padding),
      ),
    )
  row.end()
  doc.markContent('Artifact', { type: 'Layout' })
  const end = top + height
  doc
    .moveTo(margin, end)
    .lineTo(doc.page.width - margin, end)
    .lineWidth(0.5)
    .stroke(colours.line)
  doc.endMarkedContent()
  doc.y = end
}

/** A name, a title or a place of any length takes no more room than this. */
const maxCellLines = 3

function toCellLines(doc: Doc, { text, width, isTotal }: Cell): Line[] {
  const font = isTotal ? 'bold' : 'regular'
  return toLines(doc, text, { font, size, width, maxLines: maxCellLines })
}

function drawCell(doc: Doc, { x, width, isHeading, isNumber }: Cell, lines: Line[], top: number) {
  doc.fillColor(isHeading ? colours.muted : colours.ink)
  drawLines(doc, lines, { x: margin + x, top, size, width, isRight: isNumber })
}

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

type Square = { x: number; y: number; size: number }

/** Black on white with the border that the standard asks for. Level Q stays readable on crumpled paper. */
export function drawQrCode(doc: Doc, url: string, { x, y, size }: Square) {
  const { data, size: modules } = encode(url, { ecc: 'Q', border: 4 })
  const module = size / modules
  doc.rect(x, y, size, size).fill('#ffffff')
  for (const [row, cells] of data.entries())
    for (const [column, isDark] of cells.entries())
      if (isDark) doc.rect(x + column * module, y + row * module, module, module)
  doc.fill('#000000')
}

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
