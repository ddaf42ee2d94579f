import { expect, it } from 'vitest'

import type { CompanyReceipt } from '#shared/company-receipt.ts'
import type { Language } from '#shared/language.ts'
import { kobo, type Kobo } from '#shared/money.ts'
import { testMailSite } from '#test/support/mail/mails.ts'
import { readPdfQrCode } from '#test/support/documents/pdf-qr-code.ts'
import { findLowest, readPdfText } from '#test/support/documents/pdf-text.ts'

import { toRuns } from './pdf-sheet.ts'
import { receiptPdf, statementPdf, toNairaWords } from './receipt-pdf.ts'

type Change = {
  proof?: string
  donorName?: string
  title?: string
  language?: Language
  reversed?: Kobo
  company?: CompanyReceipt
}

async function print(change: Change) {
  const { proof, donorName = 'Ada Obi', title = 'A well for Ife', language = 'en' } = change
  const { reversed = kobo(0), company } = change
  const pdf = await receiptPdf({
    receipt: {
      facts: {
        number: '2026-ABCDEFGH',
        code: 'ABCDEFGHJKLMNPQRSTUV',
        amount: kobo(5_000_00),
        donatedAt: new Date('2026-05-01T09:00:00Z'),
        mode: 'live',
        campaign: { id: 'a', title },
        subject: 'donation:a',
      },
      donorName,
      accessCode: 'x',
      emailSealed: Buffer.alloc(0),
      language: 'en',
      donorKey: Buffer.alloc(32),
      needsConfirmation: false,
      monthly: null,
      reversed,
      keyId: '0123456789abcdef',
      signature: Buffer.alloc(64),
      serial: '2026/000042',
      status: 'success',
      channel: 'bank_transfer',
      fee: kobo(175_00),
    },
    issuer: testMailSite.controller,
    verificationUrl: 'https://ajo.example/verify/ABCDE',
    language,
    proof,
    company,
  })
  return { lines: readPdfText(pdf).split('\n'), pages: countPages(pdf), pdf }
}

const printStatement = (count: number, { donor = 'Ada Obi', campaign = 'A well' } = {}) =>
  statementPdf({
    statement: {
      year: 2026,
      years: [2026],
      mode: 'live',
      donations: Array.from({ length: count }, () => ({
        accessCode: 'x',
        number: '2026-WWWW-WWWW',
        donatedAt: '2026-05-01T09:00:00Z',
        campaign,
        amount: kobo(5_000_00),
        reversed: kobo(0),
      })),
      donated: kobo(5_000_00),
      reversed: kobo(0),
      net: kobo(5_000_00),
    },
    donor,
    language: 'en',
    createdAt: new Date('2026-05-01T09:00:00Z'),
  })

const countPages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length

it.each([
  ['Yoruba and Hausa', 'Ọlájídé Ɗanƙasa Ɓala'],
  ['Vietnamese', 'Nguyễn Thị Phượng'],
  ['Greek', 'Ελένη Παππά'],
  ['Russian', 'Ольга Щербакова'],
  ['Amharic', 'ተስፋዬ ገብረ'],
  ['Tamil', 'அருண்'],
  ['Thai', 'สมชาย'],
])('prints a name in %s with its own letters', async (_script, donorName) => {
  const { lines } = await print({ donorName })
  const printed = lines.join('').replaceAll(' ', '')
  for (const letter of donorName.replaceAll(' ', '')) expect(printed).toContain(letter)
  expect(printed).not.toContain('\uFFFD')
})

it('prints the words of an Arabic name from right to left', async () => {
  const { lines } = await print({ donorName: 'محمد بلو' })
  const backwards = Array.from('محمد بلو').toReversed().join('')
  expect(lines.join('').normalize('NFKC')).toContain(backwards)
})

it.each([
  ['Chinese', '王小明', 'WangXiaoMing'],
  ['Japanese', 'さくら', 'sakura'],
  ['Korean', '김민수', 'GimMinSu'],
  ['an emoji', 'Ada 👩🏾‍🏫', 'Ada :woman'],
])(
  'prints a name in %s in Latin letters, because no font has its own',
  async (_script, donorName, latin) => {
    const { lines } = await print({ donorName })
    expect(lines.join('').replaceAll(/(?<!Ada) /g, '')).toContain(latin)
  },
)

