import type { Context } from 'hono'

import { sql, type Sql } from '#server/database/sql.ts'

import { invalidParams } from './envelope.ts'

export type Page =
  | { kind: 'offset'; perPage: number; page: number }
  | { kind: 'cursor'; perPage: number; direction: 'next' | 'previous'; beside: number | null }

/** Reads `page` and `perPage`, or the cursor that `use_cursor=true` asks for. Lists run from the newest down. */
export function pageOf(c: Context): Page {
  const perPage = Math.min(100, naturalOf(c.req.query('perPage'), 50))
  if (c.req.query('use_cursor') !== 'true')
    return { kind: 'offset', perPage, page: naturalOf(c.req.query('page'), 1) }
  const previous = c.req.query('previous')
  const cursor = previous ?? c.req.query('next')
  return {
    kind: 'cursor',
    perPage,
    direction: previous === undefined ? 'next' : 'previous',
    beside: cursor === undefined ? null : idOf(cursor),
  }
}

export function offsetMeta(page: { perPage: number; page: number }, total: number) {
  return {
    total,
    skipped: (page.page - 1) * page.perPage,
    perPage: page.perPage,
    page: page.page,
    pageCount: Math.ceil(total / page.perPage),
  }
}

/** The cursor is base64 of `undefined:<id>`, as the provider's is. */
export function cursorOf(id: number | undefined): string | null {
  return id === undefined ? null : Buffer.from(`undefined:${id}`).toString('base64')
}

/** The meta of a page of rows that carry an id. */
export function listMeta(page: Page, rows: { id: number }[], total: number) {
  if (page.kind === 'offset') return offsetMeta(page, total)
  const full = rows.length === page.perPage
  return {
    next: full ? cursorOf(rows.at(-1)?.id) : null,
    previous: page.beside === null ? null : cursorOf(rows[0]?.id),
    perPage: page.perPage,
  }
}

/** What stands after `where …` to read one page, the newest first. */
export function windowOf(page: Page): Sql {
  if (page.kind === 'offset')
    return sql`order by id desc limit ${page.perPage} offset ${(page.page - 1) * page.perPage}`
  if (page.direction === 'previous')
    return sql`and id > ${page.beside ?? 0} order by id limit ${page.perPage}`
  return sql`and (${page.beside}::bigint is null or id < ${page.beside}) order by id desc limit ${page.perPage}`
}

/** The filters `from` and `to`. */
export function spanOf(c: Context): { from: Date | null; to: Date | null } {
  return { from: dateOf(c.req.query('from')), to: dateOf(c.req.query('to')) }
}

function dateOf(text: string | undefined): Date | null {
  if (text === undefined) return null
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) throw invalidParams('Invalid date')
  return date
}

function idOf(cursor: string): number {
  const id = Number(/^undefined:(\d+)$/.exec(Buffer.from(cursor, 'base64').toString())?.[1])
  if (!Number.isSafeInteger(id)) throw invalidParams('Invalid cursor')
  return id
}

function naturalOf(text: string | undefined, otherwise: number): number {
  const number = Number(text ?? otherwise)
  return Number.isSafeInteger(number) && number >= 1 ? number : otherwise
}
