import { Hono } from 'hono'
import * as z from 'zod/mini'

import { yearlyFiguresSchema } from '#shared/moderation.ts'

import type { Env } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import type { YearlyFiguresReader } from '../staff/moderation/yearly-figures.ts'
import * as may from '../platform/policy/rules.ts'

export type YearlyFiguresDeps = { yearlyFigures: YearlyFiguresReader }

/** GET /api/transparency: what was decided in each year, for everyone. */
export function yearlyFiguresRoutes({ yearlyFigures }: YearlyFiguresDeps) {
  return new Hono<Env>().get('/', gate(may.readYearlyFigures, noSubject), async (c) =>
    c.json(z.parse(yearlyFiguresSchema, { years: await yearlyFigures.read() })),
  )
}
