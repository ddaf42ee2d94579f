import { timingSafeEqual } from 'node:crypto'

import type { Language } from '#shared/language.ts'

import type { Database } from '../database/database.ts'
import { donationCodeMail } from '../mail/donation-code-mail.ts'
import type { Outbox } from '../mail/mail.ts'
import type { Sealing } from '../runtime/sealing.ts'
import type { Counters } from './counters.ts'
import { emailCodeAlarm, emailCodeLimit } from './thresholds.ts'

/** Codes that prove an address: only its mailbox has them. The code of a day is computed, so none is stored. */
export interface EmailCodes {
  isRight: (email: string, typed: string) => boolean
  /**
   * Mails the code, at most three times a day: anyone can type an address. The code does not change within the day, so that requests of
   * others cannot take it away from the mailbox's owner.
   */
  send: (email: string, language: Language) => Promise<void>
  /** True if so many codes were mailed within the hour that the admin should know. */
  isAlarming: () => Promise<boolean>
}

type EmailCodeDeps = {
  counters: Counters
  sealing: Pick<Sealing, 'fingerprint'>
  database: Database
  outbox: Outbox
  now: () => Date
}

const dayMs = 86_400_000
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const total = 'email codes'

export function openEmailCodes(deps: EmailCodeDeps): EmailCodes {
  const { counters, sealing, database, outbox, now } = deps
  const getDay = () => Math.floor(now().getTime() / dayMs)
  const toCode = (email: string, day: number) =>
    [...sealing.fingerprint('email-code', `${email} ${day}`).subarray(0, 8)]
      .map((byte) => alphabet[byte & 31])
      .join('')

  return {
    isRight(email, typed) {
      const code = Buffer.from(toPlainCode(typed))
      return [getDay(), getDay() - 1].some((day) => {
        const expected = Buffer.from(toCode(email, day))
        return expected.length === code.length && timingSafeEqual(expected, code)
      })
    },
    async send(email, language) {
      const day = getDay()
      const perMinute = await counters.increment(`email code ${email}`, 60_000)
      if (perMinute.count > emailCodeLimit.perMinute) return
      const perDay = await counters.increment(`email code ${email} ${day}`, dayMs)
      if (perDay.count > emailCodeLimit.perDay) return
      await counters.increment(total, emailCodeAlarm.windowMs)
      const mail = donationCodeMail(email, language, toCode(email, day).replace(/^.{4}/, '$&-'))
      await database.transaction((queries) => outbox.enqueue(queries, mail))
    },
    async isAlarming() {
      return ((await counters.get(total))?.count ?? 0) >= emailCodeAlarm.max
    },
  }
}

/** Letters that people confuse with digits are not part of a code. */
function toPlainCode(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}
