import type { Mail } from '../mail/mail.ts'
import { renderMail } from '../mail/render-mail.ts'

type ThankYou = {
  title: string
  message: string
  campaignUrl: string
  reportUrl: string
  unsubscribeUrl: string
}

/** The organiser's own words to a donor who opted in. Addresses in them are text: only our own pages are links. */
export function thankYouMail(
  to: string,
  { title, message, campaignUrl, reportUrl, unsubscribeUrl }: ThankYou,
): Mail {
  return {
    ...renderMail(to, 'en', {
      subject: `A thank-you from "${title}"`,
      paragraphs: [
        `A message from the organiser of "${title}". Ajo has not checked it:`,
        ...message.split(/\n{2,}/),
        { label: 'View the campaign', url: campaignUrl },
        'Does the message ask for money, a password or personal data, or look wrong?',
        { label: 'Report this message', url: reportUrl },
        'You receive this email because you agreed to updates and thank-yous from the organiser when you donated.',
        { label: 'Unsubscribe from this campaign', url: unsubscribeUrl },
      ],
    }),
    unsubscribeUrl,
  }
}
