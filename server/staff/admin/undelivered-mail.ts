import * as z from 'zod/mini'

import type { Emails, SuppressedAddress } from '#shared/admin.ts'

import type { Database } from '../../platform/database/database.ts'
import { asUuid, literal, sql } from '../../platform/database/sql.ts'
import { findPause } from '../../platform/mail/mail-pause.ts'
import { retryMail } from '../../platform/mail/outbox.ts'
import { openRecipient } from '../../platform/mail/mail-rows.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import { recordAction } from './audit-log.ts'

const countsRow = z.object({ waiting: z.int(), sent: z.int(), failed: z.int() })
const mailRow = z.object({
  id: z.string(),
  sealed: z.nullable(z.instanceof(Buffer)),
  subject: z.string(),
  state: z.enum(['waiting', 'failed']),
  error: z.nullable(z.string()),
  at: z.date(),
  canRetry: z.boolean(),
})

type Deps = { database: Database; sealing: Pick<Sealing, 'open'>; now: () => Date }

export function undeliveredMail({ database, sealing, now }: Deps) {
  const suppressed = suppressedAddresses({ database, sealing, now })
  return {
    suppressed,

    /** Counts of the outbox, and up to 100 mails that failed or have waited for 5 minutes. */
    async read(): Promise<Emails> {
      const counts = await database.row(countsRow, countsSql)
      const undelivered = await database.rows(mailRow, undeliveredSql)
      const pause = await findPause(database)
      return {
        ...(counts ?? { waiting: 0, sent: 0, failed: 0 }),
        pause: pause ? { words: pause.words, since: pause.since.toISOString() } : null,
        suppressed: await suppressed.list(),
        undelivered: undelivered.map(({ sealed, ...mail }) => ({
          ...mail,
          // The address of a mail that was given up is removed after a day.
          recipient: maskEmail(sealed ? openRecipient(sealing, sealed) : ''),
          at: mail.at.toISOString(),
        })),
      }
    },

    findFailed: (id: string) =>
      database.row(
        z.object({ id: z.string() }),
        sql`select id from mail_outbox where id = ${asUuid(id)}::uuid and failed_at is not null and text is not null`,
      ),

    async retry({ id }: { id: string }, uid: string): Promise<void> {
      await database.transaction(async (queries) => {
        await retryMail(queries, id)
        await recordAction(queries, { uid, action: 'retry-email', subject: id, at: now() })
      })
    },
  }
}

const countsSql = sql`
  select (select count(*) from mail_outbox where sent_at is null and failed_at is null)::integer as waiting,
    (select count(*) from mail_outbox where sent_at > statement_timestamp() - interval '1 day')::integer as sent,
    (select count(*) from mail_outbox where failed_at is not null)::integer as failed`

const maxShown = literal(100)

/** Both parts are read in the order of an index, because a mail server that is down lets very many mails wait. */
const undeliveredSql = sql`
  select id, recipient_sealed as sealed, subject, state, last_error as error, at, state = 'failed' and text is not null as "canRetry"
  from (
    (select *, 'failed' as state, failed_at as at from mail_outbox
      where failed_at is not null order by failed_at desc limit ${maxShown})
    union all
    (select *, 'waiting', created_at from mail_outbox
      where sent_at is null and failed_at is null
        and (last_error is not null or created_at < statement_timestamp() - interval '5 minutes')
      order by created_at desc limit ${maxShown})) mail
  order by at desc limit ${maxShown}`

const addressRow = z.object({
  id: z.string(),
  sealed: z.instanceof(Buffer),
  words: z.string(),
  at: z.date(),
})

/** Addresses that do not exist, according to their mail servers. */
function suppressedAddresses({ database, sealing, now }: Deps) {
  return {
    /** The latest 100. */
    async list(): Promise<SuppressedAddress[]> {
      const rows = await database.rows(
        addressRow,
        sql`select id, address_sealed as sealed, words, at from mail_suppression where address_key is not null
          order by at desc, id limit 100`,
      )
      return rows.map(({ id, sealed, words, at }) => ({
        id,
        address: maskEmail(openRecipient(sealing, sealed)),
        words,
        at: at.toISOString(),
      }))
    },

    find: (id: string) =>
      database.row(
        z.object({ id: z.string() }),
        sql`select id from mail_suppression where id = ${asUuid(id)}::uuid`,
      ),

    async remove({ id }: { id: string }, by: { uid: string; reason: string }): Promise<void> {
      await database.transaction(async (queries) => {
        await queries.run(sql`delete from mail_suppression where id = ${id}`)
        await recordAction(queries, {
          ...by,
          action: 'remove-suppression',
          subject: id,
          at: now(),
        })
      })
    },
  }
}

/** 'a•••@example.com': lets an admin recognise an address without being able to write to it. */
export function maskEmail(email: string): string {
  const [, first = '', domain = ''] = /^(.).*(@[^@]*)$/u.exec(email) ?? []
  return `${first}•••${domain}`
}
