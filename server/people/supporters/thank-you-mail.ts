import type { Language } from '#shared/language.ts'

import type { Mail } from '../../platform/mail/mail.ts'
import { writeMail } from '../../platform/mail/write-mail.ts'
import { texts } from '../../text/texts.ts'

type ThankYou = {
  campaignId: string
  title: string
  message: string
  campaignUrl: string
  reportUrl: string
  unsubscribeUrl: string
}

/** The organiser's own words to a donor who opted in. Addresses in them are text: only our own pages are links. */
export function thankYouMail(
  to: string,
  language: Language,
  { campaignId, title, message, campaignUrl, reportUrl, unsubscribeUrl }: ThankYou,
): Mail {
  const text = texts[language].thankYou
  return writeMail(to, language, {
    kind: { unsubscribeUrl, label: text.unsubscribe },
    reason: { words: text.because },
    subject: text.subject(title),
    picturedCampaign: { id: campaignId },
    paragraphs: [
      text.lead(title),
      ...message.split(/\n{2,}/),
      { label: text.view, url: campaignUrl },
      text.suspicious,
      { label: text.report, url: reportUrl },
    ],
  })
}
