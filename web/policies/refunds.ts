import type { Policy } from './policy.ts'

export const refunds: Policy = {
  title: 'Refunds',
  summary: 'When you can have a gift back, and how.',
  version: '1.0',
  since: '2026-11-21',
  sections: [
    {
      title: 'Within 24 hours',
      paragraphs: [
        'If you gave by mistake, or the wrong amount, or just change your mind: write to us within 24 hours of paying, and we have your gift returned. You do not have to say why.',
        'Write from the email address that you used, and give us the number of your receipt. It is on the page that you saw after paying.',
      ],
    },
    {
      title: 'After 24 hours',
      paragraphs: [
        'The money is then on its way to the campaign, and we can no longer promise to return it. Write to us anyway if you think that a campaign deceived you: we look into it, and have gifts returned where that is still possible.',
        'If somebody used your card without your permission, tell your bank at once. It can dispute the payment with the payment provider.',
      ],
    },
    {
      title: 'How the money comes back',
      paragraphs: [
        'The money goes back to the card that you paid with, never to another one. Banks need up to ten working days. Your receipt says when a gift was refunded, and it no longer counts in what the campaign has raised.',
      ],
    },
    {
      title: 'Payments that did not go through',
      paragraphs: [
        'A payment that failed or was not finished is not charged. If your bank shows one anyway, it is usually a hold that disappears by itself. If it does not, write to us with the email address that you used, the amount and the time.',
      ],
    },
  ],
}
