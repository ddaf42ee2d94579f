import {
  missing,
  everyone,
  reviewersOnly,
  reviewing,
  type Case,
  type Matrix,
  members,
} from './matrix-cells.ts'

export const versionKeys =
  'beneficiary budget[] category cause city country description endDate goal images[{alt height id width}] impact importance raiseMoneyFor startDate title'

const reading = (after: string, keys: string, withoutVersion: 200 | 'not-found'): Case[] => [
  {
    on: "the owner's approved one",
    path: ({ campaigns }) => `/api/campaigns/${campaigns.owners.id}/${after}`,
    answers: everyone(200),
    keys,
  },
  {
    on: "the owner's pending one",
    path: ({ campaigns }) => `/api/campaigns/${campaigns.ownersPending.id}/${after}`,
    answers:
      withoutVersion === 200 ? { ...reviewersOnly(200), ...members(200) } : everyone('not-found'),
    ...(withoutVersion === 200 && { keys: '{versions[]}' }),
  },
  {
    on: 'a missing one',
    path: `/api/campaigns/${missing}/${after}`,
    answers: everyone('not-found'),
  },
]

const deciding = (body: object): Case[] => [
  { on: "the owner's", campaign: 'owners', body, answers: reviewing(204) },
  {
    on: "the reviewer's own, which has no edit",
    campaign: 'reviewersPending',
    body,
    answers: { ...reviewersOnly('campaign-changed'), reviewerWhoOwns: 'conflict-of-interest' },
  },
  { id: missing, body, answers: everyone('not-found') },
]

/** Versions of campaigns, and edits that went live without review. */
export const versionRows: Matrix = {
  'GET /api/campaigns/:id/versions': reading('versions', '{versions[{at kind number}]}', 200),
  'GET /api/campaigns/:id/trust': [
    {
      campaign: 'owners',
      answers: everyone(200),
      keys: '{accountSince bankNameMatchedOn documents earlierCampaigns[] keepers payee payeeAgreedOn}',
    },
    {
      campaign: 'ownersPending',
      answers: { ...reviewersOnly(200), ...members(200) },
      keys: '{accountSince bankNameMatchedOn documents earlierCampaigns[{goal raised slug status title}] keepers payee payeeAgreedOn}',
    },
  ],
  'GET /api/campaigns/:id/versions/:number': reading(
    'versions/2',
    `{version{at before{${versionKeys}} content{${versionKeys}} earlier kind later number}}`,
    'not-found',
  ),
  'GET /api/reviews/edits': [
    {
      on: 'the live edits',
      answers: reviewersOnly(200),
      keys: `{edits[{after{${versionKeys}} at before{${versionKeys}} campaign{id slug title} number score}] threshold total}`,
    },
  ],
  'POST /api/reviews/:id/edits/accept': deciding({ number: 2 }),
  'POST /api/reviews/:id/edits/take-back': deciding({
    number: 2,
    reason: 'Please show us the permit first.',
  }),
}
