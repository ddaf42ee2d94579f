import type { Translation } from '#shared/translation.ts'

import type { moneyText as english } from '../payouts.ts'
import { plural } from '../plural.ts'

export const moneyText: Translation<typeof english> = {
  title: 'Money',
  subtitle: (campaign: string) => `Wetin “${campaign}” don get, and where the money dey.`,
  back: 'Go back to the campaign',
  link: 'Money of this campaign',
  loading: 'The money dey load',
  failed: 'We no fit load the money.',

  sums: {
    title: 'How everything be',
    raised: 'Wetin don gather',
    given: 'Wetin people give',
    returned: 'Wetin go back',
    fees: 'Card fees',
    platform: 'Ajo own',
    net: 'Your own share',
    netHint: 'Na this one dey reach your bank account: wetin gather, minus card fees and Ajo own.',
  },
  settled: {
    title: 'Where your share dey',
    hint: 'The people wey dey handle payment dey send am go your bank account by demself, most times the next working day.',
    states: {
      waiting: 'Dem never send am',
      'on-its-way': 'E dey road',
      'paid-out': 'E don reach your bank',
      failed: 'Dem no fit send am',
    },
  },

  others: {
    sums: {
      net: 'The owner share',
      netHint:
        'Na this one dey reach the owner bank account: wetin gather, minus card fees and Ajo own.',
    },
    settled: {
      title: 'Where the owner share dey',
      hint: 'The people wey dey handle payment dey send am go the owner bank account by demself, most times the next working day.',
    },
    gifts: { net: 'The owner share', noneHint: 'The first gift go show for here.' },
  },

  chart: {
    title: 'How the gifts dey come',
    summary: (gifts: string, from: string, to: string) => `${gifts} from ${from} reach ${to}`,
    gifts: (count: number) =>
      plural(count, { one: '1 gift', other: (counted) => `${counted} gifts` }),
    most: (amount: string) => `The highest: ${amount}`,
    asTable: 'See am as table',
    caption: 'Gifts for each day',
    day: 'Day',
    count: 'Gifts',
    amount: 'Wetin people give',
  },

  gifts: {
    title: 'Gifts',
    caption: 'Gifts wey this campaign get, the new ones first',
    loading: 'The gifts dey load',
    failed: 'We no fit load the gifts.',
    none: 'No gift don come yet',
    noneHint: 'Share your campaign, and the first gift go show here.',
    export: 'Download am as CSV',
    contributor: 'Who give',
    amount: 'How much',
    net: 'Your own share',
    status: 'How e dey',
    settlement: 'For your bank',
    date: 'Date',
    thank: 'Thank',
    thankFor: (amount: string, date: string) => `Say thank you for ${amount} of ${date}`,
    paidOutOn: (date: string) => `E reach your bank ${date}`,
  },

  thanks: {
    open: 'Thank the people wey give',
    titleOne: 'Thank for this gift',
    titleMany: 'Thank the people wey give',
    hint: 'Ajo go send am by email to people wey tick say make you fit write dem. You no go see who dem be, and nobody go get am pass one time for one week.',
    least: 'Gifts wey reach',
    message: 'Your message',
    send: 'Send the thanks',
    cancel: 'Cancel',
    sent: (count: number) =>
      plural(count, {
        one: 'Your thanks dey go meet 1 person.',
        other: (counted) => `Your thanks dey go meet ${counted} people.`,
      }),
  },

  cancel: {
    open: 'Cancel this campaign',
    hint: 'E go end finish, and every gift go go back to the person wey give am. Nobody fit change am again.',
    reason: 'Reason, wey the owner and the people wey give go read',
    keep: 'Leave am',
    confirm: 'Cancel am and send all the gifts back',
    done: 'The campaign don cancel. The gifts dey go back.',
  },

  cancellation: {
    title: 'Dem don cancel this campaign',
    text: 'Every gift dey go back to the person wey give am. Bank dey take 3 to 10 working days.',
    label: 'Gifts wey don go back',
    counts: ({ gifts, back, onTheWay }) =>
      `${back} out of ${gifts} don go back, ${onTheWay} dey road.`,
    open: ({ waiting, refused }) =>
      `${waiting} dey wait for dia turn or for bank; dem refuse ${refused}, and we dey ask again.`,
  },
}
