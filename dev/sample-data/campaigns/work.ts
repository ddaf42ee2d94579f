import type { SampleCampaign } from './sample-campaign.ts'

export const workCampaigns: readonly SampleCampaign[] = [
  {
    title: 'Twenty sewing machines for young women in Aba',
    city: 'Aba',
    category: 'Career',
    owner: 'ngozi',
    pictures: [
      {
        file: 'sewing-day.webp',
        alt: 'Three women at sewing machines under hanging cloth of every colour',
      },
      { file: 'sewing-day-mirrored.webp', alt: 'The workshop seen from the other side' },
    ],
    description:
      'Twenty young women have finished our free tailoring course. What stands between them and a shop of their own is a machine.',
    raiseMoneyFor:
      'Twenty industrial straight-stitch machines with motors and tables, one overlock machine to share, and a starter box of thread and scissors for each.',
    importance:
      'A tailor with her own machine earns three times what an apprentice does. Without one, most of our graduates go back to carrying goods in the market.',
    impact:
      'Twenty small businesses in the first year. Each owner trains one apprentice for free: that is our agreement, signed by all of them.',
    goalNaira: 2_900_000,
    submittedDaysAgo: 52,
    endsInDays: 12,
    outcome: 'approved',
    donations: 29,
    raisedShare: 0.93,
  },
  {
    title: 'A tractor for the young farmers of Gboko',
    city: 'Gboko',
    category: 'Career',
    owner: 'yetunde',
    payee: {
      kind: 'person',
      name: 'Danjuma Bello',
      email: 'danjuma@ajo.example',
      accountNumber: '0200000003',
      answer: 'confirm',
    },
    pictures: [
      { file: 'farm-day.webp', alt: 'A red tractor in a green field, with baskets full of yams' },
      { file: 'farm-evening.webp', alt: 'The field in the evening' },
    ],
    description:
      'Thirty-two of us came back from the city to farm. With hoes we can work half a hectare each. With one tractor between us it would be three.',
    raiseMoneyFor:
      'A used 45 horsepower tractor with plough and trailer, spare tyres, and the licence and training of two drivers.',
    importance:
      'Hiring a tractor costs ₦35,000 a day, and when the rain comes everybody wants it on the same day.',
    impact:
      'Ninety-six hectares of yam, rice and soya in the first season, and a tractor that we rent to our neighbours at half the price.',
    goalNaira: 9_500_000,
    submittedDaysAgo: 58,
    endsInDays: 40,
    outcome: 'approved',
    donations: 19,
    raisedShare: 0.24,
  },
  {
    title: 'A clay oven bakery run by widows in Jos',
    city: 'Jos',
    category: 'Career',
    owner: 'aisha',
    pictures: [
      { file: 'bakery-day.webp', alt: 'Bread on shelves beside a clay oven with a fire in it' },
    ],
    description:
      'Twelve women who lost their husbands in the crisis want to bake bread together, Christians and Muslims at one oven.',
    raiseMoneyFor:
      'Building the oven and its shed, a dough mixer, trays, and flour for the first two months.',
    importance:
      'Each of us feeds at least four children. Bread sells every day of the year, to everybody.',
    impact:
      'Six hundred loaves a day and a wage for twelve women, with the books open to all of them.',
    goalNaira: 1_700_000,
    submittedDaysAgo: 90,
    endsInDays: -30,
    outcome: 'approved',
    donations: 14,
    raisedShare: 0.88,
  },
]
