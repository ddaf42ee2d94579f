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
  /** What was spent for a line, with the first picture as its document. */
  expense?: { line: string; naira: number; payee: string; daysAgo: number }
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
