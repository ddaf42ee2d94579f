import { formatNaira } from '#shared/money.ts'
import type { Statement } from '#shared/receipt.ts'

import { lagosMoment } from './lagos-moment.ts'
import { pdfSheet, type Cell } from './pdf-sheet.ts'

type Of = { statement: Statement; donor: string; madeAt: Date }

const columns = [
  { at: 0, width: 74 },
  { at: 78, width: 106 },
  { at: 188, width: 108 },
  { at: 298, width: 92, isNumber: true },
  { at: 391, width: 92, isNumber: true },
]

/** What a donor gave in a year, gift by gift, on paper. */
export function statementPdf({ statement, donor, madeAt }: Of): Promise<Buffer> {
  const { year, gifts, given, returned, kept, mode } = statement
  return pdfSheet({
    title: `Gifts of ${year}`,
    madeAt,
    write: (sheet) => {
      sheet.heading(`Gifts of ${year}`)
      sheet.figure(formatNaira(kept))
      if (mode !== 'live') sheet.paragraph('Test payments: no real money moved.', 'strong')
      sheet.paragraph(`Given by ${donor}.`)
      sheet.table([
        row(['Given on', 'Receipt', 'Campaign', 'Given', 'Sent back'], { isHeading: true }),
        ...gifts.map((gift) =>
          row([
            lagosMoment(new Date(gift.givenAt)),
            gift.number,
            gift.campaign,
            formatNaira(gift.amount),
            formatNaira(gift.returned),
          ]),
        ),
        row(['Total', '', '', formatNaira(given), formatNaira(returned)], { isSum: true }),
      ])
      sheet.paragraph(
        `${formatNaira(given)} given, ${formatNaira(returned)} sent back: ${formatNaira(kept)}.`,
      )
      sheet.paragraph(
        `As it stood on ${lagosMoment(madeAt)} (Lagos). Each gift has a receipt of its own that anybody can check.`,
        'muted',
      )
    },
  })
}

function row(texts: string[], look: Pick<Cell, 'isHeading' | 'isSum'> = {}): Cell[] {
  return columns.map((column, index) => ({ text: texts[index] ?? '', ...column, ...look }))
}
