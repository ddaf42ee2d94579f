import type { CampaignTexts } from '#shared/campaign-content.ts'
import type { Category, Cause } from '#shared/category.ts'

export type OwnerName =
  | 'emeka'
  | 'halima'
  | 'ngozi'
  | 'tunde'
  | 'yetunde'
  | 'musa'
  | 'chinedu'
  | 'aisha'
  | 'ebiere'
  | 'osaze'

/** Days count from the day of the first start. */
export type SampleCampaign = CampaignTexts & {
  title: string
  city: string
  category: Category
  cause?: Cause
  owner: OwnerName
  /** Files in `dev/sample-data/pictures`. */
  pictures: readonly { file: string; alt: string }[]
  goalNaira: number
  /** What each part of the goal pays for, in naira. */
  budget?: Readonly<Record<string, number>>
  submittedDaysAgo: number
  endsInDays: number
  showContact?: boolean
  /** What share of the payouts was spent for a line, with the first picture as its document. */
  expense?: { line: string; share: number; payee: string; daysAgo: number }
  /** Another one than the organiser receives the money. */
  payee?: SamplePayee
  /** Has the first picture as a supporting document, because it raises money in the name of an institution. */
  hasDocument?: true
} & Outcome

type SamplePayee = { name: string; accountNumber: string } & (
  | { kind: 'person'; email: string; answer?: 'confirm' }
  | { kind: 'hospital' }
)

/** What the organiser tells, and answers to the newest words of support. */
export type SampleUpdate = { title: string; text: string; daysAgo: number; answer: string }

type Outcome =
  | { outcome: 'approved'; donations: number; raisedShare: number; update?: SampleUpdate }
  | { outcome: 'pending' }
  | { outcome: 'rejected'; reason: string }

/** Twelve campaigns open for donations, three ended, three pending and two rejected. All six categories occur. */
export const sampleCampaigns: readonly SampleCampaign[] = [
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
      share: 0.6,
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
  {
    title: 'Keep the night clinic of Idi-Araba open',
    hasDocument: true,
    payee: { kind: 'hospital', name: 'Adeyemi Night Clinic', accountNumber: '0301000001' },
    city: 'Lagos',
    category: 'Health',
    owner: 'yetunde',
    pictures: [
      { file: 'clinic-day.webp', alt: 'Mothers wait before a small clinic with a green roof' },
      { file: 'clinic-dusk.webp', alt: 'The clinic at night' },
    ],
    description:
      'Our clinic is the only one within seven kilometres that opens its door after dark. Diesel has become too dear for the generator, and babies do not wait for the morning.',
    raiseMoneyFor:
      'Six solar panels, batteries for fourteen hours, a fridge for vaccines, and the salary of one more night midwife for a year.',
    importance:
      'Forty-one babies were born here at night since January, nine of them by the light of a telephone. Two mothers had to be carried on to a hospital that they nearly did not reach.',
    impact:
      'Light and a cold fridge all night, every night. About five hundred safe births a year, and vaccines that no longer spoil.',
    goalNaira: 6_500_000,
    submittedDaysAgo: 74,
    endsInDays: 46,
    showContact: true,
    outcome: 'approved',
    donations: 31,
    raisedShare: 0.58,
  },
  {
    title: 'Beds and monitors for the children’s ward in Uyo',
    city: 'Uyo',
    category: 'Health',
    owner: 'ebiere',
    pictures: [
      {
        file: 'ward-day.webp',
        alt: 'A child in a hospital bed, with a nurse and a mother beside it',
      },
      { file: 'ward-dusk.webp', alt: 'The ward at night' },
    ],
    description:
      'The children’s ward has nineteen beds for forty patients. Two children to a bed is our normal, and the only monitor is older than most of the nurses.',
    raiseMoneyFor:
      'Twelve beds with mattresses that can be washed, four patient monitors, two oxygen concentrators, and drip stands.',
    importance:
      'Most children come with malaria or pneumonia. Both are cured easily, if one sees in time that the oxygen falls.',
    impact:
      'A bed for every child and a monitor for every child in danger. The hospital has promised, in writing, to maintain them.',
    goalNaira: 8_900_000,
    submittedDaysAgo: 45,
    endsInDays: 80,
    outcome: 'approved',
    donations: 22,
    raisedShare: 0.29,
  },
  {
    title: 'A boat ambulance for the creeks of Bayelsa',
    city: 'Yenagoa',
    category: 'Health',
    owner: 'ebiere',
    payee: {
      kind: 'person',
      name: 'Efe Omoregie',
      email: 'efe@ajo.example',
      accountNumber: '0200000004',
    },
    pictures: [
      {
        file: 'boat-ambulance-day.webp',
        alt: 'A white boat with a red cross between houses on stilts',
      },
    ],
    description:
      'Eleven settlements in the creeks can only be reached by water. A fast boat with a stretcher and oxygen would bring the hospital an hour nearer.',
    raiseMoneyFor:
      'A fibre boat with a 40 horsepower engine, a stretcher, oxygen, a radio, and fuel for the first six months.',
    importance:
      'A woman in labour needs four hours by paddle to the nearest doctor. Not all of them arrive.',
    impact: 'A trained crew on call day and night for nine thousand people.',
    goalNaira: 7_200_000,
    submittedDaysAgo: 1,
    endsInDays: 85,
    outcome: 'pending',
  },
  {
    title: 'Bring the miracle water that heals everything to all',
    city: 'Onitsha',
    category: 'Health',
    owner: 'osaze',
    pictures: [
      { file: 'bottles-day.webp', alt: 'Bottles of many colours on a table before a sun' },
    ],
    description:
      'This water heals malaria, sugar disease and broken hearts. Help us to fill ten thousand bottles for those who cannot pay for a doctor.',
    raiseMoneyFor:
      'Ten thousand bottles with labels, a filling machine, and a loudspeaker van for the markets of three states.',
    importance:
      'Doctors are dear and people believe in what is pure. Everybody who tried it says that they feel much better.',
    impact:
      'Ten thousand people without any illness, which has never been done before in our state or in any other.',
    goalNaira: 3_000_000,
    submittedDaysAgo: 12,
    endsInDays: 60,
    outcome: 'rejected',
    reason:
      'We cannot publish claims that a product heals illnesses without proof from NAFDAC. People might stop taking medicine that they need. Please do not send this campaign again without such proof.',
  },
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
