import * as z from 'zod/mini'

import { twoFactorCode } from './account.ts'
import { invalid } from './text/invalid.ts'
import { koboSchema } from './kobo-schema.ts'
import { memberRoles } from './member-role.ts'
import { emailSchema, secretText } from './text.ts'
import { timeSchema } from './time-schema.ts'

export const membersPerCampaign = 5

/** POST /api/campaigns/:id/members */
export const memberFormSchema = z.object({
  email: emailSchema(invalid.email),
  role: z.enum(memberRoles, invalid.required),
})
export type MemberForm = z.output<typeof memberFormSchema>

/** What one person asks and another one must confirm: another payee, the end of the campaign, or a large refund. */
export const requestKinds = ['payee', 'end', 'refund'] as const
export type RequestKind = (typeof requestKinds)[number]
export const requestAnswers = ['confirm', 'decline', 'withdraw'] as const
export type RequestAnswer = (typeof requestAnswers)[number]

/** POST /api/campaigns/:id/requests/:request/confirm: the password, and the code where it is on. */
export const requestConfirmationSchema = z.object({
  currentPassword: z.optional(secretText({ min: 0, message: invalid.currentPassword })),
  code: z.optional(twoFactorCode),
})

const askedSchema = z.discriminatedUnion('kind', [
  /** `accountName` is what the provider says. */
  z.object({
    kind: z.literal('payee'),
    payee: z.string(),
    last4: z.string(),
    accountName: z.string(),
  }),
  z.object({ kind: z.literal('end') }),
  z.object({ kind: z.literal('refund'), amount: koboSchema, reason: z.string() }),
])
export type AskedAction = z.output<typeof askedSchema>

export const campaignRequestSchema = z.object({
  id: z.string(),
  asked: askedSchema,
  by: z.string(),
  lapsesAt: timeSchema,
  /** The reader asked for it, and may withdraw it. */
  isOwn: z.boolean(),
  canConfirm: z.boolean(),
})
export type CampaignRequest = z.output<typeof campaignRequestSchema>

export const campaignMemberSchema = z.object({
  id: z.string(),
  role: z.enum(memberRoles),
  /** Empty until the invitation is accepted. */
  name: z.string(),
  /** For the organiser. */
  email: z.string(),
  isSelf: z.boolean(),
  /** When the treasurer begins to confirm, if that is later than now. */
  confirmsFrom: z.nullable(timeSchema),
})
export type CampaignMember = z.output<typeof campaignMemberSchema>

/** GET /api/campaigns/:id/members, for the organiser and members. */
export const campaignMembersSchema = z.object({
  campaign: z.object({ id: z.string(), title: z.string(), slug: z.string() }),
  organiser: z.string(),
  /** Null: the organiser. */
  role: z.nullable(z.enum(memberRoles)),
  hasTwoFactor: z.boolean(),
  members: z.array(campaignMemberSchema),
  requests: z.array(campaignRequestSchema),
  /** Until then the organiser can’t move money alone, because a treasurer left. */
  waitsUntil: z.nullable(timeSchema),
})
export type CampaignMembers = z.output<typeof campaignMembersSchema>

/** GET /api/invitations/:id, for the account whose address was invited. */
export const invitationSchema = z.object({
  campaignId: z.string(),
  title: z.string(),
  organiser: z.string(),
  role: z.enum(memberRoles),
})
export type Invitation = z.output<typeof invitationSchema>

/** GET /api/account/memberships */
export const membershipsSchema = z.object({
  campaigns: z.array(z.object({ id: z.string(), title: z.string(), role: z.enum(memberRoles) })),
})
export type Memberships = z.output<typeof membershipsSchema>
