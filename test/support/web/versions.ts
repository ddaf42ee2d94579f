import type { CampaignVersion, LiveEdit, VersionContent } from '#shared/campaign-version.ts'

import { wellDetail } from './campaigns.ts'

const { title, country, city, description, goal, startDate, endDate } = wellDetail
const { raiseMoneyFor, importance, impact, images } = wellDetail

/** The content of the campaign `wellDetail`. */
export const wellContent: VersionContent = {
  title,
  country,
  city,
  category: 'Health',
  cause: null,
  description,
  goal,
  startDate,
  endDate,
  raiseMoneyFor,
  importance,
  impact,
  images,
  budget: [],
  beneficiary: null,
}

export const wellVersion: CampaignVersion = {
  number: 2,
  kind: 'corrected',
  at: '2026-10-01T11:05:00.000Z',
  content: { ...wellContent, description: 'Our old well has run dry.' },
  before: wellContent,
  earlier: 1,
  later: 3,
}

export const wellEdit: LiveEdit = {
  campaign: { id: 'well-1', slug: 'a-well', title: 'A well for Oke-Odo' },
  number: 2,
  score: 60,
  at: '2026-10-01T11:05:00.000Z',
  before: wellContent,
  after: wellVersion.content,
}
