import type { Language } from '#shared/language.ts'
import { formatNaira, type Kobo } from '#shared/money.ts'

import type { Mail } from '../mail/mail.ts'
import { renderMail } from '../mail/render-mail.ts'
import { texts } from '../text/texts.ts'

type Refund = { amount: Kobo; title: string; reason: string; url: string }
type Reversal = Omit<Refund, 'reason'>

/** To the donor, when Ajo has requested the refund. */
export function refundMail(
  to: string,
  language: Language,
  { amount, title, reason, url }: Refund,
): Mail {
  const sum = formatNaira(amount)
  const { viewDonation, requested } = texts[language].refund
  return renderMail(to, language, {
    subject: requested.subject(sum),
    paragraphs: [
      requested.lead(sum, title),
      requested.reason,
      ...reason.split(/\n{2,}/),
      { label: viewDonation, url },
    ],
  })
}

type ReversalKind = 'refund' | 'chargeback' | 'bank_reversal'

/** To the donor, when the money was reversed without a request on Ajo. */
export function reversalMail(
  to: string,
  language: Language,
  { amount, title, kind, url }: Reversal & { kind: ReversalKind },
): Mail {
  const sum = formatNaira(amount)
  const { viewDonation, reversed } = texts[language].refund
  return renderMail(to, language, {
    subject: reversed.subject(sum),
    paragraphs: [
      reversed.lead(sum, title, reversed.reasons[kind]),
      reversed.late,
      { label: viewDonation, url },
    ],
  })
}

/** To the organiser, when a donor has requested the refund. */
export function donorRefundMail(
  to: string,
  language: Language,
  { amount, title, url }: Reversal,
): Mail {
  const sum = formatNaira(amount)
  const { byDonor } = texts[language].refund
  return renderMail(to, language, {
    subject: byDonor.subject(sum),
    paragraphs: [byDonor.lead(sum, title), { label: byDonor.view, url }],
  })
}
