import { formatNaira } from '#shared/money.ts'

import type { IssuedReceipt } from './issue-receipt.ts'
import { lagosMoment } from './lagos-moment.ts'
import { pdfSheet } from './pdf-sheet.ts'
import { spacedCode } from './receipt-number.ts'

/** The receipt on paper. `checkUrl` is where anybody can see whether it still holds. */
export function receiptPdf(receipt: IssuedReceipt, checkUrl: string): Promise<Buffer> {
  const { facts, donorName, returned, keyId, signature } = receipt
  const { number, code, amount, givenAt, mode, campaign } = facts
  const rows = [
    ['Receipt number', number],
    ['Given on', `${lagosMoment(givenAt)} (Lagos)`],
    ['Given to', campaign.title],
    ...(donorName === '' ? [] : [['Given by', donorName]]),
    ...(returned === 0 ? [] : [['Sent back since', formatNaira(returned)]]),
  ]
  return pdfSheet({
    title: `Receipt ${number}`,
    madeAt: givenAt,
    write: (sheet) => {
      sheet.heading('Receipt for a gift')
      sheet.figure(formatNaira(amount))
      if (mode !== 'live') sheet.paragraph('Test payment: no real money moved.', 'strong')
      if (returned >= amount)
        sheet.paragraph('This gift was sent back. The receipt is no longer valid.', 'strong')
      sheet.table(
        rows.map(([name = '', value = '']) => [
          { text: name, at: 0, width: 130, isHeading: true },
          { text: value, at: 140, width: sheet.width - 140 },
        ]),
      )
      sheet.paragraph('Whether this receipt is genuine, and whether it still holds, is said here:')
      sheet.link(checkUrl, checkUrl)
      sheet.paragraph(`Code: ${spacedCode(code)}`)
      sheet.paragraph(
        `Signed with the key ${keyId} (Ed25519): ${signature.toString('base64')}`,
        'muted',
      )
    },
  })
}
