import type { Language } from '#shared/language.ts'
import type { Kobo } from '#shared/money.ts'

import type { Transaction } from '../../platform/database/database.ts'
import type { PaymentDeps } from '../ledger/provider-report.ts'
import type { Outbox } from '../../platform/mail/mail.ts'
import { refundMail } from './refund-mail.ts'

type Refund = {
  donation: { emailSealed: Buffer; accessCode: string; title: string; language: Language }
  amount: Kobo
  reason: string
  /** The outbox sends one mail per key. */
  mailKey: string
}

/** Mails the donor that the provider has accepted a refund. */
export async function notifyDonor(
  { sealing, outbox, publicUrl }: Pick<PaymentDeps, 'sealing' | 'publicUrl'> & { outbox: Outbox },
  queries: Transaction,
  { donation: { emailSealed, accessCode, title, language }, amount, reason, mailKey }: Refund,
): Promise<void> {
  const to = sealing.open('donor-email', emailSealed)
  const url = new URL(`/donations/${accessCode}`, publicUrl).href
  const mail = refundMail(to, language, { amount, reason, title, url })
  await outbox.enqueue(queries, mail, mailKey)
}