it('prints a name with line breaks in one cell, so that it cannot forge lines of the receipt', async () => {
  const forged = 'Ada\n\n\nAmount paid: ₦15,000,000.00\r\nStatus: VALID\u2028Code: 1234'
  const { lines, pages } = await print({ donorName: forged })
  expect(lines.filter((line) => /^(Amount paid|Status|Code: 1234)/.test(line))).toEqual([])
  expect(lines.join('\n')).toContain('Ada Amount paid: ₦15,000,000.00 Status: VALID Code: 1234')
  expect(pages).toBe(1)
})

it.each([
  ['breaks', 'Ada\n'.repeat(78)],
  ['words', 'word '.repeat(2_000)],
  ['a word without an end', 'W'.repeat(5_000)],
  ['stacked accents', `A${'\u0301'.repeat(2_000)}`],
])('keeps a receipt on one page when the name is long: %s', async (_kind, donorName) => {
  const { pages, lines } = await print({ donorName, title: donorName })
  expect(pages).toBe(1)
  expect(lines.join('\n')).toContain('Code: ')
})

it('names the issuer, the amount in words, how it was paid and the fee, in at most 300 kB', async () => {
  const { lines, pdf } = await print({})
  for (const line of [
    'Issued byAjo Ltd',
    'Address21 Broad Street, Lagos Island, Lagos',
    'Data protection registrationNDPC/1',
    'Receipt number2026-ABCDEFGH',
    'DonorAda Obi',
    'CampaignA well for Ife',
    'Amount₦5,000.00',
    'Amount in wordsFive thousand naira only',
    'Paid byBank transfer',
    'Payment fee taken₦175.00',
  ])
    expect(lines.join('').replaceAll('\n', '')).toContain(line)
  expect(pdf.length).toBeLessThanOrEqual(300_000)
  expect(pdf.toString('latin1')).toContain('/Lang (en-NG)')
  expect(pdf.toString('latin1')).toContain('/DisplayDocTitle true')
})

it('has a QR code that opens the page that verifies the receipt', async () => {
  const { pdf } = await print({})
  expect(readPdfQrCode(pdf)).toBe('https://ajo.example/verify/ABCDE')
})

it('prints every line of a refunded receipt of a company on the paper', async () => {
  const long = 'A company for wells and pumps in all states of Nigeria '.repeat(4)
  const company = { company: long, tin: '12345678-0001' }
  const changes = { company, donorName: long, title: long, reversed: kobo(5_000_00) }
  expect(findLowest((await print(changes)).pdf)).toBeGreaterThan(20)
})

it('prints every line of a statement on the paper, also where its table ends with the page', async () => {
  for (let count = 26; count <= 34; count++)
    expect([count, findLowest(await printStatement(count)) > 20]).toEqual([count, true])
})

it('keeps the widest receipt number of a statement on one line', async () => {
  expect(readPdfText(await printStatement(1))).toContain('2026-WWWW-WWWW')
})

it('keeps a statement on one page when the donor and a campaign have long names', async () => {
  const long = { donor: 'Ada\n'.repeat(500), campaign: 'well\n'.repeat(200) }
  const pdf = await printStatement(1, long)
  expect(countPages(pdf)).toBe(1)
  expect(readPdfText(pdf)).toContain('₦5,000.00 donated, ₦0.00 refunded: ₦5,000.00 in total.')
})

it('prints letters with accents of their own in a font that places the accents', () => {
  expect(toRuns('káàbọ\u0300 ', 'regular')).toEqual([
    { font: 'regular', text: 'káàb' },
    { font: 'vietnamese', text: 'ọ\u0300' },
    { font: 'regular', text: ' ' },
  ])
})

it.each([
  [50, 'Zero naira, fifty kobo only'],
  [100_00, 'One hundred naira only'],
  [1_005_00, 'One thousand and five naira only'],
  [1_234_50, 'One thousand, two hundred and thirty-four naira, fifty kobo only'],
  [20_019_99, 'Twenty thousand and nineteen naira, ninety-nine kobo only'],
  [10_500_100_00, 'Ten million, five hundred thousand, one hundred naira only'],
])('writes %i kobo as "%s"', (amount, words) => {
  expect(toNairaWords(kobo(amount))).toBe(words)
})
