import type { CampaignEvent } from '#shared/campaign-history.ts'

import type { Mail } from '../../mail/mail.ts'
import { mail } from '../../mail/templates.ts'

type News = { title: string; reason: string; url: string }
type Letter = { subject: string; parts: (news: News) => string[]; link?: string; after?: string[] }

/** What the owner of a campaign reads when something is done with it. What is not here is no news to them. */
const letters: Partial<Record<CampaignEvent, Letter>> = {
  submit: {
    subject: 'We have your campaign',
    parts: ({ title }) => [
      `Your campaign "${title}" is with our reviewers. We write to you as soon as one of them has read it.`,
    ],
  },
  resubmit: {
    subject: 'We have your campaign again',
    parts: ({ title }) => [`Your campaign "${title}" is with our reviewers again.`],
  },
  ask: {
    subject: 'A question about your campaign',
    parts: (news) => [
      `A reviewer has read your campaign "${news.title}" and would like to know more before deciding. This is what they wrote:`,
      ...quoted(news),
      'Please answer beside your campaign. It goes back to the reviewers then.',
    ],
    link: 'Answer the reviewer',
  },
  approve: {
    subject: 'Your campaign is live',
    parts: ({ title }) => [
      `Good news: your campaign "${title}" was approved. Everybody can see it now and give to it.`,
    ],
    after: ['Share it with the people you know. The first gifts nearly always come from them.'],
  },
  reject: {
    subject: 'Your campaign was not approved',
    parts: (news) => [
      `We have read your campaign "${news.title}" and cannot publish it as it is. This is what the reviewer wrote:`,
      ...quoted(news),
      'You can read it again beside your campaign, change it and send it once more:',
    ],
  },
  end: {
    subject: 'Your campaign has ended',
    parts: ({ title }) => [
      `You have ended your campaign "${title}". It takes no gifts any more and stays readable.`,
    ],
  },
  expire: {
    subject: 'Your campaign has ended',
    parts: ({ title }) => [
      `The end date of your campaign "${title}" has come. It takes no gifts any more and stays readable.`,
    ],
  },
  cancel: {
    subject: 'Your campaign was cancelled',
    parts: (news) => [
      `We have cancelled your campaign "${news.title}". It takes no gifts any more, and what people gave is sent back to them. This is the reason:`,
      ...quoted(news),
    ],
  },
  'change-propose': {
    subject: 'You asked for a change of your campaign',
    parts: ({ title }) => [
      `A change of your campaign "${title}" waits for our reviewers. Until they agree, everything stays as it is, and so does the bank account that is paid.`,
      'If it was not you, please change your password at once and write to our support.',
    ],
  },
  'change-ask': {
    subject: 'A question about the change of your campaign',
    parts: (news) => [
      `A reviewer would like to know more about the change of your campaign "${news.title}":`,
      ...quoted(news),
    ],
    link: 'Answer the reviewer',
  },
  'change-approve': {
    subject: 'The change of your campaign was approved',
    parts: ({ title }) => [`Your campaign "${title}" is now as you wanted it.`],
  },
  'change-reject': {
    subject: 'The change of your campaign was not approved',
    parts: (news) => [
      `Your campaign "${news.title}" stays as it was. This is what the reviewer wrote:`,
      ...quoted(news),
    ],
  },
}

export function courseMail(to: string, event: CampaignEvent, news: News): Mail | undefined {
  const letter = letters[event]
  if (!letter) return undefined
  const { subject, parts, link = 'See your campaign', after = [] } = letter
  return mail(to, {
    subject: `${subject}: ${news.title}`,
    parts: [...parts(news), { label: link, url: news.url }, ...after],
  })
}

function quoted({ reason }: News): string[] {
  return reason.split(/\n{2,}/)
}
