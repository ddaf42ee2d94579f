import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'

import { describe, expect, it } from 'vitest'

import { objectStream, pdf, pdfStream } from '#test/support/documents/pdf-files.ts'

import { checkPdf } from './check-pdf.ts'

/** Nothing but streams, after nine megabytes in which a reader looks for their object. */
function withoutObjects(count: number) {
  const streams = `%PDF-1.7\n${'#'.repeat(9_500_000)}${'stream\nendstream '.repeat(count)}`
  return Buffer.from(`${streams}xref\n/Root\nstartxref\n${streams.length}\n%%EOF`)
}

/** A stream whose checksum is wrong, which readers ignore. */
function wrongSum(content: Uint8Array | string) {
  const data = deflateSync(content)
  data.set([0, 0, 0, 0], data.length - 4)
  return data
}

const script = '<< /S /JavaScript /JS (app.alert(1)) >>'

describe('a plain PDF is accepted', () => {
  it.each<[string, Uint8Array]>([
    ['with one page', pdf()],
    ['of version 1.4', pdf({ header: '%PDF-1.4' })],
    ['with a link to a website', pdf({ objects: ['<< /S /URI /URI (https://ajo.example) >>'] })],
    ['with compressed objects', pdf({ objects: [objectStream('<< /Type /Font >>')] })],
    ['with a text that names JavaScript', pdf({ objects: ['(I learn JavaScript)'] })],
    [
      'with a picture of random data',
      pdf({ objects: [pdfStream('/Filter /DCTDecode', randomBytes(3_000_000))] }),
    ],
  ])('%s', async (_name, bytes) => {
    expect(await checkPdf(bytes)).toBe('plain')
  })
})

describe('a PDF is refused', () => {
  it.each<[string, Uint8Array]>([
    ['a script', pdf({ objects: [script] })],
    ['a script that opens with it', pdf({ catalog: `/OpenAction ${script}` })],
    ['a script with an escaped name', pdf({ objects: ['<< /S /J#61vaScript /J#53 (x) >>'] })],
    ['named scripts', pdf({ catalog: '/Names << /JavaScript << >> >>' })],
    ['a launch action', pdf({ objects: ['<< /S /Launch /F (calc.exe) >>'] })],
    ['an embedded file', pdf({ objects: [pdfStream('/Type /EmbeddedFile', Buffer.from('x'))] })],
    ['encryption', pdf({ trailer: '/Encrypt 5 0 R' })],
    ['a form that sends itself', pdf({ objects: ['<< /S /SubmitForm /F (http://x) >>'] })],
    ['a form with XFA', pdf({ catalog: '/AcroForm << /XFA 5 0 R >>' })],
    ['rich media', pdf({ objects: ['<< /Subtype /RichMedia >>'] })],
    ['a compressed script', pdf({ objects: [objectStream(script)] })],
    [
      'a compressed script in a stream without a type',
      pdf({ objects: [objectStream(script, { dictionary: '' })] }),
    ],
    [
      'a compressed script with a wrong checksum',
      pdf({ objects: [pdfStream('/Filter /FlateDecode', wrongSum(`9 0 ${script}`))] }),
    ],
    [
      'a compressed script behind a false beginning of a stream',
      pdf({ objects: ['(>>stream\n)', objectStream(script)] }),
    ],
    [
      'a compressed script behind a false end of a stream',
      pdf({
        objects: [
          pdfStream(
            '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode',
            deflateSync(Buffer.from(`9 0 (endstream) ${script}`), { level: 0 }),
          ),
        ],
      }),
    ],
    [
      'objects under a filter that is not read',
      pdf({
        objects: [pdfStream('/Type /ObjStm /N 1 /First 4 /Filter /LZWDecode', Buffer.from('x'))],
      }),
    ],
  ])('with %s', async (_name, bytes) => {
    expect(await checkPdf(bytes)).toBe('active')
  })

  it.each<[string, Uint8Array]>([
    ['without an end', pdf().subarray(0, -20)],
    ['with something after its end', Buffer.concat([pdf(), Buffer.from('<script>')])],
    ['without a cross-reference at its place', Buffer.from('%PDF-1.7\n/Root\nstartxref\n3\n%%EOF')],
    ['of an unknown version', pdf({ header: '%PDF-9.9' })],
    ['that is only a header', Buffer.from('%PDF-1.7\n')],
    [
      'that begins 1,500 streams and ends none',
      pdf({ objects: ['stream\n'.repeat(1_500) + ' '.repeat(9_500_000)] }),
    ],
    ['whose 1,500 streams belong to no object', withoutObjects(1_500)],
    [
      'that decompresses to 200 megabytes',
      pdf({
        objects: [pdfStream('/Filter /FlateDecode', deflateSync(Buffer.alloc(200_000_000, 32)))],
      }),
    ],
    [
      'that decompresses to 120 megabytes with wrong checksums',
      pdf({
        objects: Array.from({ length: 40 }, () =>
          pdfStream('/Filter /FlateDecode', wrongSum(Buffer.alloc(3_000_000, 32))),
        ),
      }),
    ],
  ])('%s', async (_name, bytes) => {
    expect(await checkPdf(bytes)).toBe('broken')
  })
})
