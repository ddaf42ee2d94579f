import { plural } from './plural.ts'

/** The money of one campaign, for its owner. */
export const moneyText = {
  title: 'Money',
  subtitle: (campaign: string) => `What “${campaign}” has received, and where it is.`,
  back: 'Back to the campaign',
  link: 'Money of this campaign',
  loading: 'Loading the money',
  failed: 'The money could not be loaded.',

  sums: {
    title: 'What it comes to',
    raised: 'Raised',
    given: 'Given',
    returned: 'Sent back',
    fees: 'Card fees',
    platform: 'Ajo keeps',
    net: 'Your share',
    netHint: 'What reaches your bank account: raised, less card fees and what Ajo keeps.',
  },
  settled: {
    title: 'Where your share is',
    hint: 'The payment provider pays out to your bank account by itself, as a rule on the next working day.',
    states: {
      waiting: 'Not paid out yet',
      'on-its-way': 'On its way',
      'paid-out': 'Paid out',
      failed: 'Could not be paid out',
    },
  },

  /** The same for somebody else, who may look on. */
  others: {
    sums: {
      net: 'The owner’s share',
      netHint: 'What reaches the owner’s bank account: raised, less card fees and what Ajo keeps.',
    },
    settled: {
      title: 'Where the owner’s share is',
      hint: 'The payment provider pays out to the owner’s bank account by itself, as a rule on the next working day.',
    },
    gifts: { net: 'The owner’s share', noneHint: 'The first gift will show up here.' },
  },

  chart: {
    title: 'Gifts over time',
    summary: (gifts: string, from: string, to: string) => `${gifts} from ${from} to ${to}`,
    gifts: (count: number) =>
      plural(count, { one: '1 gift', other: (counted) => `${counted} gifts` }),
    most: (amount: string) => `Highest: ${amount}`,
    asTable: 'As a table',
    caption: 'Gifts by day',
    day: 'Day',
    count: 'Gifts',
    amount: 'Given',
  },

  gifts: {
    title: 'Gifts',
    caption: 'Gifts to this campaign, newest first',
    loading: 'Loading the gifts',
    failed: 'The gifts could not be loaded.',
    none: 'No gift has come yet',
    noneHint: 'Share your campaign, and the first gift will show up here.',
    export: 'Download as CSV',
    contributor: 'Contributor',
    amount: 'Amount',
    net: 'Your share',
    status: 'Status',
    settlement: 'Paid out',
    date: 'Date',
    thank: 'Thank',
    thankFor: (amount: string, date: string) => `Thank for ${amount} of ${date}`,
    paidOutOn: (date: string) => `Paid out ${date}`,
  },

  thanks: {
    open: 'Thank donors',
    titleOne: 'Thank for this gift',
    titleMany: 'Thank donors',
    hint: 'Ajo sends it by email to those who ticked that they want to hear from you. Anonymous donors stay so, and nobody is written to more than once a week.',
    least: 'Gifts of at least',
    message: 'Your message',
    send: 'Send thanks',
    cancel: 'Cancel',
    sent: (count: number) =>
      plural(count, {
        one: 'Your thanks go to 1 donor.',
        other: (counted) => `Your thanks go to ${counted} donors.`,
      }),
  },

  cancel: {
    open: 'Cancel this campaign',
    hint: 'It ends for good, and every gift goes back to whoever gave it. This cannot be undone.',
    reason: 'Reason, which owner and donors read',
    keep: 'Keep it',
    confirm: 'Cancel it and send all gifts back',
    done: 'The campaign is cancelled. Its gifts go back.',
  },

  cancellation: {
    title: 'This campaign was cancelled',
    text: 'Every gift goes back to whoever gave it. Banks take 3 to 10 working days.',
    label: 'Gifts that are back',
    counts: ({ gifts, back, onTheWay }: { gifts: string; back: string; onTheWay: string }) =>
      `${back} of ${gifts} are back, ${onTheWay} are on their way.`,
    open: ({ waiting, refused }: { waiting: string; refused: string }) =>
      `${waiting} wait for their turn or for a bank, ${refused} were refused and are asked for again.`,
  },
}
