import { formatNaira, type Kobo } from '#shared/money.ts'

import type { Mail } from '../mail/mail.ts'
import { mail } from '../mail/templates.ts'

type News = { amount: Kobo; title: string; reason: string; url: string }

export function refundMail(to: string, { amount, title, reason, url }: News): Mail {
  return mail(to, {
    subject: `Your gift is on its way back: ${formatNaira(amount)}`,
    parts: [
      `${formatNaira(amount)} of your gift to "${title}" is being sent back to you. Banks take 3 to 10 working days for that.`,
      'This is the reason that was given:',
      ...reason.split(/\n{2,}/),
      { label: 'See your gift', url },
    ],
  })
}

const howItWentBack = {
  refund: 'It was sent back on the pages of the payment provider.',
  chargeback: 'Your bank had asked for it back, and it was given.',
  reversal: 'The payment provider says that the payment was reversed.',
}

/** For what went back without anybody having asked Ajo for it. */
export function returnedMail(
  to: string,
  { amount, title, kind, url }: Omit<News, 'reason'> & { kind: keyof typeof howItWentBack },
): Mail {
  return mail(to, {
    subject: `Your gift went back: ${formatNaira(amount)}`,
    parts: [
      `${formatNaira(amount)} of your gift to "${title}" went back to you. ${howItWentBack[kind]}`,
      'If it is not on your account after 10 working days, ask your bank about it, or write to our support.',
      { label: 'See your gift', url },
    ],
  })
}

/** To the owner. */
export function giftTakenBackMail(to: string, { amount, title, url }: Omit<News, 'reason'>): Mail {
  return mail(to, {
    subject: `A gift was taken back: ${formatNaira(amount)}`,
    parts: [
      `Somebody who gave to "${title}" has asked for ${formatNaira(amount)} back, as everybody may within 24 hours of giving. It comes out of what was raised.`,
      { label: 'See the money of your campaign', url },
    ],
  })
}
