import { formatDuration } from '#shared/duration.ts'
import { formatNaira, type Kobo } from '#shared/money.ts'
import { terms } from '#shared/terms.ts'

import { texts } from '../../text/texts.ts'
import type { Mail } from './mail.ts'
import { type Reader, writeMail } from './write-mail.ts'

type Transfer = { title: string; amount: Kobo; url: string }

/** To an address that was entered with the amount and account of a transfer. */
export function transferClaimMail(reader: Reader, { title, amount, url }: Transfer): Mail {
  const { subject, lead, open, expiry } = texts[reader.language].receipt.transferClaim
  const duration = formatDuration(terms.guestLink)
  return writeMail({ ...reader, reason: 'address' }, subject, [
    lead({ sum: formatNaira(amount), title }),
    { label: open, url },
    expiry({ duration }),
  ])
}
