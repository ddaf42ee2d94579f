import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'

import { beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { embeddedContent } from '#server/providers/content/embedded/embedded-content.ts'
import { jobsApplication } from '#server/platform/queue/start-jobs.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { openCommand } from '#test/support/servers/commands.ts'
import { startLocalFetchServer } from '#test/support/providers/local-server.ts'
import { openFakeSanity } from '#test/support/providers/sanity.ts'
import { ownImageStorage } from '#test/support/campaigns/hosted-content.ts'
import { testImage } from '#test/support/campaigns/image-files.ts'
import { ada } from '#test/support/people/people.ts'
import { withClient } from '#test/support/database/query.ts'

// Each command is a process that opens all services.
vi.setConfig({ testTimeout: 300_000 })

const at = await openCommand('admin.ts')
const fake = await openFakeSanity()
const { dataDir, ownImages } = ownImageStorage()
const edge = { requests: 0, onRequest: (_count: number) => {} }
const proxy = await startLocalFetchServer(async (request) => {
  edge.requests += 1
  edge.onRequest(edge.requests)
  const { pathname, search } = new URL(request.url)
  const body = request.method === 'GET' ? null : await request.arrayBuffer()
  const answer = await fetch(`${fake.options.apiHost}${pathname}${search}`, {
    method: request.method,
    headers: request.headers,
    ...(body && { body }),
  })
  return new Response(await answer.arrayBuffer(), {
    status: answer.status,
    headers: { 'content-type': answer.headers.get('content-type') ?? '' },
  })
})
const env = (content: 'embedded' | 'sanity') => ({
  ...at.env,
  ...at.keys,
  DATA_DIR: dataDir,
  CONTENT: content,
  SANITY_PROJECT: fake.options.projectId,
  SANITY_TOKEN: fake.options.token,
  SANITY_URL: proxy.origin,
})
const resultSchema = z.object({
  isDone: z.boolean(),
  message: z.string(),
  data: z.object({
    from: z.string(),
    to: z.string(),
    isEqual: z.boolean(),
    campaigns: z.object({ found: z.int(), copied: z.int() }),
  }),
})
const move = async (content: 'embedded' | 'sanity', to: string) => {
  const { code, output } = await at.run(['content', 'move', '--to', to, '--json'], env(content))
  expect({ code, output }).toHaveProperty('code', 0)
  return resultSchema.parse(JSON.parse(output)).data
}

/** Starts the move in a process, and kills it at its request `point`. */
async function kill(content: 'embedded' | 'sanity', to: string, point: number) {
  const file = resolve(import.meta.dirname, 'admin.ts')
  const child = spawn(process.execPath, [file, 'content', 'move', '--to', to], {
    env: env(content),
    stdio: 'ignore',
  })
  edge.requests = 0
  edge.onRequest = (count) => void (count === point && child.kill('SIGKILL'))
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  edge.onRequest = () => {}
  expect(signal).toBe('SIGKILL')
}

const embedded = embeddedContent(at.database)
const countCampaigns = async () => embedded.countCampaigns({})

beforeEach(async () => {
  fake.reset()
  await at.empty()
  await at.database.run(sql`delete from campaign_listing`)
  await at.database.run(sql`delete from campaign`)
  await at.createPerson(ada)
  const bytes = new Uint8Array(await testImage(64, 48, 9).webp().toBuffer())
  const id = createHash('sha256').update(bytes).digest('hex')
  await ownImages.write(id, bytes)
  const images = [{ id, width: 64, height: 48, alt: '' }]
  for (const status of ['approved', 'pending'] as const)
    await insertCampaignBy(embedded, ada, status, { images, endDate: '2099-06-01' })
})

it('moves to the hosted store and back with the same digest, in processes that are killed', async () => {
  await kill('embedded', 'hosted', 6)
  const there = await move('embedded', 'hosted')
  expect(there).toMatchObject({ isEqual: true, campaigns: { found: 2 } })
  expect(there.to).toBe(there.from)
  expect(await countCampaigns()).toBe(2)

  await at.database.run(sql`delete from campaign_listing`)
  await at.database.run(sql`delete from campaign`)
  await kill('sanity', 'embedded', 5)
  const back = await move('sanity', 'embedded')
  expect(back).toMatchObject({ isEqual: true, from: there.to, to: there.to })
  expect(await countCampaigns()).toBe(2)
  const actions = await at.database.rows(
    z.object({ action: z.string(), subject: z.string(), reason: z.string() }),
    sql`select action, subject, reason from audit_log where action = 'move-content' order by at`,
  )
  expect(actions).toEqual([
    { action: 'move-content', subject: 'embedded to hosted', reason: there.from },
    { action: 'move-content', subject: 'hosted to embedded', reason: there.from },
  ])
})

it('says what it would do in a dry run, and refuses wrong directions and, except in a dry run, a running server', async () => {
  const run = (...words: string[]) => at.run(['content', ...words], env('embedded'))
  const dry = await run('move', '--to', 'hosted', '--dry-run')
  expect(dry.output).toContain('2 campaigns, 2 to copy')
  expect(fake.documents.size).toBe(0)
  expect(await run('move')).toEqual({ code: 1, output: 'Add --to hosted or --to embedded.' })
  expect((await run('move', '--to', 'embedded')).output).toContain('CONTENT names the embedded')
  expect((await run('clear', 'embedded')).output).toContain('It is the live one and stays.')
  expect((await run('clear', 'hosted', '--to', 'hosted')).code).toBe(2)

  const connection = { connectionString: at.env.DATABASE_URL, application_name: jobsApplication }
  // A pool would close its idle connection before a slow machine has started the command.
  await withClient(connection, async () => {
    const refused = await run('move', '--to', 'hosted')
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.output).toContain('A server of Ajo works on this database.')
    expect(await run('move', '--to', 'hosted', '--dry-run')).toEqual(dry)
  })
})
