import type { Translation } from '#shared/translation.ts'

import type { overviewText as english } from '../overview.ts'
import { plural } from '../plural.ts'

export const overviewText: Translation<typeof english> = {
  title: 'Dashboard',
  subtitle: 'See how your account dey!',
  scope: { account: 'Your account', platform: 'The whole Ajo' },
  scopeHint: {
    account: 'Total for your campaigns.',
    platform: 'Total for the whole Ajo.',
  },
  logIn: 'Log in make you see your own.',
  donations: 'Total Donations',
  donors: 'Total Donors',
  campaigns: 'Total Campaigns',
  loadingFigures: 'The totals dey load',
  figuresFailed: 'We no fit load the totals.',
  ongoing: 'Campaigns Wey Dey Go On',
  ongoingCount: (count: number) =>
    plural(count, { one: '1 campaign', other: (counted) => `${counted} campaigns` }),
  loadingOngoing: 'The campaigns dey load',
  ongoingFailed: 'We no fit load the campaigns.',
  all: 'See all campaigns',

  loadingPersonal: 'Your campaigns and donations dey load',
  personalFailed: 'We no fit load your campaigns and donations.',

  next: {
    title: 'Wetin to do next',
    steps: {
      'answer-reviewer': 'Answer the question wey our reviewer ask',
      'read-decision': 'Read wetin we decide about your campaign',
      resubmit: 'Read why we no approve your campaign',
      'thank-donors': 'Thank your donors',
      share: 'Share your campaign',
      'await-review': 'We dey review your campaign',
      'claim-donations': 'Add the donations wey you make before',
      'finish-draft': 'Finish your draft',
      'start-campaign': 'Start campaign',
      'find-campaign': 'Find campaign wey you go support',
    },
    hints: {
      'claim-donations': 'You don donate with this email address before you get account.',
      'finish-draft': 'Continue from where you stop.',
      'start-campaign': 'Tell your story, set your goal, put photos.',
      'find-campaign': 'Search am by words, category or place.',
    },
  },

  organiser: {
    title: 'Your campaigns',
    all: (count: number) =>
      plural(count, {
        one: 'See your campaign for your profile',
        other: (counted) => `See all ${counted} campaigns for your profile`,
      }),
    chart: 'Donations for the last 30 days',
    noChart: 'No donation for the last 30 days.',
    latest: 'Latest donations',
    latestCaption: 'Latest donations to your campaigns, new ones first',
    noLatest: 'Donations to your campaigns go show here.',
    allDonations: 'See all transactions',
  },
  donor: {
    title: 'Wetin you give',
    given: 'You don give',
    refundsHint: 'E no include wetin dem don refund.',
    count: 'Donations',
    receipts: 'Latest receipts',
    receiptsCaption: 'Your latest donations with their receipts, new ones first',
    receipt: 'Receipt',
    noNumber: 'Open receipt',
    all: 'See all your donations',
    campaigns: 'Campaigns wey you dey support',
  },
  columns: {
    donor: 'Donor',
    amount: 'Amount',
    status: 'Status',
    campaign: 'Campaign',
    date: 'Date',
  },
}
