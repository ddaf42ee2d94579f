import type { Context } from 'hono'

import type { Kobo } from '#shared/money.ts'

import { withReadLimits, type ReadLimits } from '../database/database.ts'

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

/** Longer than a page, because a person who stores a file waits for it. */
const timeoutMs = 60_000

/** A file for spreadsheets, sent while it is written. Its reads stop when the client goes away. */
export function csvResponse(c: Context, name: string, lines: AsyncGenerator<string>): Response {
  c.header('content-type', 'text/csv; charset=utf-8')
  c.header('content-disposition', `attachment; filename="${name}.csv"`)
  const gone = new AbortController()
  const signal = AbortSignal.any([c.req.raw.signal, gone.signal])
  const limited = limitReads(lines, { signal, timeoutMs }, () => gone.abort())
  return c.body(toStream(limited))
}

/** Written as fast as the client reads. */
export function toStream(text: AsyncIterable<string>): ReadableStream<Uint8Array> {
  // The types of browsers lack this function of Node.
  const { from } = ReadableStream as unknown as {
    from: (text: AsyncIterable<string>) => ReadableStream<string>
  }
  return from(text).pipeThrough(new TextEncoderStream())
}

/** Each step of a generator runs in the context of the caller that asks for it. A stream that is cancelled calls `return`. */
function limitReads(
  lines: AsyncGenerator<string>,
  limits: ReadLimits,
  onReturn: () => void,
): AsyncIterable<string> {
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => withReadLimits(limits, () => lines.next()),
      return: () => {
        onReturn()
        return lines.return(undefined)
      },
    }),
  }
}

/** Reads for this request alone, which stop when the client goes away. A read that other requests share must not be among them. */
export function untilGone<Result>(c: Context, read: () => Result): Result {
  return withReadLimits({ signal: c.req.raw.signal }, read)
}
