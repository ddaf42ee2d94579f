import { formatDuration } from '#shared/duration.ts'
import type { Language } from '#shared/language.ts'
import { formatNaira, type Kobo } from '#shared/money.ts'
import { terms } from '#shared/terms.ts'

import { texts } from '../../text/texts.ts'
import type { Mail } from './mail.ts'
import { writeMail } from './write-mail.ts'

type Transfer = { title: string; amount: Kobo; url: string }

/** To an address that was entered with the amount and account of a transfer. */
export function transferClaimMail(
  to: string,
  language: Language,
  { title, amount, url }: Transfer,
): Mail {
  const { subject, lead, open, expiry } = texts[language].receipt.transferClaim
  const duration = formatDuration(terms.guestLink)
  return writeMail({ to, language, reason: 'address' }, subject, [
    lead({ sum: formatNaira(amount), title }),
    { label: open, url },
    expiry({ duration }),
  ])
}
