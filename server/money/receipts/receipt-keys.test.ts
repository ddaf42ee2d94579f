import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { freshDatabase } from '#test/support/people/fresh-database.ts'

import { openReceiptSigning, openSigning } from './signing.ts'
import { generateSigningKey } from '#server/platform/runtime/files.ts'

const { database } = await freshDatabase()
let dataDir: string
let time = 0
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ajo-keys-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const open = (...receiptKeys: string[]) =>
  openReceiptSigning({ receiptKeys, dataDir }, database, () => new Date((time += 1_000)))

const first = generateSigningKey()
const second = generateSigningKey()
const firstId = openSigning(first).keyId

describe('opening the key that signs receipts', () => {
  it('creates a key for a new database, and uses it again', async () => {
    expect((await open()).keyId).toBe((await open()).keyId)
  })

  it('is refused with one sentence when the key is lost, instead of making another one', async () => {
    await open()
    rmSync(join(dataDir, 'receipt-key'))

    await expect(open()).rejects.toThrow(
      /^RECEIPT_KEY is missing: receipts of this database are signed with the key [0-9a-f]{16}\./,
    )
    expect(existsSync(join(dataDir, 'receipt-key'))).toBe(false)
  })

  it('is refused with one sentence when the key is another one', async () => {
    await open(first)

    await expect(open(second)).rejects.toThrow(
      `RECEIPT_KEY does not match this database, whose receipts are signed with the key ${firstId}. Restore that key, or replace it by adding its id: RECEIPT_KEY=<new key>,${firstId}.`,
    )
  })

  it.each([
    ['the earlier key', first],
    ['the id of the earlier key', firstId],
  ])('signs with the new key when the settings also name %s', async (_, earlier) => {
    await open(first)

    expect((await open(second, earlier)).keyId).toBe(openSigning(second).keyId)
    expect((await open(second)).keyId).toBe(openSigning(second).keyId)
    await expect(open(first)).rejects.toThrow('RECEIPT_KEY does not match')
  })
})
