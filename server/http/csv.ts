import type { Kobo } from '#shared/money.ts'

/** One line of a table for spreadsheets. */
export function csvLine(cells: readonly (string | CsvNumber)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

/** A number of ours, which stands as it is. */
export type CsvNumber = { number: string }

/** '1234.50': to the kobo, and a number for whoever adds it up. */
export function csvNaira(amount: Kobo): CsvNumber {
  const whole = Math.abs(amount)
  const sign = amount < 0 ? '-' : ''
  return { number: `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}` }
}

/** Spreadsheets take a file without this mark for another alphabet. */
export const csvStart = '\uFEFF'

/** What a spreadsheet would take for a formula, because of how it begins, begins with an apostrophe instead. */
const formula = /^[\s\0]*[=+\-@＝＋－＠|%]|^[\t\r\n]/

function cellOf(cell: string | CsvNumber): string {
  if (typeof cell !== 'string') return cell.number
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
