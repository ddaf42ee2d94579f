import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { testDatabase } from '#test/support/database/database.ts'
import {
  adminEmail,
  openOutbox,
  openPickyMailServer,
  passMailTime,
} from '#test/support/mail/mail-outbox.ts'
import { openMailServer } from '#test/support/mail/mail-server.ts'
import { insertSuppressed, listMails } from '#test/support/mail/mails.ts'
import { testSealing } from '#test/support/servers/sealing.ts'

import { mailTurns } from './mail.ts'
import { openRecipient } from './mail-rows.ts'

const at = await testDatabase()
const { owner, empty } = at
beforeEach(empty)

const people = ['ngozi', 'bola', 'chidi', 'dayo', 'efe'].map((name) => `${name}@example.com`)
const readSuppressed = async () =>
  (
    await owner.rows(
      z.object({ sealed: z.instanceof(Buffer) }),
      sql`select address_sealed as sealed from mail_suppression`,
    )
  ).map(({ sealed }) => openRecipient(testSealing, sealed))

describe('when the mail server refuses our sender', () => {
  it.each([
    ['onMailFrom', 553, 'Sender address rejected: not owned by user'],
    ['onData', 554, 'Message rejected: Email address is not verified'],
  ] as const)(
    'at %s with %i %s, all mails wait, one is tried at a time, and none is given up',
    async (refusingStage, code, words) => {
      await using server = await openPickyMailServer()
      server.setResponse((stage) => (stage === refusingStage ? { code, words } : undefined))
      const mails = openOutbox(at, server.url)
      for (const to of people) await mails.enqueue('receipt', to)
      await mails.deliver()
      for (let day = 0; day < 7; day += 1) await mails.pass(24 * 60)

      const rows = await mails.rows()
      const own = rows.filter(({ to }) => to !== adminEmail)
      expect(own.map(({ state }) => state)).toEqual(people.map(() => 'waiting'))
      expect(await readSuppressed()).toEqual([])
      const pause = await owner.row(
        z.object({ words: z.string() }),
        sql`select words from mail_pause`,
      )
      expect(pause?.words).toContain(words.replace(/^\d\.\d\.\d /, ''))
      // The first refusal pauses the mails, and each day has one probe.
      expect(server.attempts).toHaveLength(refusingStage === 'onMailFrom' ? 0 : 8)

      server.setResponse(() => undefined)
      await mails.pass(60)
      await mails.pass(1)
      expect((await mails.rows()).map(({ state }) => state)).toEqual(rows.map(() => 'sent'))
    },
  )

  it('the admin is mailed once, after the pause, with what the server said and without addresses', async () => {
    await using server = await openPickyMailServer()
    const words = 'Sender address rejected: <no-reply@ajo.example> for ngozi'
    server.setResponse((stage) => (stage === 'onMailFrom' ? { code: 553, words } : undefined))
    const mails = openOutbox(at, server.url)
    await mails.enqueue('receipt', 'ngozi@example.com')
    await mails.deliver()
    for (let count = 0; count < 5; count += 1) await mails.pass(31)
    const alarms = await listMails(owner, adminEmail)
    expect(alarms).toHaveLength(1)
    expect(alarms[0]?.text).toContain('Sender address rejected: <[address]> for [address]')
    expect(alarms[0]?.text).not.toContain('ngozi')
  })

  it('only for one mail, the others are sent after a minute and that one is tried again', async () => {
    await using server = await openPickyMailServer()
    server.setResponse((stage, address) =>
      stage === 'onRcptTo' && address === people[0]
        ? { code: 550, words: '5.7.26 unauthenticated sender' }
        : undefined,
    )
    const mails = openOutbox(at, server.url)
    for (const to of people) await mails.enqueue('receipt', to)
    await mails.deliver()
    for (let minute = 0; minute < 4; minute += 1) await mails.pass(1)
    const waiting = (await mails.rows()).filter(({ state }) => state === 'waiting')
    expect(waiting.map(({ to }) => to)).toContain(people[0])
    expect(
      (await mails.rows()).filter(({ state }) => state === 'sent').length,
    ).toBeGreaterThanOrEqual(4)
  })
})

