import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { freshDatabase } from '#test/support/people/fresh-database.ts'

import { KeyRefused, openSealing } from './open-sealing.ts'

const { database } = await freshDatabase()
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ajo-keys-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const older = 'harmattan kite mango rain 47 river'
const newer = 'lagoon ember yam cowrie 91 market x'
const open = (...secrets: string[]) => openSealing({ secrets, dataDir }, database)

describe('opening the sealing of a database', () => {
  it('creates a secret for a new database, and uses it again', async () => {
    const sealed = (await open()).seal('donor-email', 'ada@example.com')

    expect((await open()).open('donor-email', sealed)).toBe('ada@example.com')
  })

  it('is refused with one sentence when the secret is lost', async () => {
    await open()
    rmSync(join(dataDir, 'secret'))

    await expect(open()).rejects.toThrow(KeyRefused)
    await expect(open()).rejects.toThrow(
      /^AJO_SECRET is missing: this database is sealed with the key [0-9a-f]{8}\. Set AJO_SECRET, or restore \S+secret\.$/,
    )
  })

  it('is refused with one sentence when the secret is that of another database', async () => {
    await open(older)

    await expect(open(newer)).rejects.toThrow(
      /^AJO_SECRET does not match this database, which is sealed with the key [0-9a-f]{8}\. Add the secret of that key; yours are [0-9a-f]{8}\.$/,
    )
    await expect(open(newer)).rejects.not.toThrow(newer)
  })

  it('reads several secrets from the file in DATA_DIR, newest first', async () => {
    const sealed = (await open()).seal('donor-email', 'ada@example.com')
    const file = join(dataDir, 'secret')
    writeFileSync(file, `${newer}\n${readFileSync(file, 'utf8')}`)

    const both = await open()

    expect(both.keyIds).toHaveLength(2)
    expect(both.open('donor-email', sealed)).toBe('ada@example.com')
  })

  it('keeps fingerprints when the secret changes', async () => {
    const before = (await open(older)).fingerprint('donor', 'ada@example.com')

    expect((await open(newer, older)).fingerprint('donor', 'ada@example.com')).toEqual(before)
  })

  it('gives 8 processes that start at the same time the same fingerprints', async () => {
    const opened = await Promise.all(Array.from({ length: 8 }, () => open(older)))
    const fingerprints = opened.map((sealing) =>
      sealing.fingerprint('donor', 'ada').toString('hex'),
    )

    expect(new Set(fingerprints).size).toBe(1)
  })
})
