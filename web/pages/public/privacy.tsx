import { brand } from '#shared/brand.ts'
import { Link } from '#web/router/navigate.tsx'
import { formatDuration } from '#shared/duration.ts'
import type { PolicyValues, Recipient } from '#shared/policy.ts'
import { policyVersions } from '#shared/policy-versions.ts'
import { terms, type TermName } from '#shared/terms.ts'
import { browserStorage, type BrowserEntry } from '#shared/browser-storage.ts'

import { PolicyLayout } from './policies/policy-layout.tsx'
import { loadPolicyValues } from './policies/policy.loaders.ts'
import { paths } from '../../navigation/paths.ts'
import { myDataText } from '../../text/my-data.ts'
import { myDonationsText } from '../../text/my-donations.ts'
import type { Policy, PolicySection } from './policies/policy.ts'

export const loader = loadPolicyValues

export function Component() {
  return (
    <PolicyLayout policy={privacy} path={paths.privacy}>
      <p className="mt-6">
        {myDataText.policy}{' '}
        <Link to={paths.myDonations} className="link">
          {myDonationsText.title}
        </Link>
      </p>
    </PolicyLayout>
  )
}

/** What people read for each term. Null where another section names the term, or where no data of a person is meant. */
const names: Record<TermName, string | null> = {
  sessionIdle: null,
  session: null,
  knownDevice: null,
  languageCookie: null,
  verificationCode: null,
  passwordCode: null,
  secureAccountLink: null,
  followLink: null,
  unconfirmedAccount: 'Account whose address was not confirmed, without donations and campaigns',
  accountEvent: 'Record of logins, changed passwords and other account events',
  guestLink: null,
  invitation: 'Address that an organiser invited to look after a campaign',
  memberRequest: 'What one person who looks after a campaign asks another one to confirm',
  draft: 'Draft of a campaign',
  replacedDraft: 'Version of a draft that another one replaced',
  submissionKey: null,
  unusedImage: 'Uploaded picture that no campaign uses',
  unusedDocument: 'Uploaded document that no campaign and no draft has',
  campaignRejection: 'Record of a rejected campaign',
  scheduledDecision: null,
  cachedImage: null,
  closedReport: 'Report of a campaign',
  campaignEvidence: 'What reviewers need of a deleted campaign that had donations or reports',
  thankYouMessage: 'Thank-you message',
  unconfirmedQuestion: 'Question to an organiser whose address was not confirmed',
  campaignQuestion: 'Question to an organiser, and the answer',
  webhookDelivery: 'Event for the program of an organiser',
  moneyRecords: 'Donations, refunds and payouts',
  donationKey: null,
  donorRefund: null,
  delayedRefund: null,
  refundLink: null,
  transferClaim: 'Last digits of the account that a bank transfer came from',
  payeeLink: null,
  webhook: 'What the payment provider reported about a payment',
  ledgerCheck: null,
  mail: 'Email that we sent you',
  failedMailText: null,
  suppressedAddress: 'Address that a mail server called unknown',
  accessLog: 'Record of who among our staff read your data',
  auditLog: 'Record of what admins did',
  feedback: 'Feedback',
  failedJob: null,
  failingItem: null,
}

/** One row for each kind of data, with the term that the nightly deletion applies. */
function toRetentionSection(): PolicySection {
  const listed = Object.entries(names) as [TermName, string | null][]
  return {
    title: 'How long we keep data',
    paragraphs: [
      'Your account, your campaigns and their pictures are kept until you delete them. Everything else has a term, after which it is deleted. Years are counted from the end of the calendar year.',
    ],
    rows: listed.flatMap(([term, name]) =>
      name === null
        ? []
        : [{ name, text: `${formatDuration(terms[term])} after ${terms[term].from}.` }],
    ),
  }
}

const privacy: Policy = {
  title: 'Privacy policy',
  summary: 'What data we collect about you, why, who else sees it, and your rights.',
  ...policyVersions.privacy,
  toSections: (values) => [
    {
      title: 'In short',
      paragraphs: [
        'We keep the data that donating and raising money require, and nothing for advertising. Our pages have no trackers, no ads and no scripts from other companies. We do not sell your data.',
      ],
    },
    toControllerSection(values),
    toAccountSection(values),
    ...personalSections,
    toBrowserSection(),
    toRecipientSection(values),
    toRetentionSection(),
    ...rightsSections,
  ],
}

function toControllerSection({ controller }: PolicyValues): PolicySection {
  const { name, address, dpoEmail, registration } = controller
  const place = address.join(', ')
  return {
    title: 'Who answers for your data',
    paragraphs: [
      `The data controller is ${name ?? 'the company or person that runs this site'}, ${place}.`,
      ...(dpoEmail === null ? [] : [`You reach our data protection officer at ${dpoEmail}.`]),
      ...(registration === null
        ? []
        : [`Our registration at the Nigeria Data Protection Commission is ${registration}.`]),
    ],
  }
}

function toAccountSection({ identity }: PolicyValues): PolicySection {
  const password =
    identity === 'firebase'
      ? 'Google stores your password for us; we do not store your password.'
      : 'We do not store your password, only a value from which it cannot be recovered.'
  return {
    title: 'If you have an account',
    paragraphs: [
      `We keep your first and last name, your email address, the gender you entered, when you signed up, which version of the terms you accepted and when, and the language in which we write to you. ${password}`,
      `We keep a record of your active sessions. A session ends when you log out, after ${formatDuration(terms.sessionIdle)} without use, and after ${formatDuration(terms.session)} in any case.`,
    ],
  }
}

