import type { SampleCampaign } from './sample-campaign.ts'

export const otherCampaigns: readonly SampleCampaign[] = [
  {
    title: 'Lawyers for people who wait in prison without a trial',
    city: 'Abuja',
    category: 'other',
    cause: 'legal',
    owner: 'chinedu',
    pictures: [
      {
        file: 'court-day.webp',
        alt: 'A lawyer and a happy family before a courthouse with scales',
      },
      { file: 'court-evening.webp', alt: 'The courthouse in the evening' },
    ],
    description:
      'Seven of ten people in our prisons have never been sentenced. Many wait longer than the punishment for what they are accused of. Thirty volunteers of the bar want to bring one hundred of them before a judge.',
    raiseMoneyFor:
      'Filing fees, certified copies, transport between prison and court, and bail bonds for one hundred people from Kuje and Keffi.',
    importance:
      'One of our clients waited six years for a stolen telephone that he never saw. His son was born and started school in that time.',
    impact:
      'One hundred hearings within a year. We publish every quarter how many went home, how many are still waiting, and why.',
    goalNaira: 3_600_000,
    submittedDaysAgo: 67,
    endsInDays: 55,
    outcome: 'approved',
    donations: 18,
    raisedShare: 0.41,
  },
  {
    title: 'Robes and an organ for the Makurdi youth choir',
    city: 'Makurdi',
    category: 'other',
    owner: 'ebiere',
    pictures: [
      { file: 'choir-day.webp', alt: 'A choir in red and green robes under coloured glass' },
      { file: 'choir-dusk.webp', alt: 'The choir from the other side' },
    ],
    description:
      'Sixty young people of all churches sing together every Thursday. We were invited to the national festival, and we own neither robes nor an instrument that stays in tune.',
    raiseMoneyFor:
      'Sixty robes sewn in Makurdi, a stage organ with amplifier, and the bus to Calabar and back.',
    importance:
      'For many of us the choir is the one evening of the week away from the street. It has kept brothers of fighting families in one row.',
    impact:
      'Our first festival, and robes and an organ that the choirs after us will still be using.',
    goalNaira: 1_900_000,
    submittedDaysAgo: 28,
    endsInDays: 18,
    outcome: 'approved',
    donations: 23,
    raisedShare: 1.08,
  },
  {
    title: 'Help me to a new car for my birthday',
    city: 'Ibadan',
    category: 'other',
    owner: 'ngozi',
    pictures: [{ file: 'car-day.webp', alt: 'A young man beside a shining blue car' }],
    description:
      'I turn thirty this year and have always wanted a car. If everybody who reads this gives a little, it will come true.',
    raiseMoneyFor:
      'A car of a good year, with air conditioning, its papers and a full tank for the first trip to my village.',
    importance:
      'It is important to me because all my friends have one already and I am tired of the bus in the mornings.',
    impact:
      'I will be very happy, and I will give a lift to anyone who lives on my way and asks me politely.',
    goalNaira: 6_000_000,
    submittedDaysAgo: 20,
    endsInDays: 40,
    outcome: 'rejected',
    reason:
      'We publish campaigns that help a person in need or a community. A birthday present is neither. If the car is needed for work, please tell us which work, and what it would change.',
  },
]
