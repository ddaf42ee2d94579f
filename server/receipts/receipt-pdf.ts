import type { Language } from '#shared/language.ts'
import { formatNaira } from '#shared/money.ts'

import { formatLagosTime } from '../runtime/lagos-time.ts'
import { texts } from '../text/texts.ts'
import type { IssuedReceipt } from './issue-receipt.ts'
import { pdfSheet } from './pdf-sheet.ts'
import { formatVerificationCode } from './receipt-number.ts'

type Options = { receipt: IssuedReceipt; verificationUrl: string; language: Language }

export function receiptPdf({ receipt, verificationUrl, language }: Options): Promise<Buffer> {
  const { facts, donorName, reversed, keyId, signature } = receipt
  const { number, code, amount, donatedAt, mode, campaign } = facts
  const { pdf: text, inLagos } = texts[language].receipt
  const rows = [
    [text.number, number],
    [text.date, inLagos(formatLagosTime(donatedAt))],
    [text.campaign, campaign.title],
    ...(donorName === '' ? [] : [[text.donor, donorName]]),
    ...(reversed === 0 ? [] : [[text.refunded, formatNaira(reversed)]]),
  ]
  return pdfSheet({
    title: text.title(number),
    language,
    createdAt: donatedAt,
    write: (sheet) => {
      sheet.heading(text.heading)
      sheet.figure(formatNaira(amount))
      if (mode !== 'live') sheet.paragraph(text.test, 'strong')
      if (reversed >= amount) sheet.paragraph(text.refundedInFull, 'strong')
      sheet.table(
        rows.map(([name = '', value = '']) => [
          { text: name, x: 0, width: 130, isHeading: true },
          { text: value, x: 140, width: sheet.width - 140 },
        ]),
      )
      sheet.paragraph(text.verify)
      sheet.link(verificationUrl, verificationUrl)
      sheet.paragraph(text.code(formatVerificationCode(code)))
      sheet.paragraph(text.signed(keyId, signature.toString('base64')), 'muted')
    },
  })
}
