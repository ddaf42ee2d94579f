import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'

import PDFDocument from 'pdfkit'

const font = (name: string) => readFileSync(`${import.meta.dirname}/fonts/${name}.ttf`)
const fonts = { regular: font('jakarta-regular'), bold: font('jakarta-bold') }

const colours = { ink: '#10221c', muted: '#54625c', forest: '#00663f', line: '#d8ddd6' }
const margin = 56

/** A cell of a row: where it begins and how wide it is, in points from the left margin. */
export type Cell = {
  text: string
  at: number
  width: number
  isHeading?: boolean
  isSum?: boolean
  isNumber?: boolean
}

/** A page to write on from top to bottom. Everything on it is told to screen readers, too. */
export interface Sheet {
  width: number
  heading: (text: string) => void
  /** The one figure that the paper is about. */
  figure: (text: string) => void
  paragraph: (text: string, tone?: 'plain' | 'muted' | 'strong') => void
  link: (text: string, url: string) => void
  table: (rows: readonly (readonly Cell[])[]) => void
}

type Options = { title: string; madeAt: Date; write: (sheet: Sheet) => void }

/** A tagged PDF with its fonts inside. The same content gives the same bytes: the only time in it is `madeAt`. */
export async function pdfSheet({ title, madeAt, write }: Options): Promise<Buffer> {
  const info = { Title: title, Author: 'Ajo', Creator: 'Ajo', Producer: 'Ajo' }
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-NG',
    displayTitle: true,
    info: { ...info, CreationDate: madeAt, ModDate: madeAt },
  })
  const bytes = buffer(doc)
  doc.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold)
  const root = doc.struct('Document')
  doc.addStructure(root)
  const sheet = sheetOn(doc, root)
  mark(doc)
  write(sheet)
  root.end()
  doc.end()
  return bytes
}

type Doc = PDFKit.PDFDocument
type Element = ReturnType<Doc['struct']>

function sheetOn(doc: Doc, root: Element): Sheet {
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
          .text(printable(text), margin)
          .moveDown(0.4)
      }),
    figure: (text) =>
      add('P', () => {
        doc
          .font('bold')
          .fontSize(30)
          .fillColor(colours.forest)
          .text(printable(text), margin)
          .moveDown(0.4)
      }),
    paragraph: (text, tone = 'plain') =>
      add('P', () => {
        const [face, colour] = tones[tone]
        doc.font(face).fontSize(10.5).fillColor(colour).text(printable(text), margin).moveDown(0.6)
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
      for (const row of rows) tableRow(doc, table, row)
      table.end()
      doc.moveDown(1)
    },
  }
}

/** Whose paper it is, for the eyes: the title says it to everybody else. */
function mark(doc: Doc) {
  doc.markContent('Artifact', { type: 'Layout' })
  doc.font('bold').fontSize(16).fillColor(colours.forest).text('Ajo', margin, margin).moveDown(1.2)
  doc.endMarkedContent()
}

const padding = 7

function tableRow(doc: Doc, table: Element, cells: readonly Cell[]) {
  doc.fontSize(10.5)
  const height = Math.max(...cells.map((cell) => heightOf(doc, cell))) + 2 * padding
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

function heightOf(doc: Doc, { text, width, isSum }: Cell): number {
  return doc.font(isSum ? 'bold' : 'regular').heightOfString(printable(text), { width })
}

function drawCell(doc: Doc, cell: Cell, top: number) {
  const { text, at, width, isHeading, isSum, isNumber } = cell
  const align = isNumber ? 'right' : 'left'
  doc
    .font(isSum ? 'bold' : 'regular')
    .fillColor(isHeading ? colours.muted : colours.ink)
    .text(printable(text), margin + at, top + padding, { width, align })
}

const hooked: Record<string, string> = { ɓ: 'b', Ɓ: 'B', ɗ: 'd', Ɗ: 'D', ƙ: 'k', Ƙ: 'K' }

/** The fonts have no hooked letters; a bare letter says more than an empty box. */
function printable(text: string): string {
  return text.normalize('NFC').replaceAll(/[ɓƁɗƊƙƘ]/g, (letter) => hooked[letter] ?? letter)
}
