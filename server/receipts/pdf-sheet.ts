import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'

import PDFDocument from 'pdfkit'

const font = (name: string) => readFileSync(`${import.meta.dirname}/fonts/${name}.ttf`)
const fonts = { regular: font('jakarta-regular'), bold: font('jakarta-bold') }

const colours = { ink: '#10221c', muted: '#54625c', forest: '#00663f', line: '#d8ddd6' }
const margin = 56

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
  table: (rows: readonly (readonly Cell[])[]) => void
}

type Options = { title: string; createdAt: Date; write: (sheet: Sheet) => void }

/** A tagged PDF with embedded fonts. The same content always gives the same bytes, because `createdAt` is its only time. */
export async function pdfSheet({ title, createdAt, write }: Options): Promise<Buffer> {
  const info = { Title: title, Author: 'Ajo', Creator: 'Ajo', Producer: 'Ajo' }
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-NG',
    displayTitle: true,
    info: { ...info, CreationDate: createdAt, ModDate: createdAt },
  })
  const bytes = buffer(doc)
  doc.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold)
  const root = doc.struct('Document')
  doc.addStructure(root)
  const sheet = createSheet(doc, root)
  drawBrand(doc)
  write(sheet)
  root.end()
  doc.end()
  return bytes
}

type Doc = PDFKit.PDFDocument
type Element = ReturnType<Doc['struct']>

function createSheet(doc: Doc, root: Element): Sheet {
  const add = (tag: string, draw: () => void) => root.add(doc.struct(tag, {}, draw))
  const tones = {
    plain: ['regular', colours.ink],
    muted: ['regular', colours.muted],
    strong: ['bold', colours.ink],
  } as const
  return {
    width: doc.page.width - 2 * margin,
    heading: (text) =>
      add('H1', () => {
        doc
          .font('bold')
          .fontSize(22)
          .fillColor(colours.ink)
          .text(toPrintable(text), margin)
          .moveDown(0.4)
      }),
    figure: (text) =>
      add('P', () => {
        doc
          .font('bold')
          .fontSize(30)
          .fillColor(colours.forest)
          .text(toPrintable(text), margin)
          .moveDown(0.4)
      }),
    paragraph: (text, tone = 'plain') =>
      add('P', () => {
        const [face, colour] = tones[tone]
        doc
          .font(face)
          .fontSize(10.5)
          .fillColor(colour)
          .text(toPrintable(text), margin)
          .moveDown(0.6)
      }),
    link: (text, url) =>
      add('Link', () => {
        const options = { link: url, underline: true }
        doc
          .font('regular')
          .fontSize(10.5)
          .fillColor(colours.forest)
          .text(text, options)
          .moveDown(0.6)
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

/** Hidden from screen readers, which read the document's title instead. */
function drawBrand(doc: Doc) {
  doc.markContent('Artifact', { type: 'Layout' })
  doc.font('bold').fontSize(16).fillColor(colours.forest).text('Ajo', margin, margin).moveDown(1.2)
  doc.endMarkedContent()
}

const padding = 7

function drawRow(doc: Doc, table: Element, cells: readonly Cell[]) {
  doc.fontSize(10.5)
  const height = Math.max(...cells.map((cell) => measureHeight(doc, cell))) + 2 * padding
  if (doc.y + height > doc.page.height - margin) doc.addPage()
  const top = doc.y
  const row = doc.struct('TR')
  table.add(row)
  for (const cell of cells)
    row.add(doc.struct(cell.isHeading ? 'TH' : 'TD', {}, () => drawCell(doc, cell, top)))
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

function measureHeight(doc: Doc, { text, width, isTotal }: Cell): number {
  return doc.font(isTotal ? 'bold' : 'regular').heightOfString(toPrintable(text), { width })
}

function drawCell(doc: Doc, cell: Cell, top: number) {
  const { text, x, width, isHeading, isTotal, isNumber } = cell
  const align = isNumber ? 'right' : 'left'
  doc
    .font(isTotal ? 'bold' : 'regular')
    .fillColor(isHeading ? colours.muted : colours.ink)
    .text(toPrintable(text), margin + x, top + padding, { width, align })
}

const hookedLetters: Record<string, string> = { ɓ: 'b', Ɓ: 'B', ɗ: 'd', Ɗ: 'D', ƙ: 'k', Ƙ: 'K' }

/** The fonts lack the hooked letters of Hausa, which would be printed as empty boxes. */
function toPrintable(text: string): string {
  return text.normalize('NFC').replaceAll(/[ɓƁɗƊƙƘ]/g, (letter) => hookedLetters[letter] ?? letter)
}
