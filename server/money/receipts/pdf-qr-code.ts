import { encode } from 'uqr'

type Doc = PDFKit.PDFDocument
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