describe('when the mail server refuses a mail for now', () => {
  it('with 452, it is tried 4 times in 17 minutes, and every 4 hours in the end', async () => {
    await using server = await openPickyMailServer()
    server.setResponse((stage) =>
      stage === 'onRcptTo' ? { code: 452, words: '4.3.1 Insufficient system storage' } : undefined,
    )
    const mails = openOutbox(at, server.url)
    await mails.enqueue('receipt', 'ngozi@example.com')
    await mails.deliver()
    for (let minute = 0; minute < 17; minute += 1) await mails.pass(1)
    expect(server.attempts.length).toBeLessThanOrEqual(4)
    expect(server.attempts.length).toBeGreaterThanOrEqual(3)

    for (let hour = 0; hour < 24; hour += 1) await mails.pass(60)
    const before = server.attempts.length
    for (let quarter = 0; quarter < 96; quarter += 1) await mails.pass(15)
    expect(server.attempts.length - before).toBe(6)
    expect(await mails.countRetries()).toBe(0)
  }, 60_000)

  it('given up after five days, a mail keeps what the server said', async () => {
    await using server = await openPickyMailServer()
    server.setResponse((stage) =>
      stage === 'onRcptTo' ? { code: 450, words: '4.2.0 ngozi is greylisted' } : undefined,
    )
    const mails = openOutbox(at, server.url)
    await mails.enqueue('receipt', 'ngozi@example.com')
    await mails.deliver()
    for (let day = 0; day < 5; day += 1) {
      expect((await mails.rows())[0]?.state).toBe('waiting')
      await mails.pass(24 * 60)
    }
    await mails.pass(5 * 60)
    expect(await mails.rows()).toMatchObject([
      { state: 'failed', error: 'recipient: 450 4.2.0 [address] is greylisted' },
    ])
    expect(await readSuppressed()).toEqual([])
  })
})

describe('when the recipient does not exist', () => {
  it('the mail is final, other recipients get theirs, and the address is suppressed', async () => {
    await using server = await openPickyMailServer()
    server.setResponse((stage, address) =>
      stage === 'onRcptTo' && address === 'Ngozi@example.com'
        ? { code: 550, words: '5.1.1 User unknown' }
        : undefined,
    )
    const mails = openOutbox(at, server.url)
    await mails.enqueue('receipt', 'Ngozi@example.com')
    await mails.enqueue('receipt', 'bola@example.com')
    await mails.deliver()
    for (let hour = 0; hour < 3; hour += 1) await mails.pass(60)
    expect((await mails.rows()).map(({ to, state }) => `${to} ${state}`).toSorted()).toEqual([
      'Ngozi@example.com failed',
      'bola@example.com sent',
    ])
    expect(server.attempts.filter((to) => to === 'Ngozi@example.com')).toHaveLength(1)
    // As it was typed; server/platform/mail/sealed-recipients.test.ts proves that other spellings are suppressed, too.
    expect(await readSuppressed()).toEqual(['Ngozi@example.com'])
  })

  it('mails that can be unsubscribed from are not sent to a suppressed address, all others are', async () => {
    await using server = await openPickyMailServer()
    const mails = openOutbox(at, server.url)
    await insertSuppressed(owner, { id: randomUUID(), address: 'ngozi@example.com', words: 'gone' })
    await mails.enqueue('thank-you', 'ngozi@example.com', 'https://ajo.example/unsubscribe/abc')
    await mails.enqueue('reset', 'ngozi@example.com')
    await mails.enqueue('thank-you', 'bola@example.com', 'https://ajo.example/unsubscribe/def')
    await mails.deliver()
    await mails.pass(1)
    expect(server.attempts.toSorted()).toEqual(['bola@example.com', 'ngozi@example.com'])
    expect((await mails.rows()).filter(({ state }) => state === 'failed')).toMatchObject([
      { subject: 'thank-you', to: 'ngozi@example.com', error: 'the address does not exist' },
    ])
  })
})

it('sends at most as many mails a minute to a domain as the settings allow', async () => {
  await using server = await openPickyMailServer()
  const mails = openOutbox(at, server.url, { perDomain: 3 })
  for (let number = 0; number < 8; number += 1)
    await mails.enqueue('receipt', `p${number}@one.example`)
  await mails.enqueue('receipt', 'p@two.example')
  await mails.deliver()
  const sentTo = (domain: string) => server.attempts.filter((to) => to.endsWith(domain)).length
  expect([sentTo('@one.example'), sentTo('@two.example')]).toEqual([3, 1])
  await mails.pass(2)
  expect(sentTo('@one.example')).toBe(6)
  await mails.pass(2)
  expect(sentTo('@one.example')).toBe(8)
})

