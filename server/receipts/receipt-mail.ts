import { formatNaira } from '#shared/money.ts'

import type { Mail } from '../mail/mail.ts'
import { renderMail } from '../mail/render-mail.ts'
import { formatLagosTime } from '../runtime/lagos-time.ts'
import type { ReceiptFacts } from './receipt-facts.ts'

/**
 * `donation` shows everything to the donor; `verification` shows others only what the receipt states. `confirmation` is set
 * if the donor wants updates and has not confirmed the address.
 */
type Urls = { donation: string; verification: string; confirmation?: string }

export function receiptMail(to: string, facts: ReceiptFacts, urls: Urls): Mail {
  const { number, amount, donatedAt, mode, campaign } = facts
  const sum = formatNaira(amount)
  return renderMail(to, 'en', {
    subject: `Your ${sum} donation receipt`,
    paragraphs: [
      `Thank you! Your ${sum} donation to "${campaign.title}" went through.`,
      `Receipt ${number}, ${formatLagosTime(donatedAt)} (Lagos).`,
      ...(mode === 'live' ? [] : ['This was a test payment. No real money was moved.']),
      { label: 'View your receipt or download it as a PDF', url: urls.donation },
      'Keep this link private: anyone with it can see your donation and request a refund within 24 hours.',
      'To prove the receipt is genuine, share this link instead:',
      { label: 'Verify this receipt', url: urls.verification },
      ...(urls.confirmation === undefined
        ? []
        : [
            'You asked for updates and thank-yous from the organiser. We send them only to confirmed addresses. If you did not ask for them, ignore this link.',
            { label: 'Confirm my email address', url: urls.confirmation },
          ]),
    ],
  })
}
