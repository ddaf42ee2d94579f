import type { SampleCampaign } from './sample-campaign.ts'

export const schoolCampaigns: readonly SampleCampaign[] = [
  {
    title: 'A roof and sixty desks for Kagoro Primary',
    city: 'Kagoro',
    category: 'Education',
    owner: 'musa',
    pictures: [
      {
        file: 'classroom-day.webp',
        alt: 'A teacher at the blackboard, children with raised hands',
      },
      { file: 'classroom-evening.webp', alt: 'The classroom seen from the other side' },
    ],
    description:
      'A storm in April took the roof of Block B. Since then three classes sit under the mango tree, on the ground, and go home when it rains.',
    raiseMoneyFor:
      'Aluminium roofing sheets, timber, ceiling boards and the carpenter for Block B, and sixty two-seater desks made by the welders in Kafanchan.',
    importance:
      'The rains last until October. Every wet day is a day without school for one hundred and forty children, and the little ones are falling behind in reading.',
    impact:
      'Three classes back under a roof before the new term, every child with a place to write, and work for eight craftsmen of our own town.',
    goalNaira: 3_200_000,
    budget: {
      'Roofing sheets and timber': 1_350_000,
      'Sixty desks from the welders': 900_000,
      'Ceiling boards': 450_000,
      'Carpenter and transport': 500_000,
    },
    expense: {
      line: 'Roofing sheets and timber',
      naira: 640_000,
      payee: 'Kafanchan Timber Market',
      daysAgo: 1,
    },
    submittedDaysAgo: 61,
    endsInDays: 34,
    outcome: 'approved',
    donations: 27,
    raisedShare: 0.66,
    update: {
      title: 'The timber has arrived',
      text: 'The lorry came on Saturday, and the carpenters have begun with the rafters of Block B. The roofing sheets are paid and follow next week.\n\nThe welders in Kafanchan have finished the first twenty desks. The youngest class already sits on them, under the mango tree.',
      daysAgo: 9,
      answer: 'Thank you! The children have read your words aloud in class.',
    },
  },
  {
    title: 'A reading room for the children of Nsukka',
    city: 'Nsukka',
    category: 'Education',
    owner: 'ngozi',
    pictures: [
      { file: 'library-day.webp', alt: 'Children read on a red carpet before full bookshelves' },
      { file: 'library-evening.webp', alt: 'The reading room seen from the door' },
    ],
    description:
      'An empty shop on Enugu Road, four shelves, a carpet and two thousand books: that is all it takes to give the children of our street a place to read after school.',
    raiseMoneyFor:
      'Two years of rent, shelves from our own carpenter, two thousand books in English and Igbo, lamps, and a small fee for the librarian.',
    importance:
      'The nearest public library closed in 2011. In the three schools around us there is one book for every nine pupils.',
    impact:
      'Open six afternoons a week for about ninety children a day, with a story hour in Igbo every Saturday.',
    goalNaira: 2_100_000,
    submittedDaysAgo: 33,
    endsInDays: 60,
    outcome: 'approved',
    donations: 17,
    raisedShare: 0.37,
  },
  {
    title: 'A school bus for the children of Gwagwalada',
    hasDocument: true,
    city: 'Gwagwalada',
    category: 'Education',
    owner: 'ngozi',
    pictures: [{ file: 'school-bus-day.webp', alt: 'Children board a yellow school bus' }],
    description:
      'Our pupils walk along the expressway for five kilometres, twice a day. Last year a lorry took one of them.',
    raiseMoneyFor:
      'A used bus of twenty-six seats with new brakes and tyres, its papers, and the driver’s salary for the first term.',
    importance:
      'No child should have to choose between the road and the school. Parents of the youngest have begun to keep them at home.',
    impact:
      'Seventy children brought to school safely in three rounds each morning, for ₦100 a day.',
    goalNaira: 4_200_000,
    submittedDaysAgo: 86,
    endsInDays: -3,
    outcome: 'approved',
    donations: 16,
    raisedShare: 0.7,
  },
  {
    title: 'Coding club with twelve computers in Ilorin',
    city: 'Ilorin',
    category: 'Education',
    owner: 'ngozi',
    pictures: [{ file: 'computers-day.webp', alt: 'Four young people at computers' }],
    description:
      'Every Saturday forty girls and boys share three old laptops to learn how to program. With twelve computers they could all try what they have learned.',
    raiseMoneyFor:
      'Twelve refurbished computers, an inverter for power cuts, and internet for one year.',
    importance:
      'Three of our first members already earn money with what they learned. None of their schools has a computer that works.',
    impact:
      'Forty young people a term who can build a web page and know how to go on by themselves.',
    goalNaira: 2_400_000,
    submittedDaysAgo: 4,
    endsInDays: 75,
    outcome: 'pending',
  },
]
