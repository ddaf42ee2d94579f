import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import { processEnv } from '#test/support/servers/process-env.ts'

import { startErrorMessage } from './start-messages.ts'

const folder = mkdtempSync(join(tmpdir(), 'ajo-start-'))
// PostgreSQL runs under another account, which needs access to the folder.
chmodSync(folder, 0o711)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The output of a start that fails. */
function start(env: Record<string, string>): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/main.ts'], {
    env: { ...processEnv, PORT: '0', SEED: 'off', LOG_LEVEL: 'silent', ...env },
    encoding: 'utf8',
    timeout: 60_000,
  })
  expect(status).toBe(1)
  return stdout + stderr
}

it('names DATABASE_URL when its database cannot be reached', () => {
  expect(
    start({
      DATA_DIR: join(folder, 'remote'),
      DATABASE_URL: 'postgres://ajo:word@127.0.0.1:9/ajo',
    }),
  ).toBe(
    'The database cannot be reached (connect ECONNREFUSED 127.0.0.1:9): start it, or correct DATABASE_URL.\n',
  )
})

describe('a DATA_DIR that cannot be used', () => {
  it('because it is a file stops the start with one sentence', () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')

    const sentence =
      'is not a folder: set DATA_DIR to a folder, or to a path where one can be created.'
    expect(start({ DATA_DIR: file })).toBe(`DATA_DIR ${file} ${sentence}\n`)
    expect(start({ DATA_DIR: join(file, 'data') })).toBe(
      `DATA_DIR ${join(file, 'data')} ${sentence}\n`,
    )
  })

  it('because its path is too long stops the start with one sentence', () => {
    const dataDir = join(folder, 'x'.repeat(300))

    expect(start({ DATA_DIR: dataDir })).toBe(
      `DATA_DIR ${dataDir} is too long: set DATA_DIR to a shorter path.\n`,
    )
  })

  it('because no folder is short enough for a socket stops the start with one sentence', () => {
    const long = join(folder, 'x'.repeat(100))
    mkdirSync(long, { mode: 0o755 })
    const dataDir = join(long, 'data')

    expect(start({ DATA_DIR: dataDir, TMPDIR: long })).toBe(
      `DATA_DIR ${dataDir} is too long for the socket of PostgreSQL, and so is TMPDIR: set one of them to a shorter path.\n`,
    )
  })

  it.each([
    ['EROFS', 'is on a read-only disk: set DATA_DIR to a folder that can be written.'],
    ['EACCES', 'belongs to another user: let the user that runs Ajo write to it, or set DATA_DIR.'],
    ['EPERM', 'belongs to another user: let the user that runs Ajo write to it, or set DATA_DIR.'],
  ])('with the error %s stops the start with one sentence', (code, sentence) => {
    const error = Object.assign(new Error(code), { code, path: '/srv/ajo/secret' })

    expect(startErrorMessage(error, '/srv/ajo')).toBe(`DATA_DIR /srv/ajo ${sentence}`)
  })

  it.each([
    Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', path: '/srv/ajo/secret' }),
    new Error('initdb failed: could not write: No space left on device'),
    new Error('PostgreSQL did not start:\nFATAL: could not extend file: No space left on device'),
  ])('because its disk is full stops the start with one sentence', (error) => {
    expect(startErrorMessage(error, '/srv/ajo')).toBe(
      'The disk of DATA_DIR /srv/ajo is full: free some space, or set DATA_DIR to another disk.',
    )
  })

  it('is not blamed for errors of other files, which keep their stack', () => {
    const error = Object.assign(new Error('EACCES'), { code: 'EACCES', path: '/etc/other' })

    expect(startErrorMessage(error, '/srv/ajo')).toMatch(/^Ajo could not start\.\nError: EACCES\n/)
  })
})
