import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, it } from 'vitest'

import { openCommand } from '#test/support/servers/commands.ts'
import { ada, testSecret } from '#test/support/people/people.ts'

const at = await openCommand('breach.ts')
const dataDir = mkdtempSync(join(tmpdir(), 'ajo-breach-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const run = (words: string[]) =>
  at.run(words, { ...at.env, DATA_DIR: dataDir, AJO_SECRET: testSecret })

it('counts the people, names the deadline and writes files that only this user can read', async () => {
  await at.createPerson(ada)

  const { code, output } = await run(['--discovered', '2026-11-23T09:30', '--table', 'session'])

  expect(output).toContain('People affected: 1 (account: 1, donor: 0, contact: 0)')
  expect(output).toContain(
    'Notice to the Commission by: Thursday, 26 November 2026 at 09:30 (Lagos)',
  )
  expect(output).not.toContain(ada.email)
  expect(code).toBe(0)
  const folder = join(
    dataDir,
    readdirSync(dataDir).find((name) => name.startsWith('breach-')) ?? '',
  )
  expect(readdirSync(folder).sort()).toEqual([
    'clock.txt',
    'commission.txt',
    'people.csv',
    'people.txt',
  ])
  expect(readFileSync(join(folder, 'people.csv'), 'utf8')).toContain(`account,${ada.email}`)
  const modes = [folder, ...readdirSync(folder).map((name) => join(folder, name))].map((path) =>
    (statSync(path).mode & 0o777).toString(8),
  )
  expect(modes).toEqual(['700', '600', '600', '600', '600'])
})

it.each([
  [[]],
  [['--table', 'session']],
  [['--discovered', 'today', '--table', 'session']],
  [['--discovered', '2026-11-23', '--table', 'no_table']],
  [['--discovered', '2026-11-23', '--table', 'session', '--account', ada.email]],
  [['--discovered', '2026-11-23', '--table', 'session', '--from', 'May']],
])('prints the usage for the arguments %j', async (words) => {
  const { code, output } = await run(words)
  expect(output).toContain('Usage:')
  expect(code).toBe(2)
})
