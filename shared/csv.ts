import type { Kobo } from './money.ts'

/** One line of a CSV file. Numbers are written as they are. */
export function csvLine(cells: readonly (string | CsvNumber)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

type CsvNumber = { number: string }

/** Naira with two decimals as a plain number, such as 1234.50, so that spreadsheets can add amounts. */
export function csvNaira(amount: Kobo): CsvNumber {
  const whole = Math.abs(amount)
  const sign = amount < 0 ? '-' : ''
  return { number: `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}` }
}

/** Byte order mark. Without it Excel reads UTF-8 in another encoding. */
export const csvStart = '\uFEFF'

/** Text that a spreadsheet would run as a formula. It gets an apostrophe in front. */
const formula = /^[\s\0]*[=+\-@＝＋－＠|%]|^[\t\r\n]/

function toCell(cell: string | CsvNumber): string {
  if (typeof cell !== 'string') return cell.number
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
