import { plural } from './plural.ts'

/** The first page of the dashboard (specification §2). */
export const overviewText = {
  title: 'Dashboard',
  subtitle: 'Get an overview of your account!',
  scope: { account: 'Your account', platform: 'All of Ajo' },
  scopeHint: {
    account: 'Totals for your campaigns.',
    platform: 'Totals across all of Ajo.',
  },
  logIn: 'Log in to see your own.',
  donations: 'Total Donations',
  donors: 'Total Donors',
  campaigns: 'Total Campaigns',
  loadingFigures: 'Loading totals',
  figuresFailed: 'We couldn’t load the totals.',
  ongoing: 'On-going Campaigns',
  ongoingCount: (count: number) =>
    plural(count, { one: '1 campaign', other: (counted) => `${counted} campaigns` }),
  loadingOngoing: 'Loading campaigns',
  ongoingFailed: 'We couldn’t load the campaigns.',
  all: 'See all campaigns',

  loadingPersonal: 'Loading your campaigns and donations',
  personalFailed: 'We couldn’t load your campaigns and donations.',

  next: {
    title: 'What to do next',
    steps: {
      'answer-reviewer': 'Answer our reviewer’s question',
      'read-decision': 'Read our decision about your campaign',
      resubmit: 'Read why your campaign was not approved',
      'thank-donors': 'Thank your donors',
      share: 'Share your campaign',
      'await-review': 'Your campaign is in review',
      'claim-donations': 'Add your earlier donations',
      'finish-draft': 'Finish your draft',
      'start-campaign': 'Start a campaign',
      'find-campaign': 'Find a campaign to support',
    },
    hints: {
      'claim-donations': 'You donated with this email address before you had an account.',
      'finish-draft': 'Continue where you stopped.',
      'start-campaign': 'Tell your story, set your goal and add photos.',
      'find-campaign': 'Search by words, category or place.',
    },
  },

  organiser: {
    title: 'Your campaigns',
    all: (count: number) =>
      plural(count, {
        one: 'See your campaign on your profile',
        other: (counted) => `See all ${counted} campaigns on your profile`,
      }),
    chart: 'Donations in the last 30 days',
    noChart: 'No donations in the last 30 days.',
    latest: 'Latest donations',
    latestCaption: 'Latest donations to your campaigns, newest first',
    noLatest: 'Donations to your campaigns will appear here.',
    allDonations: 'See all transactions',
  },
  donor: {
    title: 'What you gave',
    given: 'Given',
    refundsHint: 'Without what was refunded.',
    count: 'Donations',
    receipts: 'Latest receipts',
    receiptsCaption: 'Your latest donations and their receipts, newest first',
    receipt: 'Receipt',
    noNumber: 'Open receipt',
    all: 'See all your donations',
    campaigns: 'Campaigns you support',
  },
  columns: {
    donor: 'Donor',
    amount: 'Amount',
    status: 'Status',
    campaign: 'Campaign',
    date: 'Date',
  },
}
