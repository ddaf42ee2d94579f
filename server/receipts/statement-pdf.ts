import { formatNaira } from '#shared/money.ts'
import type { Statement } from '#shared/receipt.ts'

import { formatLagosTime } from '../runtime/lagos-time.ts'
import { pdfSheet, type Cell } from './pdf-sheet.ts'

type Options = { statement: Statement; donor: string; createdAt: Date }

const columns = [
  { x: 0, width: 74 },
  { x: 78, width: 106 },
  { x: 188, width: 108 },
  { x: 298, width: 92, isNumber: true },
  { x: 391, width: 92, isNumber: true },
]

/** The donations of a donor in one year. */
export function statementPdf({ statement, donor, createdAt }: Options): Promise<Buffer> {
  const { year, donations, donated, reversed, net, mode } = statement
  return pdfSheet({
    title: `Donations in ${year}`,
    createdAt,
    write: (sheet) => {
      sheet.heading(`Donations in ${year}`)
      sheet.figure(formatNaira(net))
      if (mode !== 'live') sheet.paragraph('Test payments: no real money was moved.', 'strong')
      sheet.paragraph(`Donor: ${donor}`)
      sheet.table([
        toRow(['Date', 'Receipt', 'Campaign', 'Donated', 'Refunded'], { isHeading: true }),
        ...donations.map((donation) =>
          toRow([
            formatLagosTime(new Date(donation.donatedAt)),
            donation.number,
            donation.campaign,
            formatNaira(donation.amount),
            formatNaira(donation.reversed),
          ]),
        ),
        toRow(['Total', '', '', formatNaira(donated), formatNaira(reversed)], { isTotal: true }),
      ])
      sheet.paragraph(
        `${formatNaira(donated)} donated, ${formatNaira(reversed)} refunded: ${formatNaira(net)} in total.`,
      )
      sheet.paragraph(
        `Created on ${formatLagosTime(createdAt)} (Lagos). Each donation has its own receipt that anyone can verify.`,
        'muted',
      )
    },
  })
}

function toRow(texts: string[], style: Pick<Cell, 'isHeading' | 'isTotal'> = {}): Cell[] {
  return columns.map((column, index) => ({ text: texts[index] ?? '', ...column, ...style }))
}
