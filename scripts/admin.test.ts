import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { listStops } from '#server/money/payouts/payout-stops.ts'
import { embeddedContent } from '#server/providers/content/embedded/embedded-content.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { openCommand } from '#test/support/servers/commands.ts'
import { ada, dada } from '#test/support/people/people.ts'

// Each command is a process that opens all services.
vi.setConfig({ testTimeout: 180_000 })

const at = await openCommand('admin.ts')
beforeEach(at.empty)
const env = { ...at.env, ...at.keys }
const run = (...words: string[]) => at.run(words, env)
const listActions = async () => {
  const rows = await at.database.rows(
    z.object({ action: z.string(), uid: z.string(), reason: z.string() }),
    sql`select action, uid, reason from audit_log`,
  )
  return rows
}

it('shows a person, and ends their sessions after a dry run that changes nothing', async () => {
  const person = await at.createPerson(ada)
  const shown = await run('person', 'show', 'ADA@example.com', '--json')
  expect(z.parse(shownSchema, JSON.parse(shown.output)).data).toMatchObject({
    email: ada.email,
    disabled: false,
    sessions: 1,
  })

  const dry = await run('person', 'end-sessions', ada.email, '--dry-run')
  expect(dry).toEqual({ code: 0, output: `1 sessions of ${ada.email} would end.` })
  expect(await at.getActor(person)).toMatchObject({ uid: ada.uid })
  expect(await listActions()).toEqual([])

  const done = await run('person', 'end-sessions', ada.email, '--reason', 'lost phone')
  expect(done).toEqual({ code: 0, output: `1 sessions of ${ada.email} ended.` })
  expect(await at.getActor(person)).toEqual({ kind: 'visitor' })
  expect(await listActions()).toEqual([
    { action: 'end-sessions', uid: 'command-line', reason: 'lost phone' },
  ])
})

const shownSchema = z.object({ data: z.record(z.string(), z.unknown()) })

it('refuses what does not exist, and a person who is not an admin, with exit code 1', async () => {
  expect(await run('mail', 'retry', '7')).toEqual({
    code: 1,
    output: 'There is no failed mail 7 that can be sent again.',
  })
  expect(await run('jobs', 'list', '--as', ada.email)).toEqual({
    code: 1,
    output: `${ada.email} is not an admin.`,
  })
})

it('reports an invalid setting and a missing database in one sentence, and creates no database', async () => {
  expect(await at.run(['person', 'staff'], { DATABASE_URL: 'mysql://here' })).toEqual({
    code: 1,
    output:
      'DATABASE_URL must look like postgres://user:password@host:5432/database, with several hosts separated by commas.',
  })
  const dataDir = mkdtempSync(join(tmpdir(), 'ajo-person-'))
  expect(await at.run(['person', 'staff'], { DATA_DIR: dataDir })).toEqual({
    code: 1,
    output: 'Ajo has no database yet. Start it once with npm start.',
  })
  rmSync(dataDir, { recursive: true })
})

it.each([
  [[], 'person end-sessions', 'undefined'],
  [['person', 'sing', ada.email], 'person end-sessions', 'campaign show'],
  [['person', 'show'], 'person show', 'person end-sessions'],
])('prints the usage for the arguments %j, with exit code 2', async (words, shown, hidden) => {
  const { code, output } = await run(...words)
  expect(code).toBe(2)
  expect(output).toContain(`npm run ajo -- ${shown} <email>`)
  expect(output).not.toContain(hidden)
})

it('makes a decision only for an admin who is named, with a reason', async () => {
  const content = embeddedContent(at.database)
  const { id, slug } = await insertCampaignBy(content, ada, 'approved', { endDate: '2099-06-01' })
  await at.createPerson(dada)
  const listHolds = async () =>
    (await listActions()).filter(({ action }) => action === 'hold-payouts')
  const hold = ['campaign', 'hold', slug, '--reason', 'The photos look copied.']

  expect((await run(...hold)).output).toContain('add --as <email of an admin>')
  expect((await run(...hold.slice(0, 3), '--as', dada.email)).output).toContain('--reason')
  expect(await listHolds()).toEqual([])

  const { code } = await run(...hold, '--as', dada.email)
  expect(code).toBe(0)
  expect(await listHolds()).toMatchObject([{ uid: dada.uid }])
  expect(await listStops(at.database, id, new Date())).toMatchObject([{ kind: 'reviewer' }])
})
