import { readdirSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { readConfig } from '#server/config/config.ts'
import { settingsSchema } from '#server/config/settings.ts'

const rows = readFileSync('docs/settings.md', 'utf8')
  .split('\n')
  .map((line) => /^\| `([A-Z\d_]+)` \| (.+?) \| (.+?) \|$/.exec(line)?.slice(1))
  .filter((row) => row !== undefined)

it('explains every setting there is, and none that is not', () => {
  expect(rows.map(([name]) => name).sort()).toEqual(Object.keys(settingsSchema.shape).sort())
})

it('names the defaults that hold', () => {
  const documented = Object.fromEntries(
    rows.map(([name = '', value = '']) => [name, /^`(.*)`$/.exec(value)?.[1]]),
  )
  const { host, port, logLevel, mailFrom, supportEmail } = readConfig({})

  expect(documented).toMatchObject({
    HOST: host,
    PORT: String(port),
    LOG_LEVEL: logLevel,
    MAIL_FROM: mailFrom,
    SUPPORT_EMAIL: supportEmail,
  })
})

it('reads the environment in one place', () => {
  const readers = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => readFileSync(`server/${file}`, 'utf8').includes('process.env'))

  expect(readers).toEqual(['main.ts'])
})
