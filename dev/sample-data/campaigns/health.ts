import type { SampleCampaign } from './sample-campaign.ts'

export const healthCampaigns: readonly SampleCampaign[] = [
  {
    title: 'Keep the night clinic of Idi-Araba open',
    hasDocument: true,
    payee: {
      kind: 'hospital',
      name: 'Adeyemi Night Clinic',
      accountNumber: '0301000001',
    },
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
]
