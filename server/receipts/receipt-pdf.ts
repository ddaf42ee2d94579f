import type { Language } from '#shared/language.ts'
import { formatNaira } from '#shared/money.ts'

import { formatLagosTime } from '../runtime/lagos-time.ts'
import { texts } from '../text/texts.ts'
import type { IssuedReceipt } from './issue-receipt.ts'
import { pdfSheet } from './pdf-sheet.ts'
import { toProofLines } from './receipt-proof.ts'
import { formatVerificationCode } from './receipt-number.ts'

type Options = {
  receipt: IssuedReceipt
  verificationUrl: string
  language: Language
  /** Undefined until the donation is in a published checkpoint of the transparency log. */
  proof: string | undefined
}

export function receiptPdf(options: Options): Promise<Buffer> {
  const { receipt, verificationUrl, language, proof } = options
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
          { text: name, x: 0, width: 130, isHeading: true },
          { text: value, x: 140, width: sheet.width - 140 },
        ]),
      )
      sheet.paragraph(text.verify)
      sheet.link(verificationUrl, verificationUrl)
      sheet.paragraph(text.code(formatVerificationCode(code)))
      sheet.paragraph(text.signed(keyId, signature.toString('base64')), 'muted')
      if (proof === undefined) return sheet.paragraph(text.proofFollows, 'muted')
      sheet.newPage()
      sheet.heading(text.proofHeading)
      sheet.paragraph(text.proof)
      sheet.lines(toProofLines(receipt, proof))
    },
  })
}