it('sends a mail that cannot wait at once while many that can wait for their domain', async () => {
  await using server = await openPickyMailServer()
  const mails = openOutbox(at, server.url, { perDomain: 4 })
  for (let number = 0; number < 8; number += 1)
    await mails.enqueue('update', `p${number}@one.example`, 'https://ajo.example/unsubscribe/abc')
  await mails.deliver()
  expect(server.attempts).toHaveLength(3)
  await mails.enqueue('reset', 'ngozi@one.example')
  await mails.deliver()
  expect(server.attempts.slice(3)).toEqual(['ngozi@one.example'])

  const waiting = (await mails.rows()).find(({ state }) => state === 'waiting')?.to ?? ''
  await mails.enqueue('reset', waiting)
  await mails.pass(2)
  const resets = (await mails.rows()).filter(({ subject }) => subject === 'reset')
  expect(resets.map(({ state }) => state)).toEqual(['sent', 'sent'])
  expect(server.attempts).toHaveLength(7)
})

it('sends a mail that cannot wait before those to other domains that can and were stored before it', async () => {
  await using server = await openPickyMailServer()
  const mails = openOutbox(at, server.url)
  for (let number = 0; number < 8; number += 1)
    await mails.enqueue(
      'update',
      `p@domain${number}.example`,
      'https://ajo.example/unsubscribe/abc',
    )
  await mails.enqueue('reset', 'ngozi@example.com')
  await mails.deliver()
  expect(server.attempts[0]).toBe('ngozi@example.com')
  expect(server.attempts).toHaveLength(9)
})

it('sends the newest of a turn first, and each turn before the next', async () => {
  await using server = await openPickyMailServer()
  const mails = openOutbox(at, server.url, { perDomain: 4 })
  const enqueue = (turn: number, name: string) =>
    mailTurns.run({ turn }, () => mails.enqueue('link', `${name}@one.example`))
  for (let number = 0; number < 8; number += 1) await enqueue(1, `before${number}`)
  await passMailTime(owner, 5)
  await enqueue(1, 'ngozi')
  await enqueue(2, 'again')
  await mails.pass(1)
  expect(server.attempts).toHaveLength(3)
  expect(server.attempts[0]).toBe('ngozi@one.example')
  expect(server.attempts).not.toContain('again@one.example')
})

it('tries a mail that cannot wait again while more mails that can wait are due than one sweep takes', async () => {
  await using server = await openPickyMailServer()
  server.setResponse((stage) =>
    stage === 'onRcptTo' ? { code: 450, words: '4.2.0 greylisted' } : undefined,
  )
  const mails = openOutbox(at, server.url)
  await mails.enqueue('reset', 'ngozi@example.com')
  await mails.deliver()
  await owner.run(sql`
    insert into mail_outbox (id, recipient_sealed, recipient_key, domain, subject, text, html, turn, created_at)
    select gen_random_uuid(), ''::bytea, sha256(number::text::bytea), 'one.example', 'update', '', '', 1, now() - interval '1 hour'
    from generate_series(1, 2000) number`)
  await mails.sweep(2)
  const first = await owner.row(
    z.object({ subject: z.string() }),
    sql`select subject from graphile_worker.jobs job join mail_outbox mail on job.key = 'mail ' || mail.id
      order by priority, run_at, job.id limit 1`,
  )
  expect(first).toEqual({ subject: 'reset' })
})

it('holds no transaction and no connection while the mail server does not respond', async () => {
  await using server = await openMailServer({ onConnect: () => {} })
  const mails = openOutbox(at, server.url)
  await mails.enqueue('receipt', 'ngozi@example.com')
  const delivering = mails.deliver()
  await expect
    .poll(() => owner.rows(z.object({}), sql`select from mail_outbox where leased_until > now()`))
    .toHaveLength(1)
  const { totalCount, idleCount } = at.database.pool
  expect(totalCount - idleCount).toBe(0)
  const open = await owner.rows(
    z.object({}),
    sql`select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  )
  expect(open).toEqual([])
  await delivering
  expect(await mails.rows()).toMatchObject([{ state: 'waiting', error: 'SMTP ETIMEDOUT' }])
})
