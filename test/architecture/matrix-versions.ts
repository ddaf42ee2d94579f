import { everyone, reviewersOnly, reviewing, type Case, type Matrix } from './matrix-cells.ts'

const missing = '00000000-0000-4000-8000-000000000000'
export const versionKeys =
  'beneficiary category cause city country description endDate goal images[{alt height id width}] impact importance raiseMoneyFor startDate title'

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
    answers: withoutVersion === 200 ? { ...reviewersOnly(200), owner: 200 } : everyone('not-found'),
    ...(withoutVersion === 200 && { keys: '{versions[]}' }),
  },
  {
    on: 'a missing one',
    path: `/api/campaigns/${missing}/${after}`,
    answers: everyone('not-found'),
  },
]

const deciding = (decision: 'accept' | 'take-back', body: object): Case[] => {
  const path = (id: string) => `/api/reviews/${id}/edits/${decision}`
  return [
    {
      on: "the owner's",
      path: ({ campaigns }) => path(campaigns.owners.id),
      answers: reviewing(204),
      body,
    },
    {
      on: "the reviewer's own, which has no edit",
      path: ({ campaigns }) => path(campaigns.reviewersPending.id),
      answers: { ...reviewersOnly('campaign-changed'), reviewerWhoOwns: 'conflict-of-interest' },
      body,
    },
    { on: 'a missing one', path: path(missing), answers: everyone('not-found'), body },
  ]
}

/** Versions of campaigns, and edits that went live without review. */
export const versionRows: Matrix = {
  'GET /api/campaigns/:id/versions': {
    rule: 'readCampaign',
    cases: reading('versions', '{versions[{at kind number}]}', 200),
  },
  'GET /api/campaigns/:id/trust': {
    rule: 'readCampaign',
    cases: [
      {
        on: "the owner's approved one",
        path: ({ campaigns }) => `/api/campaigns/${campaigns.owners.id}/trust`,
        answers: everyone(200),
        keys: '{accountSince bankNameMatchedOn documents earlierCampaigns[] payee payeeAgreedOn}',
      },
      {
        on: "the owner's pending one",
        path: ({ campaigns }) => `/api/campaigns/${campaigns.ownersPending.id}/trust`,
        answers: { ...reviewersOnly(200), owner: 200 },
        keys: '{accountSince bankNameMatchedOn documents earlierCampaigns[{goal raised slug status title}] payee payeeAgreedOn}',
      },
    ],
  },
  'GET /api/campaigns/:id/versions/:number': {
    rule: 'readCampaign',
    cases: reading(
      'versions/2',
      `{version{at before{${versionKeys}} content{${versionKeys}} earlier kind later number}}`,
      'not-found',
    ),
  },
  'GET /api/reviews/edits': {
    rule: 'listReviews',
    cases: [
      {
        on: 'the live edits',
        path: '/api/reviews/edits',
        answers: reviewersOnly(200),
        keys: `{edits[{after{${versionKeys}} at before{${versionKeys}} campaign{id slug title} number score}] threshold total}`,
      },
    ],
  },
  'POST /api/reviews/:id/edits/accept': {
    rule: 'reviewCampaign',
    cases: deciding('accept', { number: 2 }),
  },
  'POST /api/reviews/:id/edits/take-back': {
    rule: 'reviewCampaign',
    cases: deciding('take-back', { number: 2, reason: 'Please show us the permit first.' }),
  },
}
