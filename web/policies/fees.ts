import type { Policy } from './policy.ts'

export const fees: Policy = {
  title: 'Fees',
  summary: 'What is kept of a gift, by whom, and what arrives.',
  version: '1.0',
  since: '2026-11-21',
  sections: [
    {
      title: 'What Ajo keeps',
      paragraphs: [
        'Ajo keeps ₦1.00 of each gift, however large it is. Opening an account, starting a campaign and having it reviewed cost nothing.',
      ],
    },
    {
      title: 'What the payment provider keeps',
      paragraphs: [
        'The payment provider keeps a card fee of 1.5% plus ₦100.00. The ₦100.00 is left out for gifts below ₦2,500.00, and the fee is never more than ₦2,000.00.',
        'This is its published fee for cards issued in Nigeria. Cards from abroad can cost more. Our books, and what the owner receives, go by the fee that the provider actually took.',
      ],
    },
    {
      title: 'What the campaign receives',
      paragraphs: [
        'The rest. The payment provider pays it out to the bank account of the campaign’s owner, on its own schedule. The donate form shows all three parts for your amount before you pay.',
        'The amount raised that a campaign shows is what people gave, before fees.',
      ],
    },
  ],
}
