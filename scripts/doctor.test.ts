import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { openCommand } from '#test/support/servers/commands.ts'
import { openListeningApp } from '#test/support/servers/listening-app.ts'

const doctor = await openCommand('doctor.ts')
const app = await openListeningApp(doctor.env)
afterAll(() => app[Symbol.asyncDispose]())
const env = {
  ...doctor.env,
  ...doctor.keys,
  DATA_DIR: app.config.dataDir,
  PORT: String(app.port),
}

it('prints one line for each check of a running server, and ends with 0', async () => {
  const { code, output } = await doctor.run([], env)

  expect(output.split('\n')).toEqual(
    [
      'database',
      'schema',
      'role',
      'engine',
      'pooler',
      'clock',
      'secret',
      'receipt key',
      'log key',
      'data folder',
      'disk space',
      'privacy policy',
      'mail server',
      'public address',
      'proxy',
      'reviewers',
    ].map((name) => `ok     ${name}`),
  )
  expect(code).toBe(0)
})

it('prints the sentence of each fault, and ends with 1', async () => {
  const { code, output } = await doctor.run([], { ...env, PORT: '1' })

  expect(code).toBe(1)
  expect(output).toMatch(/^fault {2}public address {8}PUBLIC_URL http:\/\/127\.0\.0\.1:1 does not/m)
})

it('reports a wrong secret and goes on with the other checks', async () => {
  const { code, output } = await doctor.run(['--json'], {
    ...env,
    AJO_SECRET: `${env.AJO_SECRET}!`,
  })

  const findings = z.parse(
    z.array(z.object({ name: z.string(), fault: z.optional(z.string()) })),
    JSON.parse(output),
  )
  expect(code).toBe(1)
  expect(findings).toHaveLength(16)
  expect(findings.flatMap(({ fault }) => fault ?? [])).toEqual([
    expect.stringMatching(/^AJO_SECRET does not match this database/),
  ])
})

it('ends with 2 and one sentence when it has no database or wrong settings', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ajo-doctor-'))
  expect(await doctor.run([], { DATA_DIR: dataDir })).toEqual({
    code: 2,
    output: 'Ajo has no database yet. Start it once with npm start.',
  })
  rmSync(dataDir, { recursive: true })
  expect(await doctor.run([], { AJO_MODE: 'demo' })).toEqual({
    code: 2,
    output: 'AJO_MODE=demo needs PUBLIC_URL, the address that visitors type.',
  })
  expect((await doctor.run(['--fix'])).code).toBe(2)
})
