import { formatNaira, type Kobo } from '#shared/money.ts'

import type { Mail } from '../mail/mail.ts'
import { renderMail, staffLanguage } from '../mail/render-mail.ts'
import { formatLagosTime } from '../runtime/lagos-time.ts'

type Dispute = {
  campaign: string
  amount: Kobo | null
  dueAt: Date | null
  isDueSoon: boolean
  url: string
}

/** To the admin. */
export function disputeMail(
  to: string,
  { campaign, amount, dueAt, isDueSoon, url }: Dispute,
): Mail {
  const sum = amount === null ? 'a donation' : formatNaira(amount)
  const deadline = dueAt === null ? '' : ` by ${formatLagosTime(dueAt)} (Lagos)`
  return renderMail(to, staffLanguage, {
    kind: 'transactional',
    subject: `${isDueSoon ? 'Dispute due soon' : 'New dispute'}: respond${deadline}`,
    paragraphs: [
      `A donor's bank has disputed ${sum} to "${campaign}". Respond${deadline}, or the money is refunded automatically.`,
      { label: 'View disputes', url },
    ],
  })
}
