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

/** A PDF whose objects after the first three stand in an object stream, as most programs write them today. */
export function compressedPdf(
  objects: readonly string[],
  {
    catalog = '',
    encode = (data: Uint8Array): Uint8Array => deflateSync(data),
    filter = '/FlateDecode',
  } = {},
) {
  const first = 6
  const contents = objects.map((object) => `${object} `)
  const starts = contents.map((_, index) => contents.slice(0, index).join('').length)
  const header = starts.map((start, index) => `${first + index} ${start} `).join('')
  const packed = encode(Buffer.from(header + contents.join(''), 'latin1'))
  const pieces = [
    Buffer.from('%PDF-1.7\n%âãÏÓ\n', 'latin1'),
    Buffer.from(`1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${catalog} >>\nendobj\n`),
    Buffer.from('2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n'),
    Buffer.from('3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] >>\nendobj\n'),
    Buffer.concat([
      Buffer.from('4 0 obj\n'),
      pdfStream(
        `/Type /ObjStm /N ${objects.length} /First ${header.length} /Filter ${filter}`,
        packed,
      ),
      Buffer.from('\nendobj\n'),
    ]),
  ]
  const offsets = pieces.map((_, index) => Buffer.concat(pieces.slice(0, index)).length)
  const start = Buffer.concat(pieces).length
  const row = (kind: number, offset: number, index: number) =>
    Buffer.from([kind, (offset >> 16) & 255, (offset >> 8) & 255, offset & 255, index])
  const rows = [
    row(0, 0, 255),
    ...offsets.slice(1).map((offset) => row(1, offset, 0)),
    row(1, start, 0),
    ...objects.map((_, index) => row(2, 4, index)),
  ]
  const table = pdfStream(
    `/Type /XRef /Size ${rows.length} /W [1 3 1] /Root 1 0 R`,
    Buffer.concat(rows),
  )
  return Buffer.concat([
    ...pieces,
    Buffer.from('5 0 obj\n'),
    table,
    Buffer.from(`\nendobj\nstartxref\n${start}\n%%EOF\n`),
  ])
}
