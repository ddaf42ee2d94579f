import type { SampleCampaign } from './sample-campaign.ts'

export const reliefCampaigns: readonly SampleCampaign[] = [
  {
    title: 'Flood relief for two hundred homes in Lokoja',
    city: 'Lokoja',
    category: 'Emergency Assistance',
    owner: 'aisha',
    pictures: [
      { file: 'flood-rain.webp', alt: 'A family in a canoe between flooded houses' },
      { file: 'flood-dusk.webp', alt: 'The flooded street at nightfall' },
    ],
    description:
      'The Niger and the Benue came over their banks in one night. Two hundred families of Adankolo sleep in a school and have lost their food, their beds and their tools.',
    raiseMoneyFor:
      'Rice, beans and oil for two hundred families for six weeks, mosquito nets, mattresses, water treatment, and two canoes with engines for those who are still cut off.',
    importance:
      'The water will stand for weeks. Cholera has been reported down the river, and the school must be empty when the term begins.',
    impact:
      'Every family fed and dry through the worst weeks, with lists of what was given to whom posted at the school gate.',
    goalNaira: 5_400_000,
    submittedDaysAgo: 24,
    endsInDays: 9,
    showContact: true,
    outcome: 'approved',
    donations: 36,
    raisedShare: 0.74,
  },
  {
    title: 'Rebuild the burnt stalls of Sapele market',
    city: 'Sapele',
    category: 'Emergency Assistance',
    owner: 'osaze',
    pictures: [
      {
        file: 'market-day.webp',
        alt: 'Market stalls under bright umbrellas, one of them being rebuilt',
      },
      { file: 'market-evening.webp', alt: 'The market in the evening' },
    ],
    description:
      'The fire of the second Sunday took forty-three stalls in an hour. The women who sold there had no insurance, only a telephone number for each other.',
    raiseMoneyFor:
      'Poles, zinc and planks for forty-three stalls, and ₦25,000 for each trader to fill her table again.',
    importance:
      'These stalls pay the school fees of more than a hundred children. Every week without them is a week of borrowing at ten per cent.',
    impact:
      'All stalls open again within two months, this time with fire lanes, sand buckets and a watchman paid by the traders’ union.',
    goalNaira: 2_600_000,
    submittedDaysAgo: 17,
    endsInDays: 28,
    outcome: 'approved',
    donations: 20,
    raisedShare: 0.48,
  },
]
