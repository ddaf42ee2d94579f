import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { openLog } from '#server/platform/runtime/log.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { runJobs } from '#test/support/database/jobs.ts'
import { openMailServer, type Received } from '#test/support/mail/mail-server.ts'
import { plainMail, testOutbox as outbox } from '#test/support/mail/mails.ts'
import { testSealing as sealing } from '#test/support/servers/sealing.ts'

import { mailTasks, retryMail } from './outbox.ts'
import { MailServerUnavailable, smtpTransport, type MailTransport } from './smtp.ts'

const { database, owner } = await freshDatabase()
const log = openLog('silent')
const publicUrl = 'https://ajo.example'
const to = 'ngozi@example.com'

const newMail = (subject: string, recipient = to) =>
  plainMail(recipient, subject, `text of ${subject}`)
const enqueue = (subject: string, recipient?: string) =>
  database.transaction((queries) => outbox.enqueue(queries, newMail(subject, recipient)))

const openSmtp = (url: string, timeoutMs = 10_000) =>
  smtpTransport({ url, from: 'no-reply@ajo.example', publicUrl, timeoutMs })
const adminEmail = 'admin@ajo.example'
const createTasks = (transport: MailTransport) =>
  mailTasks({ database, sealing, transport, outbox, log, adminEmail, publicUrl, perDomain: 100 })
const deliver = (transport: MailTransport) => runJobs(owner, createTasks(transport))

/** Runs the sweep and its jobs as they would run a minute later. */
async function runNextMinute(transport: MailTransport) {
  await owner.run(sql`
    update mail_outbox set created_at = created_at - interval '2 minutes',
      next_attempt_at = next_attempt_at - interval '2 minutes', leased_until = leased_until - interval '2 minutes'`)
  await createTasks(transport)
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
const readTable = async () => {
  const found = await owner.rows(
    z.object({ text: z.string() }),
    sql`select mail_outbox::text as text from mail_outbox`,
  )
  return found.map(({ text }) => text).join()
}
const failedRow = (subject: string) => ({
  subject,
  sent: false,
  failed: true,
  text: null,
  error: 'recipient: 550 unknown',
})
const getSubjects = async (received: Received[]) =>
  Promise.all(received.map(async ({ raw }) => (await PostalMime.parse(raw)).subject))
const getMessageIds = async (received: Received[]) =>
  Promise.all(received.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId))

