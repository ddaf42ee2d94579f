import type { Policy } from './policy.ts'

export const refunds: Policy = {
  title: 'Refunds',
  summary: 'When and how you can get a donation refunded.',
  version: '1.0',
  since: '2026-11-21',
  sections: [
    {
      title: 'Within 24 hours',
      paragraphs: [
        'If you donated by mistake, entered the wrong amount or changed your mind, write to us within 24 hours of paying and we will refund your donation. You don’t need to give a reason.',
        'Write from the email address you donated with and include your receipt number. You can find it on the page shown after paying.',
      ],
    },
    {
      title: 'After 24 hours',
      paragraphs: [
        'The money is then on its way to the campaign, and we can no longer promise a refund. If you think a campaign deceived you, write to us anyway: we will look into it and refund donations where this is still possible.',
        'If someone used your card without your permission, tell your bank immediately. Your bank can dispute the payment with the payment provider.',
      ],
    },
    {
      title: 'How refunds are paid',
      paragraphs: [
        'We refund the card you paid with, never another one. It can take up to 10 working days. Your receipt shows when a donation was refunded, and it no longer counts towards the amount raised.',
      ],
    },
    {
      title: 'Failed payments',
      paragraphs: [
        'You are not charged for a payment that failed or was not completed. If your bank shows a charge anyway, it is usually a temporary hold that disappears on its own. If it does not, write to us with the email address you used, the amount and the time.',
      ],
    },
  ],
}
