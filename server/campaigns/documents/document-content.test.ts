import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'

import { describe, expect, it } from 'vitest'

import { compressedPdf, pdf, pdfStream } from '#test/support/documents/pdf-files.ts'

import { checkPdf, cutPdf } from './documents.ts'

const script = '<< /S /JavaScript /JS (app.alert(1)) >>'
const example = (name: string) => readFileSync(join('test/support/documents', name))

/** 33 million escaped characters, which take a hundred kilobytes. */
const escapes = (megabytes: number) => Buffer.alloc(megabytes * 1_000_000, '#41')

/** Whose dictionary takes a quadratic expression minutes. */
const openBrackets = `<< /First ${'/Filter['.repeat(8_100)} >>`

const check = async (bytes: Uint8Array) => {
  const cut = cutPdf(bytes)
  return cut ? (await checkPdf(cut)).kind : 'broken'
}

describe('a PDF is read', () => {
  it.each<[string, Uint8Array]>([
    ['with one page', pdf()],
    ['of version 1.4', pdf({ header: '%PDF-1.4' })],
    [
      'with a link to a website',
      pdf({ objects: ['<< /A << /S /URI /URI (https://ajo.example) >> >>'] }),
    ],
    ['that opens at a page', pdf({ catalog: '/OpenAction [3 0 R /Fit]' })],
    ['with compressed objects', compressedPdf(['<< /Type /Font >>'])],
    ['with a text that names JavaScript', pdf({ objects: ['(I learn /JavaScript /JS)'] })],
    [
      'with a picture of random data',
      pdf({ objects: [pdfStream('/Filter /DCTDecode', randomBytes(3_000_000))] }),
    ],
    [
      'with a large blank scan',
      pdf({
        objects: [pdfStream('/Filter /FlateDecode', deflateSync(Buffer.alloc(18_000_000, 255)))],
      }),
    ],
    ['after a byte order mark', example('bom-before-header.pdf')],
    ['after a blank line', example('blank-line-before-header.pdf')],
    ['before a comment of a web page', Buffer.concat([pdf(), Buffer.from('<!-- 0.1 s -->\n')])],
    ['with a password that only changes ask for', example('permissions-password.pdf')],
  ])('%s', async (_name, bytes) => {
    expect(await check(bytes)).toBe('readable')
  })

  it('without the text around it', () => {
    const bytes = Buffer.concat([Buffer.from('PK\n'), pdf(), Buffer.from('<script>')])
    expect(cutPdf(bytes)).toEqual(pdf())
  })
})

