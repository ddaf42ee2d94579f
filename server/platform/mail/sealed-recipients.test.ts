import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { reseal } from '#server/platform/keys/reseal.ts'
import { openKeyRing } from '#server/platform/runtime/sealing.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { openOutbox, openPickyMailServer } from '#test/support/mail/mail-outbox.ts'
import { insertSuppressed } from '#test/support/mail/mails.ts'
import { testSecret } from '#test/support/servers/sealing.ts'

const at = await testDatabase()
const { database, owner, empty } = at
beforeEach(empty)

const address = 'Ngozi@example.com'
const unsubscribeUrl = 'https://ajo.example/unsubscribe/abc'

/** All rows as text. Bytes are read as Latin letters, so that an address in them shows. */
async function readTables(): Promise<string> {
  const { rows: mails } = await owner.pool.query('select * from mail_outbox')
  const { rows: suppressed } = await owner.pool.query('select * from mail_suppression')
  return [...mails, ...suppressed]
    .flatMap((row: object) => Object.values(row))
    .map((value: unknown) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
    .join('\n')
    .toLowerCase()
}

const countSuppressed = async () =>
  (
    await owner.row(
      z.object({ count: z.int() }),
      sql`select count(*)::integer as count from mail_suppression where address_key is not null`,
    )
  )?.count

describe('while a mail waits', () => {
  it('no column of the mails and of the suppressed addresses holds the address', async () => {
    await using server = await openPickyMailServer()
    server.setResponse((_stage, to) =>
      to === address ? { code: 550, words: 'unknown' } : undefined,
    )
    const mails = openOutbox(at, server.url)
    await mails.enqueue('receipt', address)
    await mails.deliver()
    await mails.enqueue('reset', address)
    expect(await mails.rows()).toMatchObject([
      { subject: 'reset', to: address, state: 'waiting' },
      { subject: 'receipt', to: address, state: 'failed' },
    ])
    expect(await countSuppressed()).toBe(1)
    expect(await readTables()).not.toContain('ngozi')
  })
})

describe('two mails to one address', () => {
  it('in different letters are sent in order, one at a time', async () => {
    await using server = await openPickyMailServer()
    let isBusy = true
    server.setResponse(() => (isBusy ? { code: 450, words: 'try later' } : undefined))
    const mails = openOutbox(at, server.url)
    await mails.enqueue('first', 'ngozi@example.com')
    await mails.enqueue('second', address)
    await mails.deliver()
    isBusy = false
    await mails.pass(2)
    expect(server.attempts.slice(-2)).toEqual(['ngozi@example.com', address])
    expect((await mails.rows()).map(({ state }) => state)).toEqual(['sent', 'sent'])
  })
})

it('a suppressed address is found in other letters', async () => {
  await using server = await openPickyMailServer()
  const id = '11111111-2222-4333-8444-555555555555'
  await insertSuppressed(owner, { id, address: 'NGOZI@example.com', words: 'gone' })
  const mails = openOutbox(at, server.url)
  await mails.enqueue('thank-you', address, unsubscribeUrl)
  await mails.deliver()
  expect(server.attempts).toEqual([])
  expect(await mails.rows()).toMatchObject([{ error: 'the address does not exist' }])
})

it('after reseal, a new secret alone opens the addresses', async () => {
  await using server = await openPickyMailServer()
  await openOutbox(at, server.url).enqueue('receipt', address)
  const id = '11111111-2222-4333-8444-555555555555'
  await insertSuppressed(owner, { id, address: 'bola@example.com', words: 'gone' })
  const newer = 'lagoon ember yam cowrie 91 market x'

  const results = await reseal({ database, keyRing: openKeyRing([newer, testSecret]) })

  expect(results.filter(({ resealed }) => resealed > 0)).toEqual([
    { name: 'mail_outbox.recipient_sealed', resealed: 1, unopened: 0 },
    { name: 'mail_suppression.address_sealed', resealed: 1, unopened: 0 },
  ])
  const sealed = await owner.rows(
    z.object({ value: z.instanceof(Buffer) }),
    sql`select recipient_sealed as value from mail_outbox union all select address_sealed from mail_suppression`,
  )
  const onlyNewer = openKeyRing([newer])
  expect(sealed.map(({ value }) => onlyNewer.open('recipient', value))).toEqual([
    address,
    'bola@example.com',
  ])
})
