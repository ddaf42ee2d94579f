import type { CampaignCard, CampaignDetail } from '#shared/campaign.ts'
import { kobo } from '#shared/money.ts'

const picture = { id: 'a'.repeat(64), width: 1200, height: 750, alt: 'The dry well' }

/** A campaign in a list. */
export const wellCard: CampaignCard = {
  id: 'well-1',
  slug: 'a-well-for-oke-odo',
  status: 'approved',
  title: 'A well for Oke-Odo',
  description: 'Our well has run dry.',
  category: 'Health',
  country: 'Nigeria',
  city: 'Ibadan',
  goal: kobo(1_250_000_00),
  raised: kobo(312_500_50),
  donors: 12,
  endDate: '2099-03-01',
  daysLeft: 60,
  image: picture,
}

/** The details of the same campaign for a visitor. */
export const wellDetail: CampaignDetail = {
  ...wellCard,
  startDate: '2099-01-01',
  receivedOutside: kobo(0),
  raiseMoneyFor: 'A borehole, a pump and two years of care.',
  importance: 'Four hundred families fetch water from the river.',
  impact: 'Nobody walks an hour for a bucket any more.',
  images: [picture],
  budget: [],
  owner: { firstname: 'Ada', lastname: 'Okafor' },
  contact: null,
  contactHidden: 'log-in',
  isOwner: false,
  memberRole: null,
  canDelete: false,
  acceptsDonations: true,
  rejectionReason: null,
}

export const toCampaignList = (...campaigns: CampaignCard[]) => ({
  campaigns,
  total: campaigns.length,
  isTotalExact: true,
  next: null,
})

const longText = 'Four hundred families walk two hours for water that makes their children ill.'
/** The values of the wizard. */
/** The fields of the wizard about the payee, for an organiser whose account could not be looked up. */
export const selfPayee = {
  payeeKind: 'self',
  payeeName: '',
  payeeEmail: '',
  cacNumber: '',
  scumlNumber: '',
  accountName: '',
}

export const wellValues = {
  title: 'A well for Ife',
  country: 'Nigeria',
  city: 'Ife',
  category: 'Health',
  description: 'Clean water.',
  goalAmount: '5,000,000.00',
  startDate: '2020-01-01',
  endDate: '2099-01-01',
  raiseMoneyFor: longText,
  importance: longText,
  impact: longText,
  budget: [],
  images: [{ id: 'a'.repeat(64), alt: 'The dry well' }],
  name: 'Ada Obi',
  email: 'ada@example.org',
  phone: '+234 801 234 5678',
  showContact: false,
  aboutChild: false,
  guardian: '',
  childConsent: false,
  aboutHealth: true,
  healthConsentBy: 'Bisi',
  healthConsent: true,
  bank: '058',
  accountNumber: '',
}
