import type { SampleCampaign } from './sample-campaign.ts'

export const communityCampaigns: readonly SampleCampaign[] = [
  {
    title: 'Clean water for the families of Ago-Owu',
    city: 'Ife',
    category: 'Community Development',
    owner: 'ngozi',
    pictures: [
      { file: 'borehole-day.webp', alt: 'People fill buckets and jerrycans at a new water tower' },
      {
        file: 'borehole-evening.webp',
        alt: 'The water tower in the evening, with people around it',
      },
    ],
    description:
      'Four hundred families in Ago-Owu walk two hours for water that makes their children ill. A borehole with a solar pump and a raised tank will bring clean water to the middle of the village.',
    raiseMoneyFor:
      'Drilling to 90 metres, a solar pump, a 10,000 litre tank on a steel tower, four taps and a fence. The quotation of the drilling company is with our water committee and can be seen by everybody.',
    importance:
      'Last dry season eleven children were admitted with typhoid. Girls miss the first lessons of every day because fetching water is their work before school.',
    impact:
      'Clean water within ten minutes of every door. A committee of three women and two men collects ₦20 a bucket, enough to service the pump every year.',
    goalNaira: 4_800_000,
    submittedDaysAgo: 88,
    endsInDays: 21,
    showContact: true,
    outcome: 'approved',
    donations: 34,
    raisedShare: 0.81,
  },
  {
    title: 'Solar light for a village without a grid',
    city: 'Birnin Kebbi',
    category: 'Community Development',
    owner: 'musa',
    pictures: [
      {
        file: 'solar-village-dusk.webp',
        alt: 'Lit windows and street lamps in a village with solar panels',
      },
      { file: 'solar-village-day.webp', alt: 'The panels on the roofs by day' },
    ],
    description:
      'Sixty houses, a mosque, a school and a grain mill in Dirin Daji have never had electricity. A small solar grid would change every evening of the year.',
    raiseMoneyFor:
      'Eighty panels, batteries, wiring for sixty houses, eight street lamps, and the training of two of our own young men to keep it all running.',
    importance:
      'A family here spends ₦6,000 a month on kerosene and batteries for a light that one cannot read by. Snakes are a danger on every dark path.',
    impact:
      'Light in every house, a mill that runs without diesel, and children who do their homework after sunset. Each house pays ₦1,500 a month into a repair fund.',
    goalNaira: 7_800_000,
    submittedDaysAgo: 80,
    endsInDays: 72,
    outcome: 'approved',
    donations: 24,
    raisedShare: 0.52,
  },
  {
    title: 'Goals and boots for the pitch in Ajegunle',
    city: 'Lagos',
    category: 'Community Development',
    owner: 'osaze',
    pictures: [
      {
        file: 'football-evening.webp',
        alt: 'Children play football on a red pitch between houses',
      },
    ],
    description:
      'Our pitch has raised three players of the national team. Today it has neither goals nor a line one can see.',
    raiseMoneyFor:
      'Two steel goals with nets, one hundred pairs of boots in all sizes, balls, and lime for the lines of a whole season.',
    importance:
      'Two hundred children come every afternoon. It is the safest place in our part of the city, and the only one without a price.',
    impact:
      'A league of sixteen street teams with girls and boys, coached by former players who ask for nothing.',
    goalNaira: 1_400_000,
    submittedDaysAgo: 92,
    endsInDays: -12,
    outcome: 'approved',
    donations: 21,
    raisedShare: 1.04,
  },
  {
    title: 'Finish the footbridge over the Oji river',
    city: 'Oji River',
    category: 'Community Development',
    owner: 'chinedu',
    pictures: [
      {
        file: 'bridge-day.webp',
        alt: 'An unfinished footbridge over a stream, with people at work',
      },
    ],
    description:
      'We have built half of a bridge with our own hands. The other half needs steel that we cannot make.',
    raiseMoneyFor:
      'Steel cable, bolts, treated planks for fourteen metres, and a week of an engineer’s time.',
    importance:
      'In the rains the market on the other side is three hours away instead of ten minutes. Children cross on a tree trunk.',
    impact:
      'A safe way for two villages in every season, and no more canoes turned over in the flood.',
    goalNaira: 1_250_000,
    submittedDaysAgo: 2,
    endsInDays: 50,
    outcome: 'pending',
  },
]
