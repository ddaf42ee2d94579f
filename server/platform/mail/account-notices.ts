import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'
import type { Language } from '#shared/language.ts'

import type { accountText } from '../../text/en/account.ts'
import { texts } from '../../text/texts.ts'
import type { Mail } from './mail.ts'
import { writeMail } from './write-mail.ts'

/** A change of an account that its owner hears about. */
export type AccountNotice = keyof typeof accountText.notices

/** The link of 'This wasn’t me', and where to write if the link does not help. */
export type NoticeLinks = { secureUrl: string; supportEmail: string }

/** To the address of the account. */
export function accountNoticeMail(
  to: string,
  language: Language,
  change: AccountNotice,
  { secureUrl, supportEmail }: NoticeLinks,
): Mail {
  const { notice, notices } = texts[language].account
  const { subject, lead } = notices[change]
  const link = { label: notice.wasNotMe, url: secureUrl }
  const paragraphs = [
    lead,
    notice.secure({ duration: formatDuration(terms.secureAccountLink) }),
    link,
    notice.help({ email: supportEmail }),
  ]
  return writeMail(to, language, { kind: 'transactional', reason: 'account', subject, paragraphs })
}

/** To the address that the account had before. A link for a new password would go to the new one. */
export function formerAddressMail(
  to: string,
  language: Language,
  change: AccountNotice,
  { secureUrl, supportEmail }: NoticeLinks,
): Mail {
  const { notice, notices } = texts[language].account
  const { subject, lead } = notices[change]
  const link = { label: notice.wasNotMe, url: secureUrl }
  const paragraphs = [
    lead,
    notice.secureFormer({ duration: formatDuration(terms.secureAccountLink) }),
    link,
    notice.helpFormer({ email: supportEmail }),
  ]
  return writeMail(to, language, { kind: 'transactional', reason: 'account', subject, paragraphs })
}
