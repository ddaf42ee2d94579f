import * as z from 'zod/mini'

import { laterTextNames } from './campaign-content.ts'

export const campaignEvents = [
  'submit',
  'edit',
  'ask',
  'answer',
  'endorse',
  'approve',
  'reject',
  'resubmit',
  'end',
  'expire',
  'cancel',
  'freeze',
  'unfreeze-ask',
  'unfreeze',
  'takedown',
  'restore',
  'restore-ended',
  'restore-cancelled',
  'appeal',
  'appeal-uphold',
  'appeal-overturn',
  'change-propose',
  'change-ask',
  'change-answer',
  'change-endorse',
  'change-approve',
  'change-reject',
  'change-withdraw',
  'payee-change',
  'payee-confirm',
  'payee-decline',
  'payee-withdraw',
  'document-add',
  'document-remove',
  'take-back',
] as const
export type CampaignEvent = (typeof campaignEvents)[number]

export const transitionActors = ['owner', 'reviewer', 'admin', 'payee', 'system'] as const
export type TransitionActor = (typeof transitionActors)[number]

export const editedFields = [
  'title',
  'country',
  'city',
  'category',
  'cause',
  'description',
  'goal',
  'startDate',
  'endDate',
  ...laterTextNames,
  'budget',
  'images',
  'contact',
  'beneficiary',
  'bank',
] as const
export type EditedField = (typeof editedFields)[number]

export const changeStatuses = ['pending', 'information-requested'] as const
export type ChangeStatus = (typeof changeStatuses)[number]

/** GET /api/campaigns/:id/history, for the owner and reviewers. `name` is null for owners, who do not learn which reviewer decided. */
export const campaignHistorySchema = z.object({
  transitions: z.array(
    z.object({
      event: z.enum(campaignEvents),
      actor: z.enum(transitionActors),
      name: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      at: z.string(),
    }),
  ),
  change: z.nullable(
    z.object({
      status: z.enum(changeStatuses),
      fields: z.array(z.enum(editedFields)),
      at: z.string(),
    }),
  ),
})
export type CampaignHistoryResponse = z.output<typeof campaignHistorySchema>

/** `before` is null for private fields and images. */
export const fieldChangesSchema = z.array(
  z.object({ field: z.enum(editedFields), before: z.nullable(z.string()) }),
)

/** GET /api/campaigns/:id/edits: public edit history since approval, newest first. `earlierVersion` is the version before the edit. */
export const campaignEditsSchema = z.object({
  edits: z.array(
    z.object({
      at: z.string(),
      changes: fieldChangesSchema,
      earlierVersion: z.nullable(z.int()),
    }),
  ),
})
export type CampaignEdits = z.output<typeof campaignEditsSchema>['edits']
