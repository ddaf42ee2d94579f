import PostalMime from 'postal-mime'
import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/database/sql.ts'
import { openLog } from '#server/runtime/log.ts'
import { testDatabase } from '#test/database.ts'
import { runJobs } from '#test/jobs.ts'
import { openMailServer, type Received } from '#test/mail-server.ts'

import { mailTasks, outbox, retryMail } from './outbox.ts'
import { smtpTransport, type MailTransport } from './smtp.ts'

const { database, owner, empty } = await testDatabase()
const log = openLog('silent')
const publicUrl = 'https://ajo.example'
const to = 'ngozi@example.com'

beforeEach(empty)

const mailSaying = (subject: string, recipient = to) => ({
  to: recipient,
  subject,
  text: `text of ${subject}`,
  html: `<p>text of ${subject}</p>`,
})
const enqueue = (subject: string, recipient?: string) =>
  database.transaction((queries) => outbox.enqueue(queries, mailSaying(subject, recipient)))

const smtpTo = (url: string, timeoutMs = 10_000) =>
  smtpTransport({ url, from: 'no-reply@ajo.example', publicUrl, timeoutMs })
const tasksOver = (transport: MailTransport) => mailTasks({ database, transport, log })
const deliver = (transport: MailTransport) => runJobs(owner, tasksOver(transport))

/** What the next minute would bring: the sweep finds what waits, and its jobs run. */
async function aMinuteLater(transport: MailTransport) {
  await owner.run(sql`update mail_outbox set created_at = created_at - interval '2 minutes'`)
  await tasksOver(transport)
    .find(({ cron }) => cron !== undefined)
    ?.run({})
  await deliver(transport)
}

const rows = () =>
  owner.rows(
    z.object({
      subject: z.string(),
      sent: z.boolean(),
      failed: z.boolean(),
      text: z.nullable(z.string()),
      error: z.nullable(z.string()),
    }),
    sql`select subject, sent_at is not null as sent, failed_at is not null as failed, text,
      last_error as error from mail_outbox order by created_at`,
  )
const given = (subject: string) => ({
  subject,
  sent: false,
  failed: true,
  text: null,
  error: 'SMTP EENVELOPE 550',
})
const subjects = async (received: Received[]) =>
  Promise.all(received.map(async ({ raw }) => (await PostalMime.parse(raw)).subject))
const idsOf = async (received: Received[]) =>
  Promise.all(received.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId))

