import type { Language } from '#shared/language.ts'
import type { UpdateContent } from '#shared/campaign-update.ts'

import type { Mail } from '../../../platform/mail/mail.ts'
import { writeMail } from '../../../platform/mail/write-mail.ts'
import { texts } from '../../../text/texts.ts'

type Update = UpdateContent & {
  campaignId: string
  campaign: string
  updatesUrl: string
  unsubscribeUrl: string
  /** The reader follows the campaign and did not agree to mails as a donor. */
  follows: boolean
}

/** An update to a donor who agreed to mails, or to a follower. Addresses in it are text: only our own pages are links. */
export function updateMail(to: string, language: Language, update: Update): Mail {
  const { title, text, campaignId, campaign, updatesUrl, unsubscribeUrl, follows } = update
  const [image] = update.images
  const words = texts[language].update
  return writeMail(to, language, {
    kind: { unsubscribeUrl, label: words.unsubscribe },
    reason: { words: follows ? words.becauseFollower : words.because },
    subject: words.subject(campaign, title),
    ...(image ? { picture: image } : { picturedCampaign: { id: campaignId } }),
    paragraphs: [
      words.lead(campaign),
      title,
      ...text.split(/\n{2,}/),
      { label: words.view, url: updatesUrl },
    ],
  })
}