const personalSections: PolicySection[] = [
  {
    title: 'If you start a campaign',
    paragraphs: [
      'Your text and photos are public once a reviewer has approved the campaign, together with your first and last name. Hidden data in photos, such as the place where they were taken, is removed when you upload them.',
      'The contact name, email address and phone number you enter are shown to logged-in users with a confirmed address. Visitors see them only if you tick the box for it.',
      'We pass your bank account number to the payment provider, which pays you, and store it encrypted. Its last four digits are shown to you, and to reviewers so that they can check the campaign. No one else can see any of it.',
      'Documents that you add for our reviewers are stored encrypted. Only you and our reviewers can open them, except those that you show to visitors: everyone can download these once the campaign is approved, until you hide them. Pictures of a campaign that is not public can be opened by you and our reviewers only, and they are removed from our storage when the campaign is deleted.',
    ],
  },
  {
    title: 'If a campaign is about a child or about health',
    paragraphs: [
      'The organiser must confirm that a parent or guardian of the child, or the person whose health is described, agreed. We store who agreed, when, and to which sentence. The organiser and our reviewers see it.',
      'If the campaign is about you, you can withdraw this by writing to us. We then ask the organiser to remove what is about you.',
    ],
  },
  {
    title: 'If you donate',
    paragraphs: [
      'We keep the amount, the time, your email address, the language in which we write to you, and your name and message if you add them. Your email address is stored encrypted. The organiser sees it only if you tick the box for it and do not donate anonymously. Visitors never see it. Your name is printed on your receipt. The organiser sees your name and message unless you donate anonymously; then only the message. If you opt in to emails from the organiser and confirm your email address, we forward them to you until you unsubscribe with the link in each email.',
      'If you follow a campaign, we keep your email address, stored encrypted, once you confirm it with the link that we email you, and the language in which we write to you. We delete both when you unsubscribe. The organiser learns how many people get an update, and no address.',
      'You enter your card details on the payment provider’s page. We never see your card number. Of what the provider reports to us, we store reference, amounts, states and times.',
      'Anyone who has the code printed on your receipt can verify it. They see the receipt number, the amount, the campaign, the date and whether the donation was refunded. They do not see your name or email address.',
    ],
  },
]

const rightsSections: PolicySection[] = [
  {
    title: 'When our staff read your data',
    paragraphs: [
      'We record each time a reviewer or an admin opens personal data: who, when and what. The records about you are part of your download.',
    ],
  },
  {
    title: 'Your rights',
    paragraphs: [
      'You can ask what data we hold about you, have it corrected or deleted, and object to how we use it. Under Settings you can change your name, email address and password, download the data we hold about you, and delete your account. The download leaves out secrets and what would name other people. If you donated without an account, you can do both with a link that we email you. For everything else, write to us from your account’s email address.',
      'The Nigeria Data Protection Act protects you. You can complain to the Nigeria Data Protection Commission if you think we have broken it.',
    ],
  },
]

/** One row for each cookie and storage key that our code sets. */
function toBrowserSection(): PolicySection {
  return {
    title: 'In your browser',
    paragraphs: [
      'This is everything that our pages store in your browser. We do not use any of it to track you.',
    ],
    rows: Object.values(browserStorage).map(({ name, place, purpose, term }: BrowserEntry) => ({
      name: `${name} (${place})`,
      text: `${purpose} Kept ${typeof term === 'string' ? term : `for ${formatDuration(term)}`}.`,
    })),
  }
}

const unnamed: Record<Recipient['role'], string> = {
  payments: 'The payment provider',
  accounts: 'The company that stores accounts',
  content: 'The company that stores campaigns',
  images: 'The company that stores pictures',
  mail: 'The company that delivers our emails',
  hosting: 'The company that runs our servers',
}

const received: Record<Recipient['role'], string> = {
  payments:
    'what a payment requires: your email address, the amount and the campaign. You enter your card details there. For a campaign: its title, the organiser’s bank account and the id of the organiser’s account here',
  accounts: 'the email address and password of accounts',
  content:
    'the campaigns with their pictures and contact details, and the names, email addresses and genders of people with an account',
  images: 'the pictures of campaigns',
  mail: 'every email that we send you, with your address',
  hosting: 'all data that is stored on our servers',
}

/** One row for each company that these settings use. */
function toRecipientSection(values: PolicyValues): PolicySection {
  const countries = listCountries(values)
  return {
    title: 'Companies that work for us',
    paragraphs: [
      `These companies receive data so that ${brand} works. They may use it only for that.`,
      ...(countries.length === 0
        ? []
        : [
            `Data leaves Nigeria for ${countries.join(', ')}. The Nigeria Data Protection Act allows that where the law there, or our contract, protects it as well.`,
          ]),
      'We count requests per network address for a short time to stop password guessing and overload.',
    ],
    rows: values.recipients.map(({ role, name, country }) => ({
      name: [name ?? unnamed[role], country].filter((part) => part !== null).join(', '),
      text: `Receives ${received[role]}.`,
    })),
  }
}

function listCountries({ recipients }: PolicyValues): string[] {
  const countries = recipients.flatMap(({ country }) => country?.split(' and ') ?? [])
  return [...new Set(countries)].filter((country) => country !== 'Nigeria')
}
