import { formatNaira } from '#shared/money.ts'

import { lagosMoment } from './lagos-moment.ts'
import type { ReceiptFacts } from './receipt-facts.ts'
import type { Mail } from '../mail/mail.ts'
import { mail } from '../mail/templates.ts'

/** `page` is the donor's own; `check` is for whoever they show the receipt to. */
type Urls = { page: string; check: string }

export function receiptMail(to: string, facts: ReceiptFacts, urls: Urls): Mail {
  const { number, amount, givenAt, mode, campaign } = facts
  const sum = formatNaira(amount)
  return mail(to, {
    subject: `Thank you: your gift of ${sum} has arrived`,
    parts: [
      `Your gift of ${sum} to "${campaign.title}" has arrived. Thank you!`,
      `Receipt ${number}, given on ${lagosMoment(givenAt)} (Lagos).`,
      ...(mode === 'live' ? [] : ['This was a test payment: no real money moved.']),
      { label: 'See your receipt, and keep it as a PDF', url: urls.page },
      'Please keep this link to yourself: whoever has it sees your gift, and may ask for it back for a day.',
      'If you show the receipt to somebody, they can check here that it is genuine, and see no more than what stands on it:',
      { label: 'Check this receipt', url: urls.check },
    ],
  })
}
