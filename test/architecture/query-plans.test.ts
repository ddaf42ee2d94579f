import type pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { applicationRole } from '#server/platform/database/application-role.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { ListingOrder } from '#server/providers/content/content.ts'
import { embeddedContent } from '#server/providers/content/embedded/embedded-content.ts'
import { categories } from '#shared/category.ts'
import { campaignSorts } from '#shared/campaign-query.ts'
import { bigCampaign } from '#test/support/campaigns/big-campaign.ts'
import { openStoredDatabase } from '#test/support/database/stored-database.ts'
import { as, visitor } from '#test/support/people/people.ts'
import { withClient } from '#test/support/database/query.ts'
import {
  describeWork,
  findSlowPlan,
  recordStatements,
  type Statement,
  type Work,
} from '#test/support/database/query-plans.ts'

import { acceptedPlans } from './accepted-plans.ts'
import { getExpected, toSubject } from './matrix-cells.ts'
import { sendRequest, type Cell } from './matrix-run.ts'
import type { Role } from './matrix-roles.ts'
import { openWorld } from './matrix-world.ts'
import { getCells, matrix } from './matrix.ts'

/** `npm run test:long` measures the plans with ten times as many. */
const campaigns = Number(process.env['CAMPAIGNS'] ?? 100_000)
const longestMs = (campaigns / 100_000) * 300_000

const stored = await openStoredDatabase({ campaigns, donations: campaigns / 10 })
afterAll(() => stored[Symbol.asyncDispose]())
const connection = { connectionString: stored.url }
const database = openDatabase(connection, { role: applicationRole, onIdleError: () => {} })
afterAll(() => database[Symbol.asyncDispose]())
const recorder = recordStatements(database.pool)
const world = await openWorld({
  stored: { url: stored.url, database, owners: { id: bigCampaign } },
})
await world.owner.pool.query('analyze')
recorder.take()

/** Other roles of these kinds ask no more. */
const asked = new Set<Role>(['anonymous', 'donor', 'owner', 'reviewer', 'admin'])
const cells = Object.keys(matrix)
  .flatMap(getCells)
  .filter(({ role }) => asked.has(role))
const isRead = ({ route }: Cell) => route.startsWith('GET ')

const filters = [
  '',
  'category=Health',
  'category=other&cause=legal',
  'country=Nigeria',
  'city=City7',
  'place=Ghana',
  'state=funded',
  'state=open',
  'state=ending-soon&category=Career',
  'q=water',
  'q=rare7777',
  'q=srugery+town12',
]

/** The matrix sends no key of the development features. */
const needsKey = (route: string) => route.startsWith('GET /development/')

/** By text, the first request and the most work. */
const slow = new Map<string, { cause: string; work: Work }>()
const measured = new Set<string>()
const succeeded = new Set<string>()

/** Measures each statement that was recorded since the last call. */
async function measure(client: pg.Client, cause: string) {
  for (const statement of recorder.take()) {
    const key = `${statement.text}${JSON.stringify(statement.values)}`
    if (measured.has(key)) continue
    measured.add(key)
    const work = await findSlowPlan(client, statement)
    const text = toLine(statement)
    const known = slow.get(text)
    if (work && work.examined > (known?.work.examined ?? 0)) slow.set(text, { cause, work })
  }
}

const toLine = ({ text }: Statement) => text.replaceAll(/\s+/g, ' ').trim()

