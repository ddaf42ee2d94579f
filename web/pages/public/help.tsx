import { donationMax, donationMin } from '#shared/fees.ts'
import { formatNairaInText } from '#shared/money.ts'
import { policyVersions } from '#shared/policy-versions.ts'
import { formatDuration } from '#shared/duration.ts'
import type { PolicyValues } from '#shared/policy.ts'
import { terms } from '#shared/terms.ts'

import { PolicyLayout } from './policies/policy-layout.tsx'
import { loadPolicyValues } from './policies/policy.loaders.ts'
import { paths } from '../../navigation/paths.ts'
import type { Policy } from './policies/policy.ts'

export const loader = loadPolicyValues

export function Component() {
  return <PolicyLayout policy={help} path={paths.help} />
}

const help: Policy = {
  title: 'Help',
  summary: 'Answers to common questions.',
  ...policyVersions.help,
  toSections: (values) => [
    {
      title: 'How do I donate?',
      paragraphs: [
        `Open a campaign and press “Donate”. Enter an amount from ${formatNairaInText(donationMin)} to ${formatNairaInText(donationMax)} and your email address, and press “Pay now!”. You pay on our payment provider’s page and then come back to your receipt. You don’t need an account.`,
      ],
    },
    {
      title: 'My payment is still being confirmed',
      paragraphs: [
        'This usually takes a few seconds. You can close the page: we keep checking with the payment provider, and the link to your receipt stays valid. You are not charged for a failed payment.',
      ],
    },
    {
      title: 'Where is my receipt?',
      paragraphs: [
        'Log in and open “Transactions”, then “Given”. If you donated without an account, open “My donations” at the foot of a page, and we email you a link to your donations.',
      ],
    },
    {
      title: 'How do I start a campaign?',
      paragraphs: [
        'Create an account, confirm your email address, and open “Campaigns”, then “Create Campaign”. There are three steps: the basics; your story, goal, dates and photos; and your contact details and bank account. Your draft is saved while you type, except for the account number.',
        'A reviewer reads your campaign before it goes live, and we email you the decision. If it is rejected, you can see the reason on the campaign page.',
      ],
    },
    {
      title: 'When do I receive the money?',
      paragraphs: [
        'The payment provider pays donations to the bank account you entered for the campaign, on its own schedule. You can see each donation and its status under “Transactions”.',
      ],
    },
    {
      title: 'When does a campaign end?',
      paragraphs: [
        'At the start of its end date, Lagos time. People can still read it, but it no longer accepts donations.',
      ],
    },
    {
      title: 'I did not get the email',
      paragraphs: [...toLinkParagraphs(values)],
    },
    {
      title: 'Something is wrong with a campaign',
      paragraphs: [
        'Press “Report this campaign” on its page and tell us what is wrong. Reviewers find every open report in their list. If you leave your email address, we write to you once with what we decided. You can also write to us.',
      ],
    },
  ],
}

/** Google sets and may change these (docs/hosted-identity.md). */
const atGoogle = { verification: { days: 3 }, reset: { hours: 1 } } as const

/** How long the links work that confirm an address or set a new password, and which of several works. */
function toLinkParagraphs({ identity }: PolicyValues): string[] {
  const resend =
    'Check your spam folder. Then press “Resend Link” on the page where you requested it.'
  if (identity === 'firebase')
    return [
      `${resend} Google sends these links. A verification link is valid for about ${formatDuration(atGoogle.verification)}, a password reset link for about ${formatDuration(atGoogle.reset)}.`,
    ]
  return [
    `${resend} A verification link is valid for ${formatDuration(terms.verificationCode)}, and of several the last three work. A password reset link is valid for ${formatDuration(terms.passwordCode)}, and only the newest works.`,
  ]
}
