import type { Language } from '#shared/language.ts'
import { formatNaira } from '#shared/money.ts'
import type { Statement } from '#shared/receipt.ts'

import { formatLagosTime } from '../../platform/runtime/lagos-time.ts'
import { texts } from '../../text/texts.ts'
import { pdfSheet, type Cell } from './pdf-sheet.ts'

type Options = { statement: Statement; donor: string; language: Language; createdAt: Date }

const columns = [
  { x: 0, width: 74 },
  { x: 78, width: 106 },
  { x: 188, width: 108 },
  { x: 298, width: 92, isNumber: true },
  { x: 391, width: 92, isNumber: true },
]

/** The donations of a donor in one year. */
export function statementPdf({ statement, donor, language, createdAt }: Options): Promise<Buffer> {
  const { year, donations, donated, reversed, net, mode } = statement
  const { statement: text, inLagos } = texts[language].receipt
  const { date, receipt, campaign, donated: given, refunded } = text.columns
  return pdfSheet({
    title: text.title(year),
    language,
    createdAt,
    write: (sheet) => {
      sheet.heading(text.title(year))
      sheet.figure(formatNaira(net))
      if (mode !== 'live') sheet.paragraph(text.test, 'strong')
      sheet.paragraph(text.donor(donor))
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
      sheet.paragraph(text.sums(formatNaira(donated), formatNaira(reversed), formatNaira(net)))
      sheet.paragraph(text.created(inLagos(formatLagosTime(createdAt))), 'muted')
    },
  })
}

function toRow(texts: string[], style: Pick<Cell, 'isHeading' | 'isTotal'> = {}): Cell[] {
  return columns.map((column, index) => ({ text: texts[index] ?? '', ...column, ...style }))
}