describe('a mail', () => {
  it('to whoever has left is not written', async () => {
    await enqueue('news of your gift', '')
    expect(await rows()).toEqual([])
  })

  it('is handed over once, and its text, which may hold a code, is forgotten', async () => {
    await using server = await openMailServer()
    await enqueue('first')
    await deliver(smtpTo(server.url))
    await deliver(smtpTo(server.url))
    await aMinuteLater(smtpTo(server.url))
    expect(await subjects(server.received)).toEqual(['first'])
    expect(await rows()).toEqual([
      { subject: 'first', sent: true, failed: false, text: null, error: null },
    ])
  })

  it('is not sent when its cause did not happen', async () => {
    await using server = await openMailServer()
    const failing = database.transaction(async (queries) => {
      await outbox.enqueue(queries, mailSaying('never'))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await deliver(smtpTo(server.url))
    expect(server.received).toEqual([])
    expect(await rows()).toEqual([])
  })

  it('of a repeated cause is sent once', async () => {
    await using server = await openMailServer()
    for (const subject of ['first', 'again'])
      await database.transaction((queries) => outbox.enqueue(queries, mailSaying(subject), 'cause'))
    await deliver(smtpTo(server.url))
    expect(await subjects(server.received)).toEqual(['first'])
  })

  it('is handed over once by ten who try at the same time, in the order of its causes', async () => {
    await using server = await openMailServer()
    const names = ['one', 'two', 'three', 'four', 'five']
    for (const name of names) await enqueue(name)
    const mailId = await owner.row(z.object({ id: z.string() }), sql`select id from mail_outbox`)
    const [task] = tasksOver(smtpTo(server.url))
    const tries = Array.from({ length: 10 }, async () => task?.run({ mailId: mailId?.id }))
    await Promise.all(tries)
    expect(await subjects(server.received)).toEqual(names)
  })

  it('keeps its id when it has to be handed over again, so that the mailbox can tell', async () => {
    await using server = await openMailServer()
    const smtp = smtpTo(server.url)
    let isFirst = true
    const cutAfterwards: MailTransport = {
      async send(mail) {
        const handover = await smtp.send(mail)
        if (!isFirst) return handover
        isFirst = false
        throw new Error('the connection was cut after the last word')
      },
    }
    await enqueue('first')
    await deliver(cutAfterwards)
    await aMinuteLater(cutAfterwards)
    const ids = await idsOf(server.received)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })
})

describe('while the mail server', () => {
  it('is down, mails wait; when it is back they go out once and in order', async () => {
    const closed = await openMailServer()
    await closed[Symbol.asyncDispose]()
    for (const name of ['one', 'two', 'three']) await enqueue(name)
    await deliver(smtpTo(closed.url))
    await aMinuteLater(smtpTo(closed.url))
    expect((await rows()).map(({ sent, failed }) => sent || failed)).toEqual([false, false, false])
    expect((await rows())[0]?.error).toBe('SMTP ESOCKET')

    await using server = await openMailServer({}, closed.port)
    await aMinuteLater(smtpTo(closed.url))
    expect(await subjects(server.received)).toEqual(['one', 'two', 'three'])
    expect((await rows()).map(({ sent }) => sent)).toEqual([true, true, true])
  })

  it('is too slow, mails wait as well', async () => {
    await using slow = await openMailServer({ onConnect: () => {} })
    await enqueue('first')
    await deliver(smtpTo(slow.url, 50))
    expect(await rows()).toMatchObject([{ sent: false, failed: false, error: 'SMTP ETIMEDOUT' }])

    await using server = await openMailServer()
    await aMinuteLater(smtpTo(server.url))
    expect(await subjects(server.received)).toEqual(['first'])
  })

  it('refuses one recipient for good, that mail is given up and nobody else waits for it; within a day it can be tried again', async () => {
    let isKnown = false
    await using server = await openMailServer({
      onRcptTo: ({ address }, _session, callback) =>
        address === to && !isKnown
          ? callback(Object.assign(new Error('unknown'), { responseCode: 550 }))
          : callback(),
    })
    await enqueue('to nobody')
    await enqueue('to somebody', 'bola@example.com')
    await deliver(smtpTo(server.url))
    await aMinuteLater(smtpTo(server.url))
    expect(await subjects(server.received)).toEqual(['to somebody'])
    expect(await rows()).toEqual([
      { ...given('to nobody'), text: 'text of to nobody' },
      { subject: 'to somebody', sent: true, failed: false, text: null, error: null },
    ])

    isKnown = true
    const failed = await owner.row(
      z.object({ id: z.string() }),
      sql`select id from mail_outbox where failed_at is not null`,
    )
    await database.transaction((queries) => retryMail(queries, failed?.id ?? ''))
    await deliver(smtpTo(server.url))
    expect(await subjects(server.received)).toEqual(['to somebody', 'to nobody'])
    expect((await rows()).map(({ sent, text }) => [sent, text])).toEqual([
      [true, null],
      [true, null],
    ])
  })

  it('refuses a mail for good, its text, which may hold a code, is forgotten after a day', async () => {
    await using server = await openMailServer({
      onRcptTo: (_address, _session, callback) =>
        callback(Object.assign(new Error('unknown'), { responseCode: 550 })),
    })
    await enqueue('to nobody')
    await deliver(smtpTo(server.url))
    await owner.run(sql`update mail_outbox set failed_at = failed_at - interval '25 hours'`)
    await aMinuteLater(smtpTo(server.url))
    expect(await rows()).toEqual([given('to nobody')])
  })

  it('refuses for now, the mail goes out later', async () => {
    let isBusy = true
    await using server = await openMailServer({
      onRcptTo: (_address, _session, callback) =>
        isBusy
          ? callback(Object.assign(new Error('greylisted'), { responseCode: 450 }))
          : callback(),
    })
    await enqueue('first')
    await deliver(smtpTo(server.url))
    isBusy = false
    await aMinuteLater(smtpTo(server.url))
    expect(await subjects(server.received)).toEqual(['first'])
  })
})
