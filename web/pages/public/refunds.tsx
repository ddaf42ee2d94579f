import { formatDuration } from '#shared/duration.ts'
import { policyVersions } from '#shared/policy-versions.ts'
import { terms } from '#shared/terms.ts'

import { PolicyLayout } from './policies/policy-layout.tsx'
import { loadPolicyValues } from './policies/policy.loaders.ts'
import { paths } from '../../navigation/paths.ts'
import type { Policy } from './policies/policy.ts'

export const loader = loadPolicyValues

export function Component() {
  return <PolicyLayout policy={refunds} path={paths.refunds} />
}

const refunds: Policy = {
  title: 'Refunds',
  summary: 'When and how you can get a donation refunded.',
  ...policyVersions.refunds,
  toSections: () => [
    {
      title: `Within ${formatDuration(terms.donorRefund)}`,
      paragraphs: [
        `If you donated by mistake, entered the wrong amount or changed your mind, request a refund within ${formatDuration(terms.donorRefund)} of paying. You do not have to say why. Use ‘Request a refund’ on the page of your donation, which is linked in your receipt’s email.`,
        'The payment provider does not return its fee for the payment, so we refund your donation less that fee. The page shows the exact sums before you send the request. If we or the organiser refund a donation, or a campaign is cancelled, you get the whole amount.',
        `There is a limit on the number and the sum of refunds that one person can request in 24 hours. Large refunds are sent ${formatDuration(terms.delayedRefund)} later, so that we can check them first.`,
      ],
    },
    {
      title: `After ${formatDuration(terms.donorRefund)}`,
      paragraphs: [
        'The money is then on its way to the campaign, and we can no longer promise a refund. If you think a campaign deceived you, write to us anyway: we will look into it and refund donations where this is still possible.',
        'If someone used your card without your permission, tell your bank immediately. Your bank can dispute the payment with the payment provider.',
      ],
    },
    {
      title: 'How refunds are paid',
      paragraphs: [
        'We refund the card or account you paid with. If that is not possible, we email you a link where you can name a bank account in your own name. It can take up to 10 working days. Your receipt shows when a donation was refunded, and it no longer counts towards the amount raised.',
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
