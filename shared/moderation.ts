import * as z from 'zod/mini'

import { campaignStatuses } from './campaign.ts'
import { invalid } from './text/invalid.ts'
import { reportReasons } from './report.ts'
import { listPageFields } from './staff-list.ts'
import { takedownGrounds } from './takedown.ts'
import { paragraphs } from './text.ts'
import { timeSchema } from './time-schema.ts'

/** How a reviewer or admin is related to a campaign whose reports, takedown and appeals another one therefore has to handle. */
export const conflicts = ['raised', 'approved', 'donated', 'reported', 'decided'] as const
export type Conflict = (typeof conflicts)[number]
/** Relations that keep a reviewer from reviewing. The first of two approvals has a rule of its own. */
export const reviewConflicts: readonly Conflict[] = ['raised', 'donated', 'reported']

export const caseOutcomes = ['dismissed', 'frozen', 'taken-down', 'cancelled'] as const
export type CaseOutcome = (typeof caseOutcomes)[number]

export const caseStates = ['open', 'closed', 'frozen', 'taken-down', 'all'] as const
export const caseAssignments = ['me', 'nobody'] as const

/** What a reviewer can do with a case now. */
export const caseActions = [
  'assign',
  'release',
  'dismiss',
  'freeze',
  'unfreeze',
  'confirm-unfreeze',
  'takedown',
  'restore',
  'cancel',
] as const
export type CaseAction = (typeof caseActions)[number]

export const conflictList = z.array(z.enum(conflicts))

/** `status` and `slug` are null once the campaign is deleted. */
const caseSchema = z.object({
  id: z.int(),
  campaignId: z.string(),
  slug: z.nullable(z.string()),
  title: z.string(),
  status: z.nullable(z.enum(campaignStatuses)),
  isFrozen: z.boolean(),
  /** One of two people asked to end the freeze. */
  isUnfreezeAsked: z.boolean(),
  openedAt: timeSchema,
  closedAt: z.nullable(timeSchema),
  outcome: z.nullable(z.enum(caseOutcomes)),
  reports: z.int(),
  assignedTo: z.nullable(z.object({ isMe: z.boolean(), name: z.string() })),
  conflicts: conflictList,
  actions: z.array(z.enum(caseActions)),
})
export type ModerationCase = z.output<typeof caseSchema>

/** GET /api/cases, those with the most reports first. */
export const casesSchema = z.object({ ...listPageFields, cases: z.array(caseSchema) })

/** GET /api/cases/:id/reports, oldest first. */
export const caseReportSchema = z.object({
  number: z.int(),
  id: z.string(),
  reference: z.nullable(z.string()),
  reason: z.enum(reportReasons),
  details: z.string(),
  at: timeSchema,
})
export const caseReportsSchema = z.object({
  reports: z.array(caseReportSchema),
  next: z.nullable(z.int()),
})
export type CaseReports = z.output<typeof caseReportsSchema>

/** POST /api/cases/:id/takedown. Everyone reads `publicReason`, the organiser also reads `reason`. */
export const takedownFormSchema = z.object({
  ground: z.enum(takedownGrounds, invalid.takedownGround),
  publicReason: paragraphs({ min: 10, max: 1_000, message: invalid.takedownReason }),
  reason: paragraphs({ min: 10, max: 2_000, message: invalid.reason }),
})
export type TakedownForm = z.output<typeof takedownFormSchema>

export const decisionKinds = ['rejection', 'freeze', 'takedown'] as const
export type DecisionKind = (typeof decisionKinds)[number]

/** An organiser has so many days to appeal. */
export const appealDays = 30

const appealOutcomes = ['upheld', 'overturned'] as const
export type AppealOutcome = (typeof appealOutcomes)[number]

export const statementSchema = z.object({
  kind: z.enum(decisionKinds),
  ground: z.nullable(z.enum(takedownGrounds)),
  publicReason: z.nullable(z.string()),
  reason: z.string(),
  reportReasons: z.array(z.enum(reportReasons)),
  at: timeSchema,
  appealUntil: z.string(),
})
export type Statement = z.output<typeof statementSchema>

export const ownAppealSchema = z.object({
  kind: z.enum(decisionKinds),
  text: z.string(),
  at: timeSchema,
  outcome: z.nullable(z.enum(appealOutcomes)),
  reason: z.nullable(z.string()),
})

/** GET /api/campaigns/:id/decision: the decision in force against a campaign, and the newest appeal. */
export const campaignDecisionSchema = z.object({
  statement: z.nullable(statementSchema),
  appeal: z.nullable(ownAppealSchema),
  canAppeal: z.boolean(),
})
export type CampaignDecision = z.output<typeof campaignDecisionSchema>

/** POST /api/campaigns/:id/appeals */
export const appealFormSchema = z.object({
  text: paragraphs({ min: 20, max: 4_000, message: invalid.appeal }),
})

export const appealSchema = z.object({
  id: z.int(),
  campaignId: z.string(),
  title: z.string(),
  kind: z.enum(decisionKinds),
  text: z.string(),
  at: timeSchema,
  dueAt: z.string(),
  decidedAt: z.string(),
  reason: z.string(),
  /** False once the decision was changed in another way. */
  isInForce: z.boolean(),
  conflicts: conflictList,
})
export type Appeal = z.output<typeof appealSchema>

/** GET /api/appeals: open appeals, those that their reader may decide first. */
export const appealsSchema = z.object({ ...listPageFields, appeals: z.array(appealSchema) })
export type Appeals = z.output<typeof appealsSchema>

const counts = z.record(z.string(), z.int())
export const reasonFiguresSchema = z.object({
  reason: z.enum(reportReasons),
  received: z.int(),
  dismissed: z.int(),
  acted: z.int(),
  open: z.int(),
})
export const yearSchema = z.object({
  year: z.int(),
  submitted: z.int(),
  approved: z.int(),
  rejected: z.int(),
  medianHoursToReview: z.nullable(z.number()),
  reports: z.array(reasonFiguresSchema),
  medianHoursToClose: z.nullable(z.number()),
  freezes: z.int(),
  takedowns: counts,
  appeals: z.int(),
  upheld: z.int(),
  overturned: z.int(),
  refunds: z.int(),
  refundedKobo: z.int(),
})
export type YearlyFigures = z.output<typeof yearSchema>

/** GET /api/transparency: what was decided in each year, newest first. */
export const yearlyFiguresSchema = z.object({ years: z.array(yearSchema) })
