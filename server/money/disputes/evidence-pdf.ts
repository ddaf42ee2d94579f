import { formatNaira } from '#shared/money.ts'
import type { DisputeEvidence } from '#shared/dispute.ts'

import { staffLanguage } from '../../platform/mail/write-mail.ts'
import { pdfSheet, type Sheet } from '../receipts/pdf-sheet.ts'
import { formatVerificationCode } from '../receipts/receipt-number.ts'
import { formatLagosTime } from '../../platform/runtime/lagos-time.ts'

type Options = {
  disputeId: number
  evidence: DisputeEvidence
  message: string
  publicUrl: string
  createdAt: Date
}

const kinds = {
  receipt: 'Receipt issued and mailed to the donor',
  'thank-you': 'Message of the organiser to the donor',
  'refund-request': 'Refund requested',
} as const

/** The evidence as the bank reads it: a donation, its receipt, what it was for, and what was written about it. */
export function evidencePdf(options: Options): Promise<Buffer> {
  const { disputeId, evidence, message, createdAt } = options
  return pdfSheet({
    title: `Evidence for dispute ${disputeId}`,
    language: staffLanguage,
    createdAt,
    write: (sheet) => {
      sheet.heading(`Evidence for dispute ${disputeId}`)
      for (const paragraph of message.split('\n\n')) sheet.paragraph(paragraph)
      writeRows(sheet, toRows(options))
      const { correspondence } = evidence
      if (correspondence.length === 0) return
      sheet.paragraph('Correspondence', 'strong')
      const letters = correspondence.map(({ kind, at, text }) => [
        `${formatLagosTime(new Date(at))}: ${kinds[kind]}`,
        text,
      ])
      writeRows(sheet, letters)
    },
  })
}

function toRows({ evidence, publicUrl }: Options): string[][] {
  const { donor, donated, reference, paidAt, channel, receipt, campaign } = evidence
  const code = receipt && formatVerificationCode(receipt.code)
  return [
    ['Donation', formatNaira(donated)],
    ['Reference', reference],
    ...(paidAt === null ? [] : [['Paid (Lagos time)', formatLagosTime(new Date(paidAt))]]),
    ...(channel === null ? [] : [['Channel', channel]]),
    ['Donor', `${donor.name} ${donor.email}`.trim()],
    ...(receipt === null ? [] : [['Signed receipt', receipt.number]]),
    ...(code === null
      ? []
      : [['Anyone can verify it', `${new URL('/verify', publicUrl).href}: ${code}`]]),
    ['Campaign', campaign.title],
    ['Organiser', campaign.organiser],
    ['Campaign page', new URL(`/c/${campaign.slug}`, publicUrl).href],
    ['What the money is for', campaign.raiseMoneyFor],
  ]
}

const nameWidth = 150

function writeRows(sheet: Sheet, rows: readonly string[][]) {
  sheet.table(
    rows.map(([name = '', value = '']) => [
      { text: name, x: 0, width: nameWidth, isHeading: true },
      { text: value, x: nameWidth + 10, width: sheet.width - nameWidth - 10 },
    ]),
  )
}
