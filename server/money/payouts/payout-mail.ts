import type { Language } from '#shared/language.ts'
import { formatNaira, type Kobo } from '#shared/money.ts'

import type { Mail } from '../../platform/mail/mail.ts'
import { writeMail } from '../../platform/mail/write-mail.ts'
import { formatLagosDay } from '../../platform/runtime/lagos-time.ts'
import { texts } from '../../text/texts.ts'

type Payout = {
  amount: Kobo
  title: string
  /** Null where the provider names no date. */
  at: Date | null
  last4: string | null
  url: string
}

/** To the donor, when the provider has paid the donation out. */
export function payoutMail(
  to: string,
  language: Language,
  { amount, title, at, last4, url }: Payout,
): Mail {
  const { payout } = texts[language]
  const sum = formatNaira(amount)
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'donor',
    subject: payout.subject(title),
    paragraphs: [
      payout.lead(sum, title),
      ...(at ? [payout.on(formatLagosDay(at))] : []),
      ...(last4 === null ? [] : [payout.account(last4)]),
      payout.source,
      { label: payout.view, url },
    ],
  })
}