describe('a PDF is refused', () => {
  it.each<[string, string, Uint8Array]>([
    ['active', 'a script', pdf({ objects: [`<< /A ${script} >>`] })],
    ['active', 'a script that opens with it', pdf({ catalog: `/OpenAction ${script}` })],
    ['active', 'a script of a page', pdf({ objects: [`<< /AA << /O 5 0 R >> >>`, script] })],
    [
      'active',
      'a script after another action',
      pdf({ objects: [`<< /A << /S /GoTo /Next [5 0 R] >> >>`, script] }),
    ],
    [
      'active',
      'a script with an escaped name',
      pdf({ objects: ['<< /#41 << /S /J#61vaScript /J#53 (x) >> >>'] }),
    ],
    ['active', 'named scripts', pdf({ catalog: '/Names << /JavaScript << >> >>' })],
    ['active', 'a launch action', pdf({ objects: ['<< /A << /S /Launch /F (calc.exe) >> >>'] })],
    ['active', 'an action of an unknown kind', pdf({ objects: ['<< /A << /S /Later >> >>'] })],
    [
      'active',
      'an action that opens another file',
      pdf({ objects: ['<< /A << /S /GoToR /F (x) >> >>'] }),
    ],
    ['active', 'a thread of another file', pdf({ objects: ['<< /A << /S /Thread /F (x) >> >>'] })],
    [
      'active',
      'a link to a file',
      pdf({ objects: ['<< /A << /S /URI /URI (file:///etc/passwd) >> >>'] }),
    ],
    [
      'active',
      'a website that opens by itself',
      pdf({ objects: ['<< /OpenAction << /S /URI /URI (https://ajo.example) >> >>'] }),
    ],
    [
      'active',
      'a website that a pressed link is followed by',
      pdf({ objects: ['<< /A << /S /GoTo /Next << /S /URI /URI (https://ajo.example) >> >> >>'] }),
    ],
    [
      'active',
      'a stream in another file',
      pdf({ objects: [pdfStream('/F (\\\\\\\\evil\\\\share)', Buffer.from(''))] }),
    ],
    [
      'active',
      'a form that sends itself',
      pdf({ objects: ['<< /A << /S /SubmitForm /F (http://x) >> >>'] }),
    ],
    ['active', 'a form with XFA', pdf({ catalog: '/AcroForm << /XFA (x) >>' })],
    ['active', 'rich media', pdf({ objects: ['<< /Subtype /RichMedia >>'] })],
    ['active', 'a movie', pdf({ objects: ['<< /Subtype /Movie >>'] })],
    ['active', 'a compressed script', compressedPdf([`<< /A ${script} >>`])],
    [
      'active',
      'a compressed script that opens with it',
      compressedPdf([script], { catalog: '/OpenAction 6 0 R' }),
    ],
    [
      'active',
      'a script under an older filter',
      compressedPdf([`<< /A ${script} >>`], {
        filter: '/ASCIIHexDecode',
        encode: (data) => Buffer.from(`${Buffer.from(data).toString('hex')}>`),
      }),
    ],
    [
      'attachment',
      'an attached program',
      pdf({ objects: ['<< /EF << /F 5 0 R >> >>', pdfStream('', Buffer.from([0xff, 0xfe]))] }),
    ],
    ['attachment', 'attached files', pdf({ catalog: '/Collection << >>' })],
    ['password', 'a password', example('open-password.pdf')],
    ['broken', 'no end', pdf().subarray(0, -20)],
    ['broken', 'other data after its end', Buffer.concat([pdf(), Buffer.alloc(2_000)])],
    [
      'broken',
      'no cross-reference at its place',
      Buffer.from('%PDF-1.7\n/Root\nstartxref\n3\n%%EOF'),
    ],
    ['broken', 'an unknown version', pdf({ header: '%PDF-9.9' })],
    ['broken', 'only a header', Buffer.from('%PDF-1.7\n')],
    [
      'too-complex',
      'a stream of 200 megabytes in 200 kilobytes',
      pdf({
        objects: [pdfStream('/Filter /FlateDecode', deflateSync(Buffer.alloc(200_000_000, 32)))],
      }),
    ],
    [
      'too-complex',
      'a stream that is compressed twice',
      pdf({
        objects: [
          pdfStream(
            '/Filter [/FlateDecode /FlateDecode]',
            deflateSync(deflateSync(Buffer.alloc(1_000_000))),
          ),
        ],
      }),
    ],
    [
      'too-complex',
      '99 megabytes of escaped characters',
      pdf({ objects: [pdfStream('/Filter /FlateDecode', deflateSync(escapes(99)))] }),
    ],
  ])('as %s with %s', async (kind, _name, bytes) => {
    expect(await check(bytes)).toBe(kind)
  })
})

describe('a hostile PDF', () => {
  it.each<[string, string, Uint8Array]>([
    [
      'whose objects decompress to 99 megabytes',
      'broken',
      compressedPdf([`(${'x'.repeat(99_000_000)})`]),
    ],
    [
      'with 99 megabytes of escaped characters among its objects',
      'broken',
      compressedPdf([`/${'#41'.repeat(33_000_000)}`]),
    ],
    // Without a limit on its memory qpdf reads them in 1.3 gigabytes.
    ['with eight million numbers', 'broken', compressedPdf([`[${'1 '.repeat(8_000_000)}]`])],
    ['with nine million open brackets', 'readable', pdf({ objects: ['['.repeat(9_500_000)] })],
    [
      'with a dictionary of open brackets',
      'readable',
      pdf({ objects: Array.from({ length: 100 }, () => openBrackets) }),
    ],
  ])(
    '%s ends at a limit of its own process, as %s',
    async (_name, kind, bytes) => {
      const memory = process.memoryUsage().rss
      const time = process.threadCpuUsage()

      expect(await check(bytes)).toBe(kind)

      const { user, system } = process.threadCpuUsage(time)
      expect(user + system).toBeLessThan(500_000)
      expect(process.memoryUsage().rss - memory).toBeLessThan(200_000_000)
    },
    60_000,
  )
})
