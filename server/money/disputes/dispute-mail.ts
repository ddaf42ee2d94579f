import { formatNaira, type Kobo } from '#shared/money.ts'

import type { Mail } from '../../platform/mail/mail.ts'
import { writeMail, staffLanguage } from '../../platform/mail/write-mail.ts'
import { formatLagosTime } from '../../platform/runtime/lagos-time.ts'

type Dispute = {
  campaign: string
  amount: Kobo | null
  dueAt: Date | null
  /** How many hours are left at most. Undefined where there is more time. */
  hours: number | undefined
  url: string
}

/** To the admin. */
export function disputeMail(to: string, { campaign, amount, dueAt, hours, url }: Dispute): Mail {
  const sum = amount === null ? 'a donation' : formatNaira(amount)
  const deadline = dueAt === null ? '' : ` by ${formatLagosTime(dueAt)} (Lagos)`
  const title = hours === undefined ? 'New dispute' : `Dispute due in less than ${hours} hours`
  return writeMail(to, staffLanguage, {
    kind: 'transactional',
    reason: 'staff',
    subject: `${title}: respond${deadline}`,
    paragraphs: [
      `A donor's bank has disputed ${sum} to "${campaign}". Respond${deadline}, or the money is refunded automatically.`,
      'The page of the dispute has the evidence ready: decline with it, or accept the dispute.',
      { label: 'Answer the dispute', url },
    ],
  })
}
