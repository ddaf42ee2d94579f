import type { Context } from 'hono'

import { withReadLimits, type ReadLimits } from '../database/database.ts'

/** Longer than a page, because a person who stores a file waits for it. */
const timeoutMs = 60_000

/** A file for spreadsheets, sent while it is written. A standby may answer its reads, which stop when the client goes away. */
export function csvResponse(c: Context, name: string, lines: AsyncGenerator<string>): Response {
  c.header('content-type', 'text/csv; charset=utf-8')
  c.header('content-disposition', `attachment; filename="${name}.csv"`)
  const gone = new AbortController()
  const signal = AbortSignal.any([c.req.raw.signal, gone.signal])
  const limits = { signal, timeoutMs, standbySince: performance.now() }
  const limited = limitReads(lines, limits, () => gone.abort())
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
