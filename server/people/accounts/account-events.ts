import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { terms, toTermMs } from '#shared/terms.ts'

import type { Foundation } from '../../providers/foundation.ts'
import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { accountNoticeMail, type AccountNotice } from '../../platform/mail/account-mail.ts'
import { mailToken } from '../../platform/mail/mail-token.ts'
import { findLanguage } from '../../platform/mail/reader-language.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'

/** Who is mailed about an event. */
type NoticeRule =
  | { to: 'nobody'; because: string }
  | { to: 'account' | 'former-address'; notice: AccountNotice }

const toAccount = (notice: AccountNotice) => ({ to: 'account', notice }) as const
const toNobody = (because: string) => ({ to: 'nobody', because }) as const

/** All kinds of events. A new kind must say whom it notifies. */
export const noticesByKind = {
  'signed-up': toNobody('The link to confirm the address is mailed.'),
  'address-confirmed': toNobody('The person has just opened the link in this mailbox.'),
  'address-changed': { to: 'former-address', notice: 'addressChanged' },
  'address-restored': toNobody('The person has just pressed the button in a warning.'),
  'two-factor-off-at-provider': toNobody('The person has just pressed the button in a warning.'),
  'password-changed': toAccount('passwordChanged'),
  'password-reset': toAccount('passwordChanged'),
  'new-device': toAccount('newDevice'),
  'signed-out-everywhere': toNobody('It takes rights away and gives none.'),
  'secured-by-owner': toNobody('The person has just pressed the button in a notice.'),
  'reviewer-granted': toAccount('rolesChanged'),
  'reviewer-revoked': toAccount('rolesChanged'),
  'admin-granted': toAccount('rolesChanged'),
  'admin-revoked': toAccount('rolesChanged'),
  'two-factor-on': toAccount('twoFactorOn'),
  'two-factor-off': toAccount('twoFactorOff'),
  'recovery-code-used': toAccount('recoveryCodeUsed'),
  disabled: toNobody('Support does it by hand and writes to the person.'),
  enabled: toNobody('Support does it by hand and writes to the person.'),
  deleted: toNobody('The deletion has a mail of its own, sent when everything is deleted.'),
} as const satisfies Record<string, NoticeRule>

export type AccountEventKind = keyof typeof noticesByKind

type AccountEvent = {
  id?: string
  uid: string
  kind: AccountEventKind
  /** A command on the server did it. */
  byCommand?: boolean
  /** The address before the change, for 'address-changed'. */
  formerEmail?: string
}

export type AccountEvents = ReturnType<typeof openAccountEvents>

type AccountEventDeps = Pick<
  Foundation,
  'outbox' | 'sealing' | 'publicUrl' | 'supportEmail' | 'now'
>

export function openAccountEvents(deps: AccountEventDeps) {
  return {
    /**
     * Appends to the account's security log and mails the owner, within the transaction of the change. False if an event with this id
     * exists.
     */
    record: async (queries: Queries, event: AccountEvent) => {
      const { id = randomUUID(), uid, kind, byCommand = false } = event
      // The application role can neither change nor delete entries.
      const inserted = await queries.run(sql`
        insert into account_event (id, uid, by_uid, kind, at)
        values (${id}, ${uid}, ${byCommand ? null : uid}, ${kind}, ${deps.now()})
        on conflict (id) do nothing`)
      if (inserted === 0) return false
      await notify(deps, queries, event)
      return true
    },
  }
}

async function notify(deps: AccountEventDeps, queries: Queries, event: AccountEvent) {
  const { outbox, supportEmail } = deps
  const rule: NoticeRule = noticesByKind[event.kind]
  if (rule.to === 'nobody') return
  const isFormerAddress = rule.to === 'former-address'
  const to = isFormerAddress ? event.formerEmail : await findEmail(queries, event.uid)
  if (to === undefined) return
  const secureUrl = createSecureAccountUrl(deps, { uid: event.uid, isFormerAddress })
  const language = await findLanguage(queries, event.uid)
  const notice = { secureUrl, supportEmail, isFormerAddress }
  await outbox.enqueue(queries, accountNoticeMail({ to, language }, rule.notice, notice))
}

const findEmail = (queries: Queries, uid: string) =>
  queries.value(z.string(), sql`select email from account where uid = ${uid}`)

/** Oldest first. */
export function listEvents(queries: Queries, uid: string) {
  return queries.rows(
    z.object({ kind: z.string(), at: z.date() }),
    sql`select kind, at from account_event where uid = ${uid} order by at, id`,
  )
}

const lifetimeMs = toTermMs(terms.secureAccountLink)

const linkSchema = z.object({
  uid: z.string(),
  /** Id of the event that using the link records. It can be recorded once. */
  eventId: z.uuid(),
  /** The mail went to the address that the account had before. */
  isFormerAddress: z.boolean(),
  expiresAt: z.int(),
})
/** What the link 'This wasn’t me' in a notice contains. */
export type SecureAccountLink = z.output<typeof linkSchema>

export const secureAccountToken = mailToken('secure-account', linkSchema)

type Deps = { sealing: Sealing; publicUrl: string; now: () => Date }

export function createSecureAccountUrl(
  { sealing, publicUrl, now }: Deps,
  account: Pick<SecureAccountLink, 'uid' | 'isFormerAddress'>,
): string {
  const expiresAt = now().getTime() + lifetimeMs
  const token = secureAccountToken.create(sealing, { ...account, eventId: randomUUID(), expiresAt })
  // The page says what the link does, and cannot read the token.
  const query = account.isFormerAddress ? '?former' : ''
  return new URL(`/secure-account/${token}${query}`, publicUrl).href
}
