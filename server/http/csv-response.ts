import type { Context } from 'hono'

/** A file for spreadsheets, sent while it is written. */
export function csvResponse(c: Context, name: string, lines: AsyncGenerator<string>): Response {
  c.header('content-type', 'text/csv; charset=utf-8')
  c.header('content-disposition', `attachment; filename="${name}.csv"`)
  return c.body(ReadableStream.from(lines).pipeThrough(new TextEncoderStream()))
}
