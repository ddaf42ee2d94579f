import type { Mail } from '../mail/mail.ts'
import { mail } from '../mail/templates.ts'

type Thanks = { title: string; message: string; campaign: string; unsubscribe: string }

/** From a campaign's owner, in their own words, to somebody who gave and asked to hear of it. */
export function thanksMail(to: string, { title, message, campaign, unsubscribe }: Thanks): Mail {
  return {
    ...mail(to, {
      subject: `A word of thanks for your gift to "${title}"`,
      parts: [
        `The organiser of "${title}", which you gave to, writes:`,
        ...message.split(/\n{2,}/),
        { label: 'See the campaign', url: campaign },
        'You get this from Ajo because you ticked, when you gave, that the organiser may thank you.',
        { label: 'Hear no more of this campaign', url: unsubscribe },
      ],
    }),
    unsubscribeUrl: unsubscribe,
  }
}
