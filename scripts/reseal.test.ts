import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { openSealing } from '#server/platform/keys/open-sealing.ts'
import { openCommand } from '#test/support/servers/commands.ts'

const at = await openCommand('reseal.ts')
const older = 'harmattan kite mango rain 47 river'
const newer = 'lagoon ember yam cowrie 91 market x'
const env = (secrets: string) => ({ ...at.env, AJO_SECRET: secrets })

it('counts with --dry-run, seals again without it, and says when the older secret is free', async () => {
  await openSealing({ secrets: [older], dataDir: '' }, at.database)
  const line = (count: number) => `sealing_canary.key_sealed: ${count} of 1 need an older secret`

  const counted = await at.run(['--dry-run'], env(`${newer},${older}`))
  expect(counted.code).toBe(0)
  expect(counted.output).toContain(line(1))
  const done = await at.run([], env(`${newer},${older}`))
  expect(done.code).toBe(0)
  expect(done.output).toContain('sealing_canary.key_sealed: 1 sealed again')
  expect(done.output).toContain(line(0))
  expect((await at.run([], env(newer))).code).toBe(0)
  expect((await at.run([], env(older))).output).toMatch(/^AJO_SECRET does not match this database/)

  const stored = await at.database.rows(z.object({}), sql`select 1 from sealing_canary`)
  expect(stored).toHaveLength(1)
})

it('explains its arguments', async () => {
  expect(await at.run(['--wet-run'])).toEqual({
    code: 2,
    output: 'Usage: npm run reseal [-- --dry-run]',
  })
})
