import * as z from 'zod/mini'

import type { Database, Queries } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { openOutbox } from '#server/platform/mail/outbox.ts'
import { openRecipient, sealRecipient } from '#server/platform/mail/mail-rows.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import type { MailSite } from '#server/platform/mail/render-mail.ts'
import type { Task } from '#server/platform/queue/queue.ts'
import type { Sealing } from '#server/platform/runtime/sealing.ts'
import { runJobs } from '#test/support/database/jobs.ts'
import { testSealing } from '#test/support/servers/sealing.ts'

export const testMailSite: MailSite = {
  publicUrl: 'https://ajo.example',
  supportEmail: 'help@ajo.example',
  controller: {
    name: 'Ajo Ltd',
    address: ['21 Broad Street', 'Lagos Island', 'Lagos'],
    registration: 'NDPC/1',
  },
}

export const testOutbox = openOutbox(testSealing, testMailSite)

/** A mail of one paragraph. */
export const plainMail = (to: string, subject: string, words = subject): Mail => ({
  to,
  language: 'en',
  kind: 'transactional',
  reason: 'account',
  subject,
  paragraphs: [words],
})

/** A link or code with other last letters than before. */
export const withOtherEnd = (code: string) =>
  code.slice(0, -4) + (code.endsWith('AAAA') ? 'BBBB' : 'AAAA')

const mailSchema = z.object({
  recipient: z.nullable(z.instanceof(Buffer)),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  unsubscribe: z.nullable(z.string()),
})

/** The stored mails, oldest first. Sent ones have an empty text, and after minutes an empty recipient. */
export async function listMails(queries: Pick<Queries, 'rows'>, to?: string) {
  const rows = await queries.rows(
    mailSchema,
    sql`select recipient_sealed as recipient, subject, coalesce(text, '') as text, coalesce(html, '') as html,
        unsubscribe_url as unsubscribe
      from mail_outbox order by created_at, id`,
  )
  return rows
    .map(({ recipient, ...mail }) => ({
      ...mail,
      recipient: recipient ? openRecipient(testSealing, recipient) : '',
    }))
    .filter(({ recipient }) => to === undefined || recipient === to)
}

export const listSubjects = async (queries: Pick<Queries, 'rows'>, to?: string) =>
  (await listMails(queries, to)).map(({ subject }) => subject)

/** Inserts an address whose mail server called it unknown. */
export function insertSuppressed(
  { run }: Pick<Queries, 'run'>,
  { id, address, words }: { id: string; address: string; words: string },
  sealing: Pick<Sealing, 'seal' | 'fingerprint'> = testSealing,
) {
  const { sealed, key } = sealRecipient(sealing, address)
  return run(sql`
    insert into mail_suppression (id, address_sealed, address_key, words) values (${id}, ${sealed}, ${key}, ${words})`)
}

/** Runs the jobs that write mails and returns the mails to an address, oldest first. */
export async function mailsTo(owner: Database, tasks: Task[], email: string) {
  await runJobs(owner, tasks)
  return listMails(owner, email)
}

/** The codes in the links of mails, oldest first. */
export function getCodes(
  mails: { text: string }[],
  mode: 'verifyEmail' | 'resetPassword' | 'verifyAndChangeEmail',
): string[] {
  return mails
    .flatMap(({ text }) => text.match(/https?:\S+/g) ?? [])
    .map((link) => new URL(link).searchParams)
    .filter((query) => query.get('mode') === mode)
    .map((query) => query.get('oobCode') ?? '')
}
