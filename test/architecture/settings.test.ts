import { readdirSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { openChecks } from '#server/platform/health/checks.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { modes, modeTable, type Mode } from '#server/platform/config/modes.ts'
import { settingsSchema } from '#server/platform/config/settings.ts'
import { openDatabase } from '#server/platform/database/database.ts'

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

it('shows the table of modes that the server applies', () => {
  const row = (title: string, toCell: (mode: Mode) => string) =>
    `| ${[title, ...modes.map(toCell)].join(' | ')} |`.replaceAll('|  |', '| |')
  const tableRows = [
    row('', (mode) => `\`${mode}\``),
    row('Payments', (mode) => modeTable[mode].payments.join(', ')),
    row('Development features', (mode) => modeTable[mode].developmentFeatures),
    row('Mails without `SMTP_URL`', (mode) => modeTable[mode].withoutMailServer),
    row('Required', (mode) => modeTable[mode].required.map((name) => `\`${name}\``).join(', ')),
    row(
      '`PUBLIC_URL` with https, and `DATABASE_URL` or `LIVE_ON_EMBEDDED_DATABASE=on`',
      (mode) => modeTable[mode].publicServices,
    ),
    row('`RATE_LIMITS=off`', (mode) => modeTable[mode].rateLimitsOff),
  ]
  const lines = readFileSync('docs/settings.md', 'utf8').split('\n')

  expect(lines).toEqual(expect.arrayContaining(tableRows))
})

it('shows every check of the doctor, and whether it stops the start', () => {
  const config = readConfig({})
  const database = openDatabase({}, { max: 1, onIdleError: () => {} })
  const checks = openChecks({ config, database, sealing: undefined, now: () => new Date() })
  const documented = readFileSync('docs/settings.md', 'utf8')
    .split('\n')
    .map((line) => /^\| `([a-z ]+)` \| [^|]+ \| (yes)? ?\| (yes)? ?\|$/.exec(line))
    .flatMap((row) => (row ? [{ name: row[1], isFatal: row[2] === 'yes' }] : []))

  expect(documented).toEqual(checks.map(({ name, isFatal = false }) => ({ name, isFatal })))
})

it('reads the environment in one place, and that of the brand before its texts', () => {
  const readers = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => readFileSync(`server/${file}`, 'utf8').includes('process.env'))

  expect(readers.toSorted()).toEqual(['main.ts', 'platform/config/brand.ts'])
})
