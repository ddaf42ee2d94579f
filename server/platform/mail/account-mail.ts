import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'

import type { accountText } from '../../text/en/account.ts'
import { texts } from '../../text/texts.ts'
import type { Mail } from './mail.ts'
import { type Reader, writeMail } from './write-mail.ts'

type CodeLink = { publicUrl: string; code: string }
type Site = { publicUrl: string }

const addressMail =
  (mode: 'verifyEmail' | 'verifyAndChangeEmail', name: 'verification' | 'emailChange') =>
  (reader: Reader, link: CodeLink): Mail => {
    const { subject, lead, confirm, expiry } = texts[reader.language].account[name]
    const duration = formatDuration(terms.verificationCode)
    return writeMail({ ...reader, reason: 'address' }, subject, [
      lead,
      { label: confirm, url: toActionUrl(mode, link) },
      expiry({ duration }),
    ])
  }

export const verificationMail = addressMail('verifyEmail', 'verification')
/** To the new address. */
export const emailChangeMail = addressMail('verifyAndChangeEmail', 'emailChange')

export function resetMail(reader: Reader, link: CodeLink): Mail {
  const { reset, resetPassword } = texts[reader.language].account
  const url = toActionUrl('resetPassword', link)
  return writeMail({ ...reader, reason: 'account' }, reset.subject, [
    reset.lead,
    { label: resetPassword, url },
    reset.expiry({ duration: formatDuration(terms.passwordCode) }),
  ])
}

/** To the account's owner after a sign-up with the same address. */
export function signUpAttemptMail(reader: Reader, { publicUrl }: Site): Mail {
  const { signUpAttempt, logIn, resetPassword } = texts[reader.language].account
  return writeMail({ ...reader, reason: 'address' }, signUpAttempt.subject, [
    signUpAttempt.lead,
    { label: logIn, url: new URL('/login', publicUrl).href },
    signUpAttempt.forgotten,
    { label: resetPassword, url: new URL('/forgot-password', publicUrl).href },
    signUpAttempt.ignore,
  ])
}

export function accountDeletedMail(reader: Reader): Mail {
  const { subject, lead, remains } = texts[reader.language].account.deleted
  return writeMail({ ...reader, reason: 'account' }, subject, [lead, remains])
}

/** Link to /handle-action (specification §2). Built from PUBLIC_URL, never from the Host header of a request. */
function toActionUrl(
  mode: 'verifyEmail' | 'resetPassword' | 'verifyAndChangeEmail',
  { publicUrl, code }: CodeLink,
): string {
  const url = new URL('/handle-action', publicUrl)
  url.searchParams.set('mode', mode)
  url.searchParams.set('oobCode', code)
  return url.href
}

/** A change of an account that its owner hears about. */
export type AccountNotice = keyof typeof accountText.notices

/** The link of 'This wasn’t me', and where to write if the link does not help. */
export type NoticeLinks = { secureUrl: string; supportEmail: string }

/**
 * To the address of the account, or with `isFormerAddress` to the address that the account had before, because a link for a new password would go to
 * the new one.
 */
export function accountNoticeMail(
  reader: Reader,
  change: AccountNotice,
  { secureUrl, supportEmail, isFormerAddress = false }: NoticeLinks & { isFormerAddress?: boolean },
): Mail {
  const { notice, notices } = texts[reader.language].account
  const { subject, lead } = notices[change]
  const duration = formatDuration(terms.secureAccountLink)
  const paragraphs = [
    lead,
    isFormerAddress ? notice.secureFormer({ duration }) : notice.secure({ duration }),
    { label: notice.wasNotMe, url: secureUrl },
    isFormerAddress
      ? notice.helpFormer({ email: supportEmail })
      : notice.help({ email: supportEmail }),
  ]
  return writeMail({ ...reader, reason: 'account' }, subject, paragraphs)
}
