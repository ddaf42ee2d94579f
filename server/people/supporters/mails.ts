import { toLastDay } from '#shared/day.ts'
import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'
import type { UpdateContent } from '#shared/campaign-update.ts'
import type { Language } from '#shared/language.ts'

import type { Mail } from '../../platform/mail/mail.ts'
import { writeMail } from '../../platform/mail/write-mail.ts'
import { formatLagosDay } from '../../platform/runtime/lagos-time.ts'
import { texts } from '../../text/texts.ts'

type Follow = { campaign: string; url: string; remindOnly?: boolean | undefined }

/** To an address that was typed into the form. It reads the same whether the address follows or not. */
export function followMail(
  to: string,
  language: Language,
  { campaign, url, remindOnly = false }: Follow,
): Mail {
  const { reminder, ...follow } = texts[language].follow
  const words = remindOnly ? { ...follow, ...reminder.ask } : follow
  return writeMail({ to, language, reason: 'address' }, words.subject({ campaign }), [
    words.lead({ campaign }),
    { label: words.confirm, url },
    words.expiry({ duration: formatDuration(terms.followLink) }),
  ])
}

type EndReminder = { campaign: string; endDate: string; url: string; unsubscribeUrl: string }

/** Once, to a reader who asked to be reminded of the end. */
export function endMail(
  to: string,
  language: Language,
  { campaign, endDate, url, unsubscribeUrl }: EndReminder,
): Mail {
  const { reminder } = texts[language].follow
  const day = formatLagosDay(new Date(`${toLastDay(endDate)}T12:00:00Z`))
  return writeMail(
    {
      to,
      language,
      kind: { unsubscribeUrl, label: texts[language].update.unsubscribe },
      reason: { words: reminder.because },
    },
    reminder.subject({ campaign, day }),
    [reminder.lead({ campaign, day }), { label: reminder.view, url }],
  )
}

/** To the typed address. It carries no words of the form, so that the form mails no words to strangers. */
export function confirmQuestionMail(
  to: string,
  language: Language,
  { title, url }: { title: string; url: string },
): Mail {
  const { confirm } = texts[language].question
  return writeMail({ to, language, reason: 'address' }, confirm.subject, [
    confirm.lead({ title }),
    { label: confirm.open, url },
    confirm.expiry({ duration: formatDuration(terms.unconfirmedQuestion) }),
  ])
}

/** To the organiser. A stranger's words from Ajo's address would look like Ajo's, so they are read on Ajo. */
export function questionMail(
  to: string,
  language: Language,
  { title, url }: { title: string; url: string },
): Mail {
  const { asked } = texts[language].question
  return writeMail({ to, language, reason: 'organiser' }, asked.subject({ title }), [
    asked.lead({ title }),
    asked.hidden,
    { label: asked.open, url },
  ])
}

type Answer = { title: string; question: string; answer: string; campaignUrl: string }

/** To the asker, without the organiser's address. */
export function answerMail(
  to: string,
  language: Language,
  { title, question, answer, campaignUrl }: Answer,
): Mail {
  const { answered } = texts[language].question
  return writeMail({ to, language, reason: 'address' }, answered.subject({ title }), [
    answered.lead({ title }),
    ...answer.split(/\n{2,}/),
    answered.asked,
    ...question.split(/\n{2,}/),
    { label: answered.open, url: campaignUrl },
    answered.suspicious,
    { label: answered.report, url: `${campaignUrl}/report` },
  ])
}

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
  return writeMail(
    {
      to,
      language,
      kind: { unsubscribeUrl, label: text.unsubscribe },
      reason: { words: text.because },
      picturedCampaign: { id: campaignId },
    },
    text.subject({ title }),
    [
      text.lead({ title }),
      ...message.split(/\n{2,}/),
      { label: text.view, url: campaignUrl },
      text.suspicious,
      { label: text.report, url: reportUrl },
    ],
  )
}

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
  return writeMail(
    {
      to,
      language,
      kind: { unsubscribeUrl, label: words.unsubscribe },
      reason: { words: follows ? words.becauseFollower : words.because },
      ...(image ? { picture: image } : { picturedCampaign: { id: campaignId } }),
    },
    words.subject({ campaign, title }),
    [
      words.lead({ campaign }),
      title,
      ...text.split(/\n{2,}/),
      { label: words.view, url: updatesUrl },
    ],
  )
}
