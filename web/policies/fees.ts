import { policyVersions } from '#shared/policy.ts'

import type { Policy } from './policy.ts'

export const fees: Policy = {
  title: 'Fees',
  summary: 'What is deducted from a donation and what the campaign receives.',
  ...policyVersions.fees,
  toSections: () => [
    {
      title: 'Ajo fee',
      paragraphs: [
        'Ajo keeps ₦1 of each donation of any size. Creating an account, starting a campaign and having it reviewed are free.',
      ],
    },
    {
      title: 'Payment provider fee',
      paragraphs: [
        'The payment provider charges a card fee of 1.5% plus ₦100, up to ₦2,000. The ₦100 is waived on donations under ₦2,500.',
        'This is the provider’s published fee for cards issued in Nigeria. Foreign cards can cost more. Our records, and what the organiser receives, use the fee that the provider actually charged.',
      ],
    },
    {
      title: 'What the campaign receives',
      paragraphs: [
        'Everything else. The payment provider pays it to the organiser’s bank account on its own schedule. The donation form shows all three amounts before you pay.',
        'The amount raised that a campaign shows is what donors paid, before fees.',
      ],
    },
  ],
}
