import { formatNaira, type Kobo } from '#shared/money.ts'

import type { Mail } from '../mail/mail.ts'
import { mail } from '../mail/templates.ts'

type News = {
  campaign: string
  amount: Kobo | null
  dueAt: Date | null
  isNear: boolean
  url: string
}

const clock = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
})

/** To the operator. */
export function disputeMail(to: string, { campaign, amount, dueAt, isNear, url }: News): Mail {
  const what = amount === null ? 'A gift' : formatNaira(amount)
  const until = dueAt === null ? '' : ` until ${clock.format(dueAt)} (Lagos)`
  return mail(to, {
    subject: isNear ? `Dispute: little time left to answer${until}` : `Dispute: answer${until}`,
    parts: [
      `${what} to "${campaign}" is asked back by the donor's bank. We can answer${until}; after that the money goes back by itself.`,
      { label: 'See the disputes', url },
    ],
  })
}
