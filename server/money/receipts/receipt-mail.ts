import type { Language } from '#shared/language.ts'
import { formatNaira } from '#shared/money.ts'

import type { Mail } from '../../platform/mail/mail.ts'
import { writeMail } from '../../platform/mail/write-mail.ts'
import { formatLagosTime } from '../../platform/runtime/lagos-time.ts'
import { texts } from '../../text/texts.ts'
import type { ReceiptFacts } from './receipt-facts.ts'

/**
 * `donation` shows everything to the donor; `verification` shows others only what the receipt states. `confirmation` is set
 * if the donor wants updates and has not confirmed the address.
 */
type Urls = { donation: string; verification: string; confirmation?: string }

type Options = {
  to: string
  language: Language
  facts: ReceiptFacts
  urls: Urls
  /** The donation is in the transparency log. */
  hasProof: boolean
}

export function receiptMail({ to, language, facts, urls, hasProof }: Options): Mail {
  const { number, amount, donatedAt, mode, campaign } = facts
  const sum = formatNaira(amount)
  const { mail: text, inLagos } = texts[language].receipt
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'donor',
    subject: text.subject(sum),
    picturedCampaign: campaign,
    paragraphs: [
      text.lead(sum, campaign.title),
      text.receipt(number, inLagos(formatLagosTime(donatedAt))),
      ...(mode === 'live' ? [] : [text.test]),
      { label: text.view, url: urls.donation },
      ...(hasProof ? [] : [text.proofFollows]),
      text.keepPrivate,
      text.share,
      { label: text.verify, url: urls.verification },
      ...(urls.confirmation === undefined
        ? []
        : [text.confirmHint, { label: text.confirm, url: urls.confirmation }]),
    ],
  })
}
