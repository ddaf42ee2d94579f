import { lagosToday } from '#shared/day.ts'

import type { Mail } from '../mail/mail.ts'
import { renderMail, staffLanguage } from '../mail/render-mail.ts'
import type { RefundDeps } from './refund-deps.ts'

/** Mails the admin, once a day, that refunds wait for money. They are sent again by themselves. */
export async function alarmLowBalance(deps: RefundDeps): Promise<void> {
  const { database, outbox, adminEmail, publicUrl, now } = deps
  const url = new URL('/dashboard/admin?tab=refunds', publicUrl).href
  const key = `refund balance ${lagosToday(now())}`
  await database.transaction((queries) =>
    outbox.enqueue(queries, lowBalanceMail(adminEmail, url), key),
  )
}

function lowBalanceMail(to: string, url: string): Mail {
  return renderMail(to, staffLanguage, {
    kind: 'transactional',
    subject: 'Ajo: refunds wait for balance at the payment provider',
    paragraphs: [
      'The payment provider refused a refund, because the balance of the main account is too low. Please top it up on the provider’s dashboard.',
      'Refunds that wait are sent again by themselves. You get this alarm at most once a day.',
      { label: 'View refunds', url },
    ],
  })
}