describe('with 100,000 campaigns, and 10,000 donations on one of them', () => {
  it(
    'every read answers as the matrix says, and its statements are measured',
    async () => {
      await withClient(connection, async (client) => {
        const differences: string[] = []
        for (const cell of cells.filter(isRead)) {
          const answer = await sendRequest(world, cell)
          await answer.arrayBuffer()
          const { status } = getExpected(cell.of, cell.role)
          const where = `${cell.route} on ${toSubject(cell.of)} by ${cell.role}`
          if (answer.status !== status) differences.push(`${where}: ${answer.status}`)
          if (answer.status < 400) succeeded.add(cell.route)
          await measure(client, where)
        }
        expect(differences).toEqual([])
      })
    },
    longestMs,
  )

  it(
    'two pages of the campaigns are read with every filter in every order',
    async () => {
      const ask = as(world.app, visitor)
      const statuses: number[] = []
      await withClient(connection, async (client) => {
        for (const filter of filters)
          for (const sort of campaignSorts) {
            const path = `/api/campaigns?${filter}&sort=${sort}`
            const first = await ask(path)
            const { next } = (await first.json()) as { next: string | null }
            const second = next === null ? first : await ask(`${path}&after=${next}`)
            statuses.push(first.status, second.status)
            await measure(client, `GET ${path}`)
          }
        expect(new Set(statuses)).toEqual(new Set([200]))
      })
    },
    longestMs,
  )

  it(
    'no write fails, and its statements are measured',
    async () => {
      await withClient(connection, async (client) => {
        const failed: string[] = []
        for (const cell of cells.filter((each) => !isRead(each))) {
          const answer = await sendRequest(world, cell)
          const text = await answer.text()
          const where = `${cell.route} on ${toSubject(cell.of)} by ${cell.role}`
          if (answer.status >= 500) failed.push(`${where}: ${text}`)
          await measure(client, where)
        }
        expect(failed).toEqual([])
      })
    },
    longestMs,
  )

  it('every route was asked, and every read succeeded for a role', () => {
    const routes = world.app.routes.flatMap(({ method, path, handler }) =>
      'rule' in handler ? [`${method} ${path}`] : [],
    )
    const requested = new Set(cells.map(({ route }) => route))
    expect(routes.filter((route) => !requested.has(route))).toEqual([])
    const reads = routes.filter((route) => route.startsWith('GET ') && !needsKey(route))
    expect(reads.filter((route) => !succeeded.has(route))).toEqual([])
    expect(measured.size).toBeGreaterThan(1_000)
  })

  it('no statement examines more than 50 rows for each that it returns, or sorts more than 1,000', () => {
    const unexpected = [...slow].filter(([text, { work }]) => {
      const isAccepted = acceptedPlans.some(
        ({ part, most }) => text.includes(part) && work.examined <= most * (campaigns / 100_000),
      )
      return !isAccepted
    })
    const lines = unexpected.map(
      ([text, { cause, work }]) => `${cause} ${describeWork(work)}\n  ${text}`,
    )
    expect(lines.join('\n')).toBe('')
  })

  // The list is of the schema without partitions, on which some of these plans cost less.
  const isPartitioned = process.env['PGOPTIONS']?.includes('ajo.partitions') === true
  it.skipIf(isPartitioned)('every accepted statement is still asked and still slow', () => {
    const texts = [...slow.keys()]
    const stale = acceptedPlans.filter(
      ({ part, from = 0 }) => from <= campaigns && !texts.some((text) => text.includes(part)),
    )
    expect(stale).toEqual([])
  })
})

describe('with 100,000 campaigns', () => {
  it.each<ListingOrder>(['newest', 'ending', 'most-funded', 'trending'])(
    'the list sorted by %s gets one generic plan for all requests',
    async (order) => {
      await using single = openDatabase(connection, { max: 1, onIdleError: () => {} })
      const content = embeddedContent(single)
      for (const category of [...categories, ...categories])
        await content.listCampaigns({ status: 'approved', category }, { limit: 12, order })

      const plans = await single.rows(
        z.object({ custom: z.int(), generic: z.int() }),
        sql`select custom_plans as custom, generic_plans as generic from pg_prepared_statements
          where statement like '%campaign_listing%' and statement not like '%pg_prepared%'`,
      )
      // PostgreSQL uses custom plans for the first five executions of a prepared statement.
      expect(plans).toEqual([
        { custom: 5, generic: 7 },
        { custom: 5, generic: 7 },
      ])
    },
  )
})

describe('the measurement', () => {
  it.each([
    ['reads a whole table for one row', sql`select id from campaign where title = ${'none'}`],
    ['sorts a large table', sql`select id from campaign order by description, id limit 2000`],
    ['counts a large table', sql`select count(*) from campaign`],
    [
      'writes to one row and looks at all',
      sql`update campaign set city = 'x' where title = ${'none'}`,
    ],
  ])('reports a statement that %s', async (_does, statement) => {
    await withClient(connection, async (client) => {
      expect(await findSlowPlan(client, statement.compile())).toBeDefined()
    })
  })

  it('accepts a read by an index', async () => {
    const statement = sql`select campaign_id from campaign_slug where slug = ${'campaign-777'}`
    await withClient(connection, async (client) => {
      expect(await findSlowPlan(client, statement.compile())).toBeUndefined()
    })
  })
})
