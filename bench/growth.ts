// Reads that grew with the number of campaigns, through HTTP, at 100,000 and 1,000,000: node bench/growth.ts. Requests to both alternate, and
// each asks another question, so that no cache answers.
import { openDatabase } from '#server/platform/database/database.ts'
import { openListeningApp } from '#test/listening-app.ts'
import { chidi, createPerson, type Person } from '#test/people.ts'
import { openStoredDatabase } from '#test/stored-database.ts'

import { measureMedians } from './rates.ts'
import { printRow, tableHead } from './table.ts'

type Site = { app: { port: number }; reviewer: Person }

const sizes = [100_000, 1_000_000]
const maxMs = 30

await using opened = new AsyncDisposableStack()
const sites: Site[] = []
for (const campaigns of sizes) sites.push(await openSite(campaigns))
console.log(tableHead)

/** Asks for `turn` rows in turn, which makes another question of each. */
const list = (query: string) => (turn: number) => `/api/campaigns?limit=${(turn % 50) + 1}&${query}`
const reads: Record<string, (turn: number) => string> = {
  'overview of a visitor': () => '/api/overview',
  'category, country, ending soon': list('category=Health&place=Nigeria&state=ending-soon'),
  'two common words without a common match': list('q=water+surgery'),
  'place, trending': list('place=Ghana&sort=trending'),
  'city, ending': list('place=City7&sort=ending'),
  'ending soon, most funded': list('state=ending-soon&sort=most-funded'),
  'word, category, state': list('q=books&category=Career&state=open'),
  'category, city': list('category=Education&place=City12'),
  "reviewers' queue": () => '/api/reviews',
}
for (const [name, toPath] of Object.entries(reads)) await compare(name, toPath)

async function openSite(campaigns: number) {
  const { url } = opened.use(await openStoredDatabase({ campaigns, donations: 10_000 }))
  const app = opened.use(await openListeningApp({ DATABASE_URL: url, RATE_LIMITS: 'off' }))
  const owner = opened.use(openDatabase({ connectionString: url }, { onIdleError: () => {} }))
  await owner.pool.query('analyze')
  return { app, reviewer: await createPerson(app.services.database, chidi) }
}

async function compare(name: string, toPath: (turn: number) => string) {
  const [before = 0, after = 0] = await measureMedians(
    sites.map((site) => (turn) => read(site, toPath(turn))),
  )
  const row = {
    what: `${name}, 1,000,000 campaigns`,
    figure: `${after.toFixed(1)} ms`,
    reference: `${before.toFixed(1)} ms at 100,000`,
    ratio: after / before,
  }
  printRow({ ...row, goal: { atMost: 1.5 } })
  if (after > maxMs) console.log(`  more than ${maxMs} ms`)
}

async function read({ app, reviewer }: Site, path: string) {
  const response = await fetch(`http://localhost:${app.port}${path}`, {
    headers: path === '/api/reviews' ? { cookie: reviewer.cookie } : {},
  })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
}
