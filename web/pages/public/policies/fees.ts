import { policyVersions } from '#shared/policy-versions.ts'

import type { Policy } from './policy.ts'

export const fees: Policy = {
  title: 'Fees',
  summary: 'What is deducted from a donation and what the campaign receives.',
  ...policyVersions.fees,
  toSections: () => [
    {
      title: 'Ajo fee',
      paragraphs: [
        'Ajo keeps ₦1 of each donation of any size by the donation form. Creating an account, starting a campaign and having it reviewed are free.',
      ],
    },
    {
      title: 'Payment provider fee',
      paragraphs: [
        'By Nigerian card, bank transfer, USSD or bank account the payment provider charges 1.5% plus ₦100, up to ₦2,000. The ₦100 is waived on donations under ₦2,500.',
        'Cards from other countries cost 3.9% plus ₦100, American Express 4.5%. A transfer to a campaign’s own account number costs 1%, up to ₦300, and Ajo takes nothing of it.',
        'These are the provider’s published fees. Our records, the receipt and what the organiser receives use the fee that the provider actually charged.',
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
