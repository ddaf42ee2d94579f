import { deflateSync } from 'node:zlib'

type PdfOptions = {
  /** More objects after the catalog, the pages and the page. */
  objects?: (string | Uint8Array)[]
  catalog?: string
  trailer?: string
  header?: string
}

/** A PDF of one empty page with a cross-reference table. */
export function pdf({
  objects = [],
  catalog = '',
  trailer = '',
  header = '%PDF-1.7',
}: PdfOptions = {}) {
  const contents = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] >>',
    ...objects,
  ]
  const pieces = [Buffer.from(`${header}\n%âãÏÓ\n`, 'latin1')]
  const offsets: number[] = []
  const getLength = () => pieces.reduce((sum, piece) => sum + piece.length, 0)
  for (const [index, content] of contents.entries()) {
    offsets.push(getLength())
    pieces.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(content as string, 'latin1'))
    pieces.push(Buffer.from('\nendobj\n'))
  }
  const start = getLength()
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  pieces.push(
    Buffer.from(
      `xref\n0 ${rows.length + 1}\n0000000000 65535 f \n${rows.join('')}` +
        `trailer\n<< /Size ${rows.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
      'latin1',
    ),
  )
  return Buffer.concat(pieces)
}

export function pdfStream(dictionary: string, data: Uint8Array): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`, 'latin1'),
    data,
    Buffer.from('\nendstream'),
  ])
}

/** Objects that a reader finds only after decompression. */
export function objectStream(object: string, { dictionary = '/Type /ObjStm /N 1 /First 4' } = {}) {
  const data = deflateSync(Buffer.from(`9 0 ${object}`))
  return pdfStream(`${dictionary} /Filter /FlateDecode`, data)
}
