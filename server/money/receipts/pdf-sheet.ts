import { buffer } from 'node:stream/consumers'

import PDFDocument from 'pdfkit'

import type { Language } from '#shared/language.ts'

import { pdfFonts } from './pdf-fonts.ts'
import { drawQrCode } from './pdf-qr-code.ts'
import { drawLines, lineHeight, toLines, type Line } from './pdf-lines.ts'

const colours = { ink: '#10221c', muted: '#54625c', forest: '#00663f', line: '#d8ddd6' }
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
  const info = { Title: title, Author: 'Ajo', Creator: 'Ajo', Producer: 'Ajo' }
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
  doc.font('bold').fontSize(16).fillColor(colours.forest).text('Ajo', margin, margin).moveDown(1.2)
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
