import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'

import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { Log } from '#server/platform/runtime/log.ts'

export type ReceivedMail = {
  id: string
  receivedAt: Date
  to: string
  from: string
  subject: string
  text: string
  html: string
}

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>

const maxMails = 200
const maxBytes = 1_000_000

/** SMTP server on loopback that stores every mail and delivers none. */
export async function openMailbox({ database, log }: { database: Database; log: Log }) {
  // Other users of this machine can connect to the port, but need the password to send.
  const password = randomBytes(18).toString('base64url')
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    size: maxBytes,
    onAuth: ({ username, password: given }, _session, callback) =>
      username === 'ajo' && given === password
        ? callback(null, { user: username })
        : callback(new Error('wrong password')),
    onData(stream, { envelope }, callback) {
      const store = async () => {
        const raw = await buffer(stream)
        for (const { address } of envelope.rcptTo) await insert(database, address, raw)
      }
      callbackify(store)((error) => callback(error))
    },
  })
  server.on('error', (error) => log.warn({ err: error }, 'development mailbox failed'))
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    smtpUrl: `smtp://ajo:${password}@127.0.0.1:${getPort(server)}`,
    /** Newest first. */
    async list(): Promise<ReceivedMail[]> {
      const rows = await database.rows(rowSchema, sql`${selectSql} order by received_at desc`)
      return Promise.all(rows.map(parse))
    },
    async find(id: string): Promise<ReceivedMail | undefined> {
      if (!z.safeParse(z.uuid(), id).success) return undefined
      const row = await database.row(rowSchema, sql`${selectSql} where id = ${id}`)
      return row && parse(row)
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

async function insert(database: Database, recipient: string, raw: Buffer) {
  await database.run(sql`
    insert into development_mail (id, recipient, raw) values (${randomUUID()}, ${recipient}, ${raw})`)
  await database.run(sql`
    delete from development_mail where id in (
      select id from development_mail order by received_at desc offset ${maxMails})`)
}

const selectSql = sql`select id, received_at, recipient, raw from development_mail`

const rowSchema = z.object({
  id: z.string(),
  received_at: z.date(),
  recipient: z.string(),
  raw: z.instanceof(Uint8Array),
})

async function parse(row: z.output<typeof rowSchema>): Promise<ReceivedMail> {
  const { from, subject, text, html } = await PostalMime.parse(row.raw)
  return {
    id: row.id,
    receivedAt: row.received_at,
    to: row.recipient,
    from: from?.address ?? '',
    subject: subject ?? '',
    text: text ?? '',
    html: html ?? '',
  }
}

function getPort({ server }: SMTPServer): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the mailbox has no port')
  return address.port
}
