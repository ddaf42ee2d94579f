import type { Mail } from '../mail/mail.ts'
import { renderMail } from '../mail/render-mail.ts'

type ThankYou = { title: string; message: string; campaignUrl: string; unsubscribeUrl: string }

/** The organiser's own words to a donor who opted in. */
export function thankYouMail(
  to: string,
  { title, message, campaignUrl, unsubscribeUrl }: ThankYou,
): Mail {
  return {
    ...renderMail(to, {
      subject: `A thank-you from "${title}"`,
      paragraphs: [
        `A message from the organiser of "${title}":`,
        ...message.split(/\n{2,}/),
        { label: 'View the campaign', url: campaignUrl },
        'You receive this email because you agreed to updates and thank-yous from the organiser when you donated.',
        { label: 'Unsubscribe from this campaign', url: unsubscribeUrl },
      ],
    }),
    unsubscribeUrl,
  }
}
