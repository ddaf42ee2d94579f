import type { Context } from 'hono'

import { sql, type Sql } from '../storage/sql.ts'

import { invalidParams } from './envelope.ts'

export type Page =
  | { kind: 'offset'; perPage: number; page: number }
  | { kind: 'cursor'; perPage: number; afterId: number | null }

/** Reads `page` and `perPage`, or the cursor that `use_cursor=true` asks for. Lists are sorted newest first. */
export function parsePage(c: Context): Page {
  const perPage = Math.min(100, parsePositive(c.req.query('perPage'), 50))
  if (c.req.query('use_cursor') !== 'true')
    return { kind: 'offset', perPage, page: parsePositive(c.req.query('page'), 1) }
  const cursor = c.req.query('next')
  return { kind: 'cursor', perPage, afterId: cursor === undefined ? null : decodeCursor(cursor) }
}

/** The provider's cursors are base64 of `undefined:<id>`. */
function encodeCursor(id: number | undefined): string | null {
  return id === undefined ? null : Buffer.from(`undefined:${id}`).toString('base64')
}

export function listMeta(page: Page, rows: { id: number }[], total: number) {
  if (page.kind === 'offset')
    return {
      total,
      skipped: (page.page - 1) * page.perPage,
      perPage: page.perPage,
      page: page.page,
      pageCount: Math.ceil(total / page.perPage),
    }
  const isFull = rows.length === page.perPage
  return {
    next: isFull ? encodeCursor(rows.at(-1)?.id) : null,
    previous: page.afterId === null ? null : encodeCursor(rows[0]?.id),
    perPage: page.perPage,
  }
}

/** Follows `where …` to read one page, newest first. */
export function toPageClause(page: Page): Sql {
  if (page.kind === 'offset')
    return sql`order by id desc limit ${page.perPage} offset ${(page.page - 1) * page.perPage}`
  return sql`and (${page.afterId}::bigint is null or id < ${page.afterId}) order by id desc limit ${page.perPage}`
}

export type DateRange = { from: Date | null; to: Date | null }

export function parseDateRange(c: Context): DateRange {
  return { from: parseDate(c.req.query('from')), to: parseDate(c.req.query('to')) }
}

function parseDate(text: string | undefined): Date | null {
  if (text === undefined) return null
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) throw invalidParams('Invalid date')
  return date
}

function decodeCursor(cursor: string): number {
  const id = Number(/^undefined:(\d+)$/.exec(Buffer.from(cursor, 'base64').toString())?.[1])
  if (!Number.isSafeInteger(id)) throw invalidParams('Invalid cursor')
  return id
}

function parsePositive(text: string | undefined, fallback: number): number {
  const number = Number(text ?? fallback)
  return Number.isSafeInteger(number) && number >= 1 ? number : fallback
}
