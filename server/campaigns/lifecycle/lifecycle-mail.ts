import type { CampaignEvent } from '#shared/campaign-history.ts'

import type { Mail } from '../../mail/mail.ts'
import { renderMail } from '../../mail/render-mail.ts'

type MailData = { title: string; reason: string; url: string }
type Template = {
  subject: string
  paragraphs: (data: MailData) => string[]
  linkLabel?: string
  afterLink?: string[]
}

/** Mails to the owner of a campaign. Events without a template send none. */
const templates: Partial<Record<CampaignEvent, Template>> = {
  submit: {
    subject: 'We received your campaign',
    paragraphs: ({ title }) => [
      `We've received your campaign "${title}". We'll email you once it's been reviewed, usually within 1 working day.`,
    ],
  },
  resubmit: {
    subject: 'We received your campaign again',
    paragraphs: ({ title }) => [
      `We've received your campaign "${title}" again. We'll email you once it's been reviewed, usually within 1 working day.`,
    ],
  },
  ask: {
    subject: 'A question about your campaign',
    paragraphs: ({ title, reason }) => [
      `A reviewer needs more information before deciding on your campaign "${title}". They wrote:`,
      ...toParagraphs(reason),
      'Please reply on your campaign page.',
    ],
    linkLabel: 'Reply to the reviewer',
  },
  approve: {
    subject: 'Your campaign is live',
    paragraphs: ({ title }) => [
      `Good news: your campaign "${title}" was approved. Everyone can now see it and donate.`,
    ],
    afterLink: ['Share it with people you know. Most first donations come from them.'],
  },
  reject: {
    subject: 'Your campaign was not approved',
    paragraphs: ({ title, reason }) => [
      `We reviewed your campaign "${title}" and can't publish it as it is. The reviewer wrote:`,
      ...toParagraphs(reason),
      'You can edit your campaign and submit it again:',
    ],
  },
  end: {
    subject: 'Your campaign has ended',
    paragraphs: ({ title }) => [
      `You ended your campaign "${title}". It no longer accepts donations. People can still read it.`,
    ],
  },
  expire: {
    subject: 'Your campaign has ended',
    paragraphs: ({ title }) => [
      `Your campaign "${title}" reached its end date. It no longer accepts donations. People can still read it.`,
    ],
  },
  cancel: {
    subject: 'Your campaign was cancelled',
    paragraphs: ({ title, reason }) => [
      `We cancelled your campaign "${title}". It no longer accepts donations, and all donations are being refunded. The reason:`,
      ...toParagraphs(reason),
    ],
  },
  'change-propose': {
    subject: 'You requested a change to your campaign',
    paragraphs: ({ title }) => [
      `Your change to "${title}" is waiting for review. Until it is approved, donors see the current version and payouts go to the current bank account.`,
      'If you did not request this change, change your password now and contact our support.',
    ],
  },
  'change-ask': {
    subject: 'A question about the change to your campaign',
    paragraphs: ({ title, reason }) => [
      `A reviewer needs more information about your change to "${title}". They wrote:`,
      ...toParagraphs(reason),
      'Please reply on your campaign page.',
    ],
    linkLabel: 'Reply to the reviewer',
  },
  'change-approve': {
    subject: 'The change to your campaign was approved',
    paragraphs: ({ title }) => [`Your change to "${title}" is live.`],
  },
  'change-reject': {
    subject: 'The change to your campaign was not approved',
    paragraphs: ({ title, reason }) => [
      `Your campaign "${title}" stays as it was. The reviewer wrote:`,
      ...toParagraphs(reason),
    ],
  },
}

export function lifecycleMail(to: string, event: CampaignEvent, data: MailData): Mail | undefined {
  const template = templates[event]
  if (!template) return undefined
  const { subject, paragraphs, linkLabel = 'View your campaign', afterLink = [] } = template
  return renderMail(to, 'en', {
    subject: `${subject}: ${data.title}`,
    paragraphs: [...paragraphs(data), { label: linkLabel, url: data.url }, ...afterLink],
  })
}

function toParagraphs(text: string): string[] {
  return text.split(/\n{2,}/)
}
