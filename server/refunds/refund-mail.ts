import { formatNaira, type Kobo } from '#shared/money.ts'

import type { Mail } from '../mail/mail.ts'
import { renderMail } from '../mail/render-mail.ts'

type Refund = { amount: Kobo; title: string; reason: string; url: string }
type Reversal = Omit<Refund, 'reason'>

/** To the donor, when Ajo has requested the refund. */
export function refundMail(to: string, { amount, title, reason, url }: Refund): Mail {
  const sum = formatNaira(amount)
  return renderMail(to, {
    subject: `Your refund is on its way: ${sum}`,
    paragraphs: [
      `We're refunding ${sum} of your donation to "${title}". It should arrive in 3 to 10 working days.`,
      'Reason for the refund:',
      ...reason.split(/\n{2,}/),
      { label: 'View your donation', url },
    ],
  })
}

const reversalReasons = {
  refund: 'The refund was made directly with our payment provider.',
  chargeback: 'Your bank disputed the payment, and the dispute was decided in your favour.',
  bank_reversal: 'Our payment provider reports that the payment was reversed.',
}

/** To the donor, when the money was reversed without a request on Ajo. */
export function reversalMail(
  to: string,
  { amount, title, kind, url }: Reversal & { kind: keyof typeof reversalReasons },
): Mail {
  const sum = formatNaira(amount)
  return renderMail(to, {
    subject: `Your donation was refunded: ${sum}`,
    paragraphs: [
      `${sum} of your donation to "${title}" was refunded. ${reversalReasons[kind]}`,
      "If the money isn't in your account after 10 working days, contact your bank or our support team.",
      { label: 'View your donation', url },
    ],
  })
}

/** To the organiser, when a donor has requested the refund. */
export function donorRefundMail(to: string, { amount, title, url }: Reversal): Mail {
  const sum = formatNaira(amount)
  return renderMail(to, {
    subject: `A donor requested a refund: ${sum}`,
    paragraphs: [
      `A donor to "${title}" requested a ${sum} refund within 24 hours of donating, so your total has gone down.`,
      { label: 'View donations and payouts', url },
    ],
  })
}
