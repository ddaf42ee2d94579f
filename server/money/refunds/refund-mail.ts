import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'
import type { Language } from '#shared/language.ts'
import { type Kobo, formatNaira } from '#shared/money.ts'

import type { Mail } from '../../platform/mail/mail.ts'
import { writeMail } from '../../platform/mail/write-mail.ts'
import { formatLagosDay } from '../../platform/runtime/lagos-time.ts'
import { texts } from '../../text/texts.ts'

type Refund = { amount: Kobo; title: string; reason: string; url: string }
type Reversal = Omit<Refund, 'reason'>

/** To the donor, when Ajo has requested the refund. */
export function refundMail(
  to: string,
  language: Language,
  { amount, title, reason, url }: Refund,
): Mail {
  const sum = formatNaira(amount)
  const { viewDonation, requested } = texts[language].refund
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'donor',
    subject: requested.subject({ sum }),
    paragraphs: [
      requested.lead({ sum, title }),
      requested.reason,
      ...reason.split(/\n{2,}/),
      { label: viewDonation, url },
    ],
  })
}

/** To the donor of a payment that does not match its donation. */
export function heldPaymentMail(
  to: string,
  language: Language,
  { arrived, asked, title, until, url }: Omit<Reversal, 'amount'> & Held,
): Mail {
  const { viewDonation, held } = texts[language].refund
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'donor',
    subject: held.subject({ sum: formatNaira(arrived) }),
    paragraphs: [
      held.lead({ arrived: formatNaira(arrived), asked: formatNaira(asked), title }),
      held.until({ day: formatLagosDay(until) }),
      { label: viewDonation, url },
    ],
  })
}
type Held = { arrived: Kobo; asked: Kobo; until: Date }

type ReversalKind = 'refund' | 'chargeback' | 'bank_reversal'

/** To the donor, when the money was reversed without a request on Ajo. */
export function reversalMail(
  to: string,
  language: Language,
  { amount, title, kind, url }: Reversal & { kind: ReversalKind },
): Mail {
  const sum = formatNaira(amount)
  const { viewDonation, reversed } = texts[language].refund
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'donor',
    subject: reversed.subject({ sum }),
    paragraphs: [
      reversed.lead({ sum, title, reason: reversed.reasons[kind] }),
      reversed.late,
      { label: viewDonation, url },
    ],
  })
}

/** To the organiser, when a donor has requested the refund. */
export function donorRefundMail(
  to: string,
  language: Language,
  { amount, title, url }: Reversal,
): Mail {
  const sum = formatNaira(amount)
  const { byDonor } = texts[language].refund
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'organiser',
    subject: byDonor.subject({ sum }),
    paragraphs: [
      byDonor.lead({ sum, title, duration: formatDuration(terms.donorRefund) }),
      { label: byDonor.view, url },
    ],
  })
}

/** To the donor: the link that requests a refund. */
export function refundLinkMail(
  to: string,
  language: Language,
  { title, url }: Pick<Reversal, 'title' | 'url'>,
): Mail {
  const { link } = texts[language].refund
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'donor',
    subject: link.subject,
    paragraphs: [link.lead({ title }), { label: link.view, url }, link.caution],
  })
}

type DonorRequest = Reversal & { fee: Kobo; total: Kobo; isDelayed: boolean }

/** To a donor who requested a refund. */
export function refundRequestedMail(
  to: string,
  language: Language,
  { amount, title, url, fee, total, isDelayed }: DonorRequest,
): Mail {
  const sum = formatNaira(amount)
  const { viewDonation, asked } = texts[language].refund
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'donor',
    subject: asked.subject({ sum }),
    paragraphs: [
      asked.lead({ sum, title }),
      ...(fee > 0 ? [asked.sums({ total: formatNaira(total), fee: formatNaira(fee), sum })] : []),
      isDelayed ? asked.delayed({ duration: formatDuration(terms.delayedRefund) }) : asked.arrival,
      { label: viewDonation, url },
    ],
  })
}

/** To the donor, when the provider reports that the refund is done. */
export function refundDoneMail(
  to: string,
  language: Language,
  { amount, title, url, isToAccount }: Reversal & { isToAccount: boolean },
): Mail {
  const sum = formatNaira(amount)
  const { viewDonation, done, reversed } = texts[language].refund
  const lead = isToAccount ? done.toAccount : done.lead
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'donor',
    subject: done.subject({ sum }),
    paragraphs: [lead({ sum, title }), reversed.late, { label: viewDonation, url }],
  })
}

/** To the donor, when the refund cannot go to the card. The link opens a form for a bank account. */
export function bankAccountMail(
  to: string,
  language: Language,
  { amount, title, url, wasRefused }: Reversal & { wasRefused: boolean },
): Mail {
  const sum = formatNaira(amount)
  const { account } = texts[language].refund
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'donor',
    subject: account.subject({ sum }),
    paragraphs: [
      wasRefused ? account.refused({ sum, title }) : account.lead({ sum, title }),
      account.how({ duration: formatDuration(terms.refundLink) }),
      { label: account.link, url },
      account.caution,
    ],
  })
}

/** To the donor, when the refund is up to an admin. */
export function refundGivenUpMail(
  to: string,
  language: Language,
  { amount, title, url }: Reversal,
): Mail {
  const sum = formatNaira(amount)
  const { viewDonation, givenUp } = texts[language].refund
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'donor',
    subject: givenUp.subject({ sum }),
    paragraphs: [givenUp.lead({ sum, title }), { label: viewDonation, url }],
  })
}

type OwnWaits = Reversal & { isDelayed: boolean; needsSecond: boolean }

/** To the organiser whose account requested the refund. The link opens a page that stops it. */
export function ownRefundWaitsMail(
  to: string,
  language: Language,
  { amount, title, url, isDelayed, needsSecond }: OwnWaits,
): Mail {
  const sum = formatNaira(amount)
  const { ownWaits } = texts[language].refund
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'organiser',
    subject: ownWaits.subject({ sum }),
    paragraphs: [
      ownWaits.lead({ sum, title }),
      ...(isDelayed ? [ownWaits.delayed({ duration: formatDuration(terms.delayedRefund) })] : []),
      ...(needsSecond ? [ownWaits.second] : []),
      ownWaits.stop,
      { label: ownWaits.link, url },
    ],
  })
}

/** To the organiser who requested the refund. */
export function ownRefundGivenUpMail(
  to: string,
  language: Language,
  { amount, title, url, isReversed }: Reversal & { isReversed: boolean },
): Mail {
  const sum = formatNaira(amount)
  const { byDonor, ownGivenUp } = texts[language].refund
  return writeMail(to, language, {
    kind: 'transactional',
    reason: 'organiser',
    subject: ownGivenUp.subject({ sum }),
    paragraphs: [
      isReversed ? ownGivenUp.reversed({ sum, title }) : ownGivenUp.lead({ sum, title }),
      { label: byDonor.view, url },
    ],
  })
}
