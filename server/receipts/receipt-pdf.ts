import { formatNaira } from '#shared/money.ts'

import { formatLagosTime } from '../runtime/lagos-time.ts'
import type { IssuedReceipt } from './issue-receipt.ts'
import { pdfSheet } from './pdf-sheet.ts'
import { formatVerificationCode } from './receipt-number.ts'

export function receiptPdf(receipt: IssuedReceipt, verificationUrl: string): Promise<Buffer> {
  const { facts, donorName, reversed, keyId, signature } = receipt
  const { number, code, amount, donatedAt, mode, campaign } = facts
  const rows = [
    ['Receipt number', number],
    ['Date', `${formatLagosTime(donatedAt)} (Lagos)`],
    ['Campaign', campaign.title],
    ...(donorName === '' ? [] : [['Donor', donorName]]),
    ...(reversed === 0 ? [] : [['Refunded', formatNaira(reversed)]]),
  ]
  return pdfSheet({
    title: `Receipt ${number}`,
    createdAt: donatedAt,
    write: (sheet) => {
      sheet.heading('Donation receipt')
      sheet.figure(formatNaira(amount))
      if (mode !== 'live') sheet.paragraph('Test payment: no real money was moved.', 'strong')
      if (reversed >= amount)
        sheet.paragraph('This donation was refunded. The receipt is no longer valid.', 'strong')
      sheet.table(
        rows.map(([name = '', value = '']) => [
          { text: name, x: 0, width: 130, isHeading: true },
          { text: value, x: 140, width: sheet.width - 140 },
        ]),
      )
      sheet.paragraph('Verify this receipt at:')
      sheet.link(verificationUrl, verificationUrl)
      sheet.paragraph(`Code: ${formatVerificationCode(code)}`)
      sheet.paragraph(
        `Signed with key ${keyId} (Ed25519): ${signature.toString('base64')}`,
        'muted',
      )
    },
  })
}
