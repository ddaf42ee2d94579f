import { toLastDay } from '#shared/last-day.ts'
import { formatDuration } from '#shared/duration.ts'
import type { Spending } from '#shared/expense.ts'
import { formatNaira } from '#shared/money.ts'
import { terms } from '#shared/terms.ts'
import type { UpdateContent } from '#shared/campaign-update.ts'

import type { Mail } from '../../platform/mail/mail.ts'
import { type Reader, writeMail } from '../../platform/mail/write-mail.ts'
import { formatLagosDay } from '../../platform/runtime/lagos-time.ts'
import { texts } from '../../text/texts.ts'

type Follow = { campaign: string; url: string; remindOnly?: boolean | undefined }

/** To an address that was typed into the form. It reads the same whether the address follows or not. */
export function followMail(reader: Reader, { campaign, url, remindOnly = false }: Follow): Mail {
  const { reminder, ...follow } = texts[reader.language].follow
  const words = remindOnly ? { ...follow, ...reminder.ask } : follow
  return writeMail({ ...reader, reason: 'address' }, words.subject({ campaign }), [
    words.lead({ campaign }),
    { label: words.confirm, url },
    words.expiry({ duration: formatDuration(terms.followLink) }),
  ])
}

type EndReminder = { campaign: string; endDate: string; url: string; unsubscribeUrl: string }

/** Once, to a reader who asked to be reminded of the end. */
export function endMail(
  reader: Reader,
  { campaign, endDate, url, unsubscribeUrl }: EndReminder,
): Mail {
  const { reminder } = texts[reader.language].follow
  const day = formatLagosDay(new Date(`${toLastDay(endDate)}T12:00:00Z`))
  return writeMail(
    {
      ...reader,
      kind: { unsubscribeUrl, label: texts[reader.language].update.unsubscribe },
      reason: { words: reminder.because },
    },
    reminder.subject({ campaign, day }),
    [reminder.lead({ campaign, day }), { label: reminder.view, url }],
  )
}

/** To the typed address. It carries no words of the form, so that the form mails no words to strangers. */
export function confirmQuestionMail(
  reader: Reader,
  { title, url }: { title: string; url: string },
): Mail {
  const { confirm } = texts[reader.language].question
  return writeMail({ ...reader, reason: 'address' }, confirm.subject, [
    confirm.lead({ title }),
    { label: confirm.open, url },
    confirm.expiry({ duration: formatDuration(terms.unconfirmedQuestion) }),
  ])
}

/** To the organiser. A stranger's words from Ajo's address would look like Ajo's, so they are read on Ajo. */
export function questionMail(reader: Reader, { title, url }: { title: string; url: string }): Mail {
  const { asked } = texts[reader.language].question
  return writeMail({ ...reader, reason: 'organiser' }, asked.subject({ title }), [
    asked.lead({ title }),
    asked.hidden,
    { label: asked.open, url },
  ])
}

type Answer = { title: string; question: string; answer: string; campaignUrl: string }

/** To the asker, without the organiser's address. */
export function answerMail(reader: Reader, { title, question, answer, campaignUrl }: Answer): Mail {
  const { answered } = texts[reader.language].question
  return writeMail({ ...reader, reason: 'address' }, answered.subject({ title }), [
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
  reader: Reader,
  { campaignId, title, message, campaignUrl, reportUrl, unsubscribeUrl }: ThankYou,
): Mail {
  const text = texts[reader.language].thankYou
  return writeMail(
    {
      ...reader,
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
  /** Of a campaign with a budget. */
  spending?: Pick<Spending, 'accounted' | 'paidOut'> | undefined
}

/** An update to a donor who agreed to mails, or to a follower. Addresses in it are text: only our own pages are links. */
export function updateMail(reader: Reader, update: Update): Mail {
  const { title, text, campaignId, campaign, updatesUrl, unsubscribeUrl, follows, spending } =
    update
  const [image] = update.images
  const words = texts[reader.language].update
  return writeMail(
    {
      ...reader,
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
      ...(spending && spending.paidOut > 0
        ? [
            words.accounted({
              accounted: formatNaira(spending.accounted),
              paidOut: formatNaira(spending.paidOut),
            }),
          ]
        : []),
    ],
  )
}

type Digest = {
  items: (Pick<UpdateContent, 'title' | 'text'> & { campaign: string; url: string })[]
  unsubscribeUrl: string
}

/** The updates of a week. Their texts are cut, so that many fit into a mail. */
export function digestMail(reader: Reader, { items, unsubscribeUrl }: Digest): Mail {
  const words = texts[reader.language].update.digest
  return writeMail(
    {
      ...reader,
      kind: { unsubscribeUrl, label: words.unsubscribe },
      reason: { words: words.because },
      isList: true,
    },
    words.subject({ count: items.length }),
    [
      words.lead,
      ...items.flatMap(({ campaign, title, text, url }) => [
        { label: `${campaign}: ${title}`, url },
        text.length > maxWords ? `${text.slice(0, maxWords).replace(/\s\S*$/, '')}…` : text,
      ]),
    ],
  )
}

const maxWords = 300
