import * as z from 'zod/mini'

import { undeliveredEmailSchema, type Emails, type SuppressedAddress } from '#shared/admin.ts'
import type { StaffListQuery } from '#shared/staff-list.ts'

import { type ListQuery, readListPage } from '../../platform/lists/list-page.ts'
import type { Database } from '../../platform/database/database.ts'
import { asUuid, sql } from '../../platform/database/sql.ts'
import { findPause } from '../../platform/mail/mail-pause.ts'
import { retryMail } from '../../platform/mail/outbox.ts'
import { openRecipient } from '../../platform/mail/mail-rows.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import { recordAction } from './audit-log.ts'

const countsRow = z.object({ waiting: z.int(), sent: z.int(), failed: z.int() })
const mailRow = z.extend(z.omit(undeliveredEmailSchema, { recipient: true }), {
  sealed: z.nullable(z.instanceof(Buffer)),
})

type Deps = { database: Database; sealing: Pick<Sealing, 'open'>; now: () => Date }

export function undeliveredMail({ database, sealing, now }: Deps) {
  const suppressed = suppressedAddresses({ database, sealing, now })
  return {
    suppressed,

    /** Counts of the outbox, and the mails that failed or have waited for 5 minutes; of the kind 'suppressed' the addresses that get none. */
    async read(query: StaffListQuery = {}): Promise<Emails> {
      const counts = await database.row(countsRow, countsSql)
      const isOfAddresses = query.kind === addressKind
      const addresses = await suppressed.list(isOfAddresses ? query : { q: query.q })
      const mails = await readListPage(database, mailRow, mailList, query)
      const pause = await findPause(database)
      return {
        ...(isOfAddresses ? addresses.page : mails.page),
        kinds: [...mails.page.kinds, ...addresses.page.kinds],
        ...(counts ?? { waiting: 0, sent: 0, failed: 0 }),
        pause: pause ? { words: pause.words, since: pause.since.toISOString() } : null,
        suppressed: query.kind && !isOfAddresses ? [] : addresses.rows,
        undelivered: mails.rows.map(({ sealed, ...mail }) => ({
          ...mail,
          // The address of a mail that was given up is removed after a day.
          recipient: maskEmail(sealed ? openRecipient(sealing, sealed) : ''),
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

const mailColumns = sql`id::text, subject || ' ' || coalesce(last_error, '') as words, recipient_sealed as sealed, subject, last_error as error`
const mailList: ListQuery = {
  order: 'newest',
  items: [
    sql`select ${mailColumns}, 'failed' as state, 'failed' as kind, 0 as rank, failed_at as at, text is not null as "canRetry"
      from mail_outbox where failed_at is not null`,
    sql`select ${mailColumns}, 'waiting' as state, 'waiting' as kind, 1 as rank, created_at as at, false as "canRetry"
      from mail_outbox where sent_at is null and failed_at is null
        and (last_error is not null or created_at < statement_timestamp() - interval '5 minutes')`,
  ],
}

const addressRow = z.object({
  id: z.string(),
  sealed: z.instanceof(Buffer),
  words: z.string(),
  at: z.date(),
})

const addressKind = 'suppressed'
const addressList: ListQuery = {
  order: 'newest',
  items: [
    sql`select id::text, 0 as rank, at, ${addressKind}::text as kind, words, address_sealed as sealed
      from mail_suppression where address_key is not null`,
  ],
}

/** Addresses that do not exist, according to their mail servers. */
function suppressedAddresses({ database, sealing, now }: Deps) {
  return {
    async list(query: StaffListQuery) {
      const { rows, page } = await readListPage(database, addressRow, addressList, query)
      return {
        page,
        rows: rows.map(({ id, sealed, words, at }): SuppressedAddress => ({
          id,
          address: maskEmail(openRecipient(sealing, sealed)),
          words,
          at: at.toISOString(),
        })),
      }
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
