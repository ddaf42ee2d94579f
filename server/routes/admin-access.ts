import { Hono } from 'hono'
import * as z from 'zod/mini'

import { searchText } from '#shared/text.ts'

import { parseInput, type Env } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import * as may from '../platform/policy/rules.ts'
import type { AccessLog } from '../people/privacy/access-log.ts'
import { parsePageCursor } from './page-cursor.ts'

const querySchema = z.object({ person: searchText })

/** /api/admin/access-log. Reading it is recorded in it, too. */
export function adminAccessRoutes({ accessLog }: { accessLog: AccessLog }) {
  return new Hono<Env>().get('/', gate(may.readStaffActions, noSubject), async (c) => {
    const { person } = parseInput(querySchema, c.req.query())
    const page = await accessLog.list({ person: person || undefined, after: parsePageCursor(c) })
    c.set('readSubjects', { count: page.entries.length })
    return c.json(page)
  })
}
