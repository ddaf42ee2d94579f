// What an organiser reads, through HTTP, with 1,000, 10,000 and 100,000 donations on one campaign: node bench/organiser.ts. Reads of the
// three organisers alternate.
import { randomUUID } from 'node:crypto'

import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { insertPaidDonations } from '#test/insert-donations.ts'
import { openListeningApp } from '#test/listening-app.ts'
import { ada, createPerson, type Person } from '#test/people.ts'
import { insertCampaignBy } from '#test/campaigns.ts'

import { benchPostgres } from './bench-postgres.ts'
import { measureMedians } from './rates.ts'
import { printRow, tableHead } from './table.ts'

const counts = [1_000, 10_000, 100_000]
const onIdleError = () => {}

type Organiser = { person: Person; campaignId: string; count: number }

await using postgres = await benchPostgres()
const { host, port, user, password, database } = postgres.connection
const address = `${user}:${encodeURIComponent(String(password))}@localhost/${database}`
const url = `postgres://${address}?host=${encodeURIComponent(String(host))}&port=${port}`
await using app = await openListeningApp({ DATABASE_URL: url, RATE_LIMITS: 'off' })
await using owner = openDatabase(postgres.connection, { onIdleError })
const organisers: Organiser[] = []
for (const [index, count] of counts.entries())
  organisers.push(await insertOrganiser(owner, count, index))
await owner.pool.query('vacuum analyze')
console.log(tableHead)

for (const [name, toPath] of [
  ['list, first page', ({ campaignId }) => `/api/campaigns/${campaignId}/donations`],
  ['sums and chart', ({ campaignId }) => `/api/campaigns/${campaignId}/payouts`],
  ['sources of donations', ({ campaignId }) => `/api/campaigns/${campaignId}/sources`],
  ['overview', () => '/api/overview/account'],
  ['received donations', () => '/api/transactions'],
] satisfies [string, (organiser: Organiser) => string][])
  await compareReads(name, toPath)
const largest = organisers.at(-1)
if (largest) await readCsv(largest)

async function insertOrganiser(into: Database, count: number, index: number): Promise<Organiser> {
  const email = `organiser-${count}@example.com`
  const user = { ...ada, uid: randomUUID(), sessionId: randomUUID(), email }
  const person = await createPerson(into, user)
  const { id } = await insertCampaignBy(app.services.content, person, 'approved')
  const from = 100_000_000 * (index + 1)
  await insertPaidDonations(into.pool, count, count, { campaignId: id, ownerUid: user.uid, from })
  return { person, campaignId: id, count }
}

async function compareReads(name: string, toPath: (organiser: Organiser) => string) {
  const medians = await measureMedians(
    organisers.map((organiser) => async () => {
      await (await request(organiser, toPath(organiser))).arrayBuffer()
    }),
  )
  for (const [index, ms] of medians.entries()) {
    const before = medians[index - 1]
    const row = { what: `${name}, ${counts[index]} donations`, figure: `${ms.toFixed(2)} ms` }
    if (before === undefined) printRow(row)
    else
      printRow({
        ...row,
        reference: `${before.toFixed(2)} ms at ${counts[index - 1]}`,
        ratio: ms / before,
        goal: { atMost: 1.5 },
      })
  }
}

/** Reads it as a browser stores it, and measures the memory of this process, which is also the server. */
async function readCsv(organiser: Organiser) {
  for (const path of [
    `/api/campaigns/${organiser.campaignId}/donations.csv`,
    '/api/transactions/export.csv',
  ]) {
    globalThis.gc?.()
    const before = process.memoryUsage().rss
    let peak = before
    let lines = 0
    const begun = performance.now()
    const { body } = await request(organiser, path)
    for await (const part of body ?? []) {
      for (const byte of part) if (byte === 10) lines += 1
      peak = Math.max(peak, process.memoryUsage().rss)
    }
    const seconds = (performance.now() - begun) / 1_000
    const name = path.split('/').at(-1)
    const figure = `${seconds.toFixed(1)} s`
    printRow({ what: `${name} of ${lines} lines`, figure, goal: { atMost: 20 } }, seconds)
    const grown = (peak - before) / 2 ** 20
    const grownFigure = `${Math.round(grown)} MB with the client in the same process`
    printRow({ what: `RSS while it is read`, figure: grownFigure, goal: { atMost: 50 } }, grown)
  }
}

async function request({ person }: Organiser, path: string): Promise<Response> {
  const response = await fetch(`http://localhost:${app.port}${path}`, {
    headers: { cookie: person.cookie },
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response
}
