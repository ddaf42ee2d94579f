import type { CompanyReceipt } from '#shared/company-receipt.ts'
import type { Language } from '#shared/language.ts'
import { paymentChannels } from '#shared/fees.ts'
import { formatNaira, type Kobo } from '#shared/money.ts'
import type { Controller } from '#shared/policy.ts'
import { encodeText, toBase64 } from '#shared/transparency/bytes.ts'
import type { Statement } from '#shared/receipt.ts'

import { formatLagosTime } from '../../platform/runtime/lagos-time.ts'
import { texts } from '../../text/texts.ts'
import { type IssuedReceipt, toSignedText } from './receipts.ts'
import { formatVerificationCode } from './receipt-number.ts'
import { type Cell, pdfSheet } from './pdf-sheet.ts'

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const scales = [
  [1_000_000_000, 'billion'],
  [1_000_000, 'million'],
  [1_000, 'thousand'],
] as const

/** The sum in English words, as cheques and receipts in Nigeria state it: "Five thousand naira, fifty kobo only". */
export function toNairaWords(amount: Kobo): string {
  const kobo = amount % 100
  const naira = `${toWords(Math.floor(amount / 100))} naira`
  const words = kobo === 0 ? `${naira} only` : `${naira}, ${toWords(kobo)} kobo only`
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function toWords(number: number): string {
  for (const [scale, name] of scales)
    if (number >= scale)
      return join(`${toWords(Math.floor(number / scale))} ${name}`, number % scale, ', ')
  if (number >= 100)
    return join(`${small[Math.floor(number / 100)]} hundred`, number % 100, ' and ')
  if (number >= 20) return join(tens[Math.floor(number / 10)] ?? '', number % 10, '-')
  return small[number] ?? ''
}

/** A rest below one hundred follows "and": one thousand and five. */
function join(words: string, rest: number, separator: string): string {
  if (rest === 0) return words
  return `${words}${separator === ', ' && rest < 100 ? ' and ' : separator}${toWords(rest)}`
}

type Options = {
  receipt: IssuedReceipt
  /** From the settings. A line that is not set is left out. */
  issuer: Pick<Controller, 'name' | 'address' | 'registration'>
  verificationUrl: string
  language: Language
  /** Undefined until the donation is in a published checkpoint of the transparency log. */
  proof: string | undefined
  /** What the donor stated for this copy. */
  company?: CompanyReceipt | undefined
}

export function receiptPdf(options: Options): Promise<Buffer> {
  const { receipt, issuer, verificationUrl, language, proof, company } = options
  const { facts, donorName, reversed, channel, fee, keyId, signature, serial } = receipt
  const { number, code, amount, donatedAt, mode, campaign } = facts
  const { pdf: text, inLagos } = texts[language].receipt
  const rows = [
    ...toIssuerRows(issuer, language),
    [text.number, number],
    [text.date, inLagos({ time: formatLagosTime(donatedAt) })],
    [text.campaign, campaign.title],
    ...(donorName === '' ? [] : [[text.donor, donorName]]),
    ...(company
      ? [
          [text.company, company.company],
          [text.tin, company.tin],
        ]
      : []),
    [text.amount, formatNaira(amount)],
    [text.words, toNairaWords(amount)],
    ...(isChannel(channel) ? [[text.channel, text.channels[channel]]] : []),
    ...(fee === null ? [] : [[text.fee, formatNaira(fee)]]),
    ...(reversed === 0 ? [] : [[text.refunded, formatNaira(reversed)]]),
  ]
  return pdfSheet({
    title: text.title({ number }),
    language,
    createdAt: donatedAt,
    ...(proof !== undefined && {
      attachment: { name: `ajo-receipt-${number}.tlog-proof`, content: proof },
    }),
    write: (sheet) => {
      sheet.heading(text.heading)
      sheet.figure(formatNaira(amount))
      if (mode !== 'live') sheet.paragraph(text.test, 'strong')
      if (reversed >= amount) sheet.paragraph(text.refundedInFull, 'strong')
      sheet.table(
        rows.map(([name = '', value = '']) => [
          { text: name, x: 0, width: 160, isHeading: true },
          { text: value, x: 170, width: sheet.width - 170 },
        ]),
      )
      if (company) sheet.paragraph(text.companyStated, 'muted')
      sheet.paragraph(text.verify)
      sheet.link(verificationUrl, verificationUrl)
      sheet.qrCode(verificationUrl, text.qrCode)
      sheet.paragraph(text.code({ code: formatVerificationCode(code), serial }))
      sheet.paragraph(text.signed({ keyId, signature: signature.toString('base64') }), 'muted')
      if (proof === undefined) return sheet.paragraph(text.proofFollows, 'muted')
      sheet.newPage()
      sheet.heading(text.proofHeading)
      sheet.paragraph(text.proof)
      sheet.lines(toProofLines(receipt, proof))
    },
  })
}

function toIssuerRows({ name, address, registration }: Options['issuer'], language: Language) {
  const text = texts[language].receipt.pdf
  const postal = address[0] === name ? address.slice(1) : address
  return [
    [text.issuer, name ?? address[0] ?? ''],
    [text.address, (name === null ? address.slice(1) : postal).join(', ')],
    [text.registration, registration ?? ''],
  ].filter(([, value]) => value !== '')
}

type Channel = (typeof paymentChannels)[number]

/** The provider may name others, which have no words. */
const isChannel = (channel: string | null): channel is Channel =>
  paymentChannels.some((known) => known === channel)

/** A line of a proof on paper. Readers of PDFs break longer ones at places that differ. */
const lineLength = 64

/**
 * Everything that verifies a receipt without Ajo, as lines for paper: the signed text, its signature and the proof file, joined by empty
 * lines and encoded in base64, because extraction from a PDF changes spaces and letters.
 */
export function toProofLines({ facts, signature }: IssuedReceipt, proof: string): string[] {
  const text = `${toSignedText(facts)}\nsignature ${signature.toString('base64')}\n\n${proof}`
  const encoded = toBase64(encodeText(text))
  const lines = encoded.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? []
  return ['-----BEGIN AJO PROOF-----', ...lines, '-----END AJO PROOF-----']
}

type StatementOptions = { statement: Statement; donor: string; language: Language; createdAt: Date }

/** The second holds the widest receipt number, of eight W, on one line. */
const columns = [
  { x: 0, width: 72 },
  { x: 74, width: 123 },
  { x: 199, width: 103 },
  { x: 304, width: 90, isNumber: true },
  { x: 395, width: 90, isNumber: true },
]

/** The donations of a donor in one year. */
export function statementPdf({
  statement,
  donor,
  language,
  createdAt,
}: StatementOptions): Promise<Buffer> {
  const { year, donations, donated, reversed, net, mode } = statement
  const { statement: text, inLagos } = texts[language].receipt
  const { date, receipt, campaign, donated: given, refunded } = text.columns
  return pdfSheet({
    title: text.title({ year }),
    language,
    createdAt,
    write: (sheet) => {
      sheet.heading(text.title({ year }))
      sheet.figure(formatNaira(net))
      if (mode !== 'live') sheet.paragraph(text.test, 'strong')
      sheet.paragraph(text.donor({ donor }))
      sheet.table([
        toRow([date, receipt, campaign, given, refunded], { isHeading: true }),
        ...donations.map((donation) =>
          toRow([
            formatLagosTime(new Date(donation.donatedAt)),
            donation.number,
            donation.campaign,
            formatNaira(donation.amount),
            formatNaira(donation.reversed),
          ]),
        ),
        toRow([text.total, '', '', formatNaira(donated), formatNaira(reversed)], { isTotal: true }),
      ])
      sheet.paragraph(
        text.sums({
          donated: formatNaira(donated),
          refunded: formatNaira(reversed),
          net: formatNaira(net),
        }),
      )
      sheet.paragraph(
        text.created({ time: inLagos({ time: formatLagosTime(createdAt) }) }),
        'muted',
      )
    },
  })
}

function toRow(texts: string[], style: Pick<Cell, 'isHeading' | 'isTotal'> = {}): Cell[] {
  return columns.map((column, index) => ({ text: texts[index] ?? '', ...column, ...style }))
}