describe('a mail', () => {
  it('without a recipient is not stored', async () => {
    await enqueue('your donation', '')
    expect(await rows()).toEqual([])
  })

  it('is sent once, and its text, which may hold a code, is deleted', async () => {
    await using server = await openMailServer()
    await enqueue('first')
    await deliver(openSmtp(server.url))
    await deliver(openSmtp(server.url))
    await runNextMinute(openSmtp(server.url))
    expect(await getSubjects(server.received)).toEqual(['first'])
    expect(await rows()).toEqual([
      { subject: 'first', sent: true, failed: false, text: null, error: null },
    ])
  })

  it('leaves no address, subject or text two minutes after it was sent', async () => {
    await using server = await openMailServer()
    await enqueue('your donation')
    await deliver(openSmtp(server.url))
    await runNextMinute(openSmtp(server.url))
    // The limit of a domain still counts it.
    expect(await readTable()).toContain('example.com')

    await owner.run(sql`update mail_outbox set sent_at = sent_at - interval '3 minutes'`)
    await runNextMinute(openSmtp(server.url))
    const left = await readTable()
    for (const personal of ['ngozi', 'example.com', 'donation'])
      expect(left).not.toContain(personal)
    expect(await rows()).toHaveLength(1)
  })

  it('is not sent if its transaction is rolled back', async () => {
    await using server = await openMailServer()
    const failing = database.transaction(async (queries) => {
      await outbox.enqueue(queries, newMail('never'))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await deliver(openSmtp(server.url))
    expect(server.received).toEqual([])
    expect(await rows()).toEqual([])
  })

  it('with a repeated key is sent once', async () => {
    await using server = await openMailServer()
    for (const subject of ['first', 'again'])
      await database.transaction((queries) => outbox.enqueue(queries, newMail(subject), 'cause'))
    await deliver(openSmtp(server.url))
    expect(await getSubjects(server.received)).toEqual(['first'])
  })

  it('is sent once, and in order, by ten simultaneous jobs', async () => {
    await using server = await openMailServer()
    const names = ['one', 'two', 'three', 'four', 'five']
    for (const name of names) await enqueue(name)
    const mailId = await owner.row(z.object({ id: z.string() }), sql`select id from mail_outbox`)
    const [task] = createTasks(openSmtp(server.url))
    const tries = Array.from({ length: 10 }, async () => task?.run({ mailId: mailId?.id }))
    await Promise.all(tries)
    expect(await getSubjects(server.received)).toEqual(names)
  })

  it('keeps its message id when it is sent again', async () => {
    await using server = await openMailServer()
    const smtp = openSmtp(server.url)
    let isFirst = true
    const failingAfterwards: MailTransport = {
      async send(mail) {
        const handover = await smtp.send(mail)
        if (!isFirst) return handover
        isFirst = false
        throw new MailServerUnavailable('the connection was lost after the mail was accepted')
      },
    }
    await enqueue('first')
    await deliver(failingAfterwards)
    await runNextMinute(failingAfterwards)
    const ids = await getMessageIds(server.received)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })
})

describe('when the mail server', () => {
  it('is down, mails wait and are sent once and in order when it is back', async () => {
    const closed = await openMailServer()
    await closed[Symbol.asyncDispose]()
    for (const name of ['one', 'two', 'three']) await enqueue(name)
    await deliver(openSmtp(closed.url))
    await runNextMinute(openSmtp(closed.url))
    expect((await rows()).map(({ sent, failed }) => sent || failed)).toEqual([false, false, false])
    expect((await rows())[0]?.error).toBe('SMTP ESOCKET')

    await using server = await openMailServer({}, closed.port)
    await runNextMinute(openSmtp(closed.url))
    expect(await getSubjects(server.received)).toEqual(['one', 'two', 'three'])
    expect((await rows()).map(({ sent }) => sent)).toEqual([true, true, true])
  })

  it('rejects a recipient permanently, the mail fails, others are sent, and a retry is possible for a day', async () => {
    let isAccepted = false
    await using server = await openMailServer({
      onRcptTo: ({ address }, _session, callback) =>
        address === to && !isAccepted
          ? callback(Object.assign(new Error('unknown'), { responseCode: 550 }))
          : callback(),
    })
    await enqueue('rejected')
    await enqueue('accepted', 'bola@example.com')
    await deliver(openSmtp(server.url))
    await runNextMinute(openSmtp(server.url))
    expect(await getSubjects(server.received)).toEqual(['accepted'])
    expect(await rows()).toEqual([
      { ...failedRow('rejected'), text: expect.stringMatching(/^text of rejected\n/) },
      { subject: 'accepted', sent: true, failed: false, text: null, error: null },
    ])

    isAccepted = true
    const failed = await owner.row(
      z.object({ id: z.string() }),
      sql`select id from mail_outbox where failed_at is not null`,
    )
    await database.transaction((queries) => retryMail(queries, failed?.id ?? ''))
    await deliver(openSmtp(server.url))
    expect(await getSubjects(server.received)).toEqual(['accepted', 'rejected'])
    expect((await rows()).map(({ sent, text }) => [sent, text])).toEqual([
      [true, null],
      [true, null],
    ])
  })

  it('rejects a mail permanently, its text, which may hold a code, is deleted after a day', async () => {
    await using server = await openMailServer({
      onRcptTo: (_address, _session, callback) =>
        callback(Object.assign(new Error('unknown'), { responseCode: 550 })),
    })
    await enqueue('rejected')
    await deliver(openSmtp(server.url))
    await owner.run(sql`update mail_outbox set failed_at = failed_at - interval '25 hours'`)
    await runNextMinute(openSmtp(server.url))
    expect(await rows()).toEqual([failedRow('')])
    expect(await readTable()).not.toContain('ngozi')
  })
})
