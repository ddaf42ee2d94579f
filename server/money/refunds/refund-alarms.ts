import { lagosToday } from '#shared/day.ts'
import { formatNaira } from '#shared/money.ts'

import type { Transaction } from '../../platform/database/database.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { staffLanguage, writeMail } from '../../platform/mail/write-mail.ts'
import type { RefundDeps } from './refund-deps.ts'
import type { RefundRow } from './refund-rows.ts'

type Deps = Pick<RefundDeps, 'outbox' | 'adminEmail' | 'publicUrl' | 'now'>
/** A mail with this key is sent once. */
type Alarm = { key: string; subject: string; texts: readonly string[] }

/** Mails the admin, once a day, that refunds wait for money. They are sent again by themselves. */
export async function alarmLowBalance(deps: RefundDeps): Promise<void> {
  await deps.database.transaction((queries) =>
    alarm(deps, queries, {
      key: `refund balance ${lagosToday(deps.now())}`,
      subject: 'Ajo: refunds wait for balance at the payment provider',
      texts: [
        'The payment provider refused a refund, because the balance of the main account is too low. Please top it up on the provider’s dashboard.',
        'Refunds that wait are sent again by themselves. You get this alarm at most once a day.',
      ],
    }),
  )
}

/** Mails the admin, once for each refund, that the provider no longer knows what it accepted. */
export function alarmMissing(deps: Deps, queries: Transaction, refund: RefundRow): Promise<void> {
  return alarm(deps, queries, {
    key: `refund missing ${refund.id} ${refund.refundId}`,
    subject: 'Ajo: the payment provider denies a refund',
    texts: [
      `The payment provider accepted a refund of ${formatNaira(refund.amount)} as number ${refund.refundId} and says now that it does not have it. Please ask the provider.`,
      'It is not sent again, so that the donor is not refunded twice. Ajo goes on asking about it.',
    ],
  })
}

/** Mails the admin, at most once an hour, that jobs have given refunds up. A cancelled campaign may have many. */
export function alarmGivenUp(deps: Deps, queries: Transaction): Promise<void> {
  return alarm(deps, queries, {
    key: `refunds given up ${deps.now().toISOString().slice(0, 13)}`,
    subject: 'Ajo: refunds were given up',
    texts: [
      'At least one refund cannot be made and is not sent any more. The list names the reason of each. You can try again there.',
      'You get this alarm at most once an hour.',
    ],
  })
}

async function alarm(
  { outbox, adminEmail, publicUrl }: Deps,
  queries: Transaction,
  { key, ...words }: Alarm,
): Promise<void> {
  await outbox.enqueue(queries, refundAlarmMail(adminEmail, { ...words, publicUrl }), key)
}

/** To the admin. */
export function refundAlarmMail(
  to: string,
  { subject, texts, publicUrl }: Omit<Alarm, 'key'> & { publicUrl: string },
): Mail {
  const url = new URL('/dashboard/admin?tab=refunds', publicUrl).href
  const paragraphs = [...texts, { label: 'View refunds', url }]
  return writeMail(to, staffLanguage, {
    kind: 'transactional',
    reason: 'staff',
    subject,
    paragraphs,
  })
}
