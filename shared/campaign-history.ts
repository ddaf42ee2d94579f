import * as z from 'zod/mini'

/** Everything that is ever done with a campaign, as its history names it. */
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
  'unfreeze',
  'change-propose',
  'change-ask',
  'change-answer',
  'change-endorse',
  'change-approve',
  'change-reject',
  'change-withdraw',
] as const
export type CampaignEvent = (typeof campaignEvents)[number]

export const doers = ['owner', 'reviewer', 'admin', 'clock'] as const
export type Doer = (typeof doers)[number]

/** What of a campaign may be different from one day to the next, as histories name it. */
export const editedFields = [
  'title',
  'country',
  'city',
  'category',
  'description',
  'goal',
  'startDate',
  'endDate',
  'raiseMoneyFor',
  'importance',
  'impact',
  'images',
  'contact',
  'beneficiary',
  'bank',
] as const
export type EditedField = (typeof editedFields)[number]

/** Where a proposed change of an approved campaign stands. */
export const changeStatuses = ['pending', 'information-requested'] as const
export type ChangeStatus = (typeof changeStatuses)[number]

/** GET /api/campaigns/:id/history, for its owner and for reviewers. Owners are not told which reviewer it was. */
export const campaignHistorySchema = z.object({
  moves: z.array(
    z.object({
      event: z.enum(campaignEvents),
      by: z.enum(doers),
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
export type CampaignPast = z.output<typeof campaignHistorySchema>

/** `before` is null for what was never public, and for pictures. */
export const fieldChangesSchema = z.array(
  z.object({ field: z.enum(editedFields), before: z.nullable(z.string()) }),
)

/** GET /api/campaigns/:id/edits: what is different since it was approved, newest first. */
export const campaignEditsSchema = z.object({
  edits: z.array(z.object({ at: z.string(), changes: fieldChangesSchema })),
})
export type CampaignEdits = z.output<typeof campaignEditsSchema>['edits']
