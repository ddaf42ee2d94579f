import { formatNaira, type Kobo } from '#shared/money.ts'

import type { Mail } from './mail.ts'
import { mail } from './templates.ts'

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
