import type { Category } from '#shared/campaign.ts'

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
export type SampleCampaign = {
  title: string
  city: string
  category: Category
  owner: OwnerName
  /** Files in `dev/sample-data/pictures`. */
  pictures: readonly { file: string; alt: string }[]
  description: string
  raiseMoneyFor: string
  importance: string
  impact: string
  goalNaira: number
  submittedDaysAgo: number
  endsInDays: number
  showContact?: boolean
} & Outcome

type Outcome =
  | { outcome: 'approved'; donations: number; raisedShare: number }
  | { outcome: 'pending' }
  | { outcome: 'rejected'; reason: string }
