import { brand } from '#shared/brand.ts'
import { policyVersions } from '#shared/policy-versions.ts'

import { PolicyLayout } from './policies/policy-layout.tsx'
import { loadPolicyValues } from './policies/policy.loaders.ts'
import { paths } from '../../navigation/paths.ts'
import type { Policy } from './policies/policy.ts'

export const loader = loadPolicyValues

export function Component() {
  return <PolicyLayout policy={terms} path={paths.terms} />
}

const terms: Policy = {
  title: 'Terms of service',
  summary: `What ${brand} does, what you can do here, and the rules for everyone.`,
  ...policyVersions.terms,
  toSections: () => [
    {
      title: `What ${brand} is`,
      paragraphs: [
        `${brand} is a website where people raise money for themselves, for others and for good causes, and where anyone can donate to them.`,
        `Donations are paid through our payment provider and go to the organiser’s bank account, minus the fees that we show before you pay. ${brand} is neither a bank nor a charity and does not hold your money in an account of its own.`,
      ],
    },
    {
      title: 'Your account',
      paragraphs: [
        'You need an account to start a campaign, but not to donate. Use your real name and your own email address, and confirm it with the link we send.',
        'Keep your password secret. You are responsible for everything done with your account until you tell us that someone else has access to it.',
        'One account per person. You must be old enough to enter into contracts where you live.',
      ],
    },
    {
      title: 'Starting a campaign',
      paragraphs: [
        'Say truthfully who needs what and what the money will pay for. Use only photos you have the right to use, and do not name anyone who would not want to be named.',
        'A reviewer reads every campaign before it goes live, and either approves it or rejects it with a reason that you can read. Approval means that the campaign looked right to us. It does not guarantee to donors that everything in it is true.',
        'Use the money for the purpose stated in the campaign. If that becomes impossible, tell us and your donors.',
        'You can delete a campaign that has no donations, and your account with all its campaigns, as long as no donation, refund, dispute, report or review of them is open. Of a campaign that received money, the title and the sums stay public without you and your pictures. If it received money or reports, reviewers can read what it said for the time that the privacy policy names.',
        'Small corrections of a public campaign go live at once. Other changes wait for a reviewer, and until then visitors see the approved version. Visitors can read earlier versions.',
      ],
    },
    {
      title: 'Donating',
      paragraphs: [
        'You receive nothing in return for a donation except our thanks. Only use a card that you are allowed to use.',
        'Fees are shown before you pay and explained on the fees page. The refunds page explains when you can get your money back.',
        'A donation counts once the payment provider has confirmed it to us.',
      ],
    },
    {
      title: 'What is not allowed',
      paragraphs: [
        'Campaigns for anything illegal, for weapons, for gambling or for investments that promise a return; campaigns that call for violence or hate; and anything that deceives people about who is asking or what for.',
        'Attacks on the site, on other people’s accounts or on the payment provider, and the use of cards or names that are not yours.',
        'We may reject, pause, take down or cancel such campaigns, lock such accounts, and inform the authorities where the law requires it. We tell the organiser what we decided, on which facts and by which rule, and how to appeal. The address of a campaign that was taken down shows the reason.',
      ],
    },
    {
      title: 'What we promise, and what we cannot',
      paragraphs: [
        'We keep exact records of every donation, show what was received, and never change a record afterwards.',
        `We do our best to keep ${brand} working, but we cannot promise that it always will, or that a campaign reaches its goal or does what its organiser wrote.`,
        'Nothing here limits the rights that the law gives you. The law of the Federal Republic of Nigeria applies.',
      ],
    },
    {
      title: 'When these terms change',
      paragraphs: [
        'Each version has a number and a date, shown at the top of this page. You agreed to the version that was valid on the day you signed up or donated.',
      ],
    },
  ],
}
