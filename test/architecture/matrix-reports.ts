import { everyone, reviewersOnly, type Case, type Matrix } from './matrix-cells.ts'

const missing = '00000000-0000-4000-8000-000000000000'
const reportKeys = { reason: 'fraud', details: 'The pictures are of another village.' }

const settling = (act: 'dismiss' | 'freeze' | 'unfreeze', body?: object): Case[] => {
  const path = (id: string) => `/api/reports/${id}/${act}`
  const sent = body && { body }
  return [
    {
      on: "the owner's",
      path: ({ campaigns }) => path(campaigns.owners.id),
      answers: reviewersOnly(204),
      ...sent,
    },
    {
      on: "the reviewer's own",
      path: ({ campaigns }) => path(campaigns.reviewersPending.id),
      answers: { ...reviewersOnly(204), reviewerWhoOwns: 'own-campaign' },
      ...sent,
    },
    { on: 'a missing one', path: path(missing), answers: everyone('not-found'), ...sent },
  ]
}

/** What people report of campaigns, and what reviewers do about it. */
export const reportRows: Matrix = {
  'POST /api/campaigns/:id/reports': {
    rule: 'reportCampaign',
    cases: [
      {
        on: "the owner's approved one",
        path: ({ campaigns }) => `/api/campaigns/${campaigns.owners.id}/reports`,
        body: reportKeys,
        answers: everyone(204),
      },
      {
        on: "the owner's pending one",
        path: ({ campaigns }) => `/api/campaigns/${campaigns.ownersPending.id}/reports`,
        body: reportKeys,
        answers: everyone('not-found'),
      },
      {
        on: 'a missing one',
        path: `/api/campaigns/${missing}/reports`,
        body: reportKeys,
        answers: everyone('not-found'),
      },
    ],
  },
  'GET /api/reports': {
    rule: 'listReviews',
    cases: [
      {
        on: 'the reports',
        path: '/api/reports',
        answers: reviewersOnly(200),
        keys: '{campaigns[]}',
      },
    ],
  },
  'POST /api/reports/:id/dismiss': { rule: 'reviewCampaign', cases: settling('dismiss') },
  'POST /api/reports/:id/unfreeze': { rule: 'reviewCampaign', cases: settling('unfreeze') },
  'POST /api/reports/:id/freeze': {
    rule: 'reviewCampaign',
    cases: settling('freeze', { reason: 'Please say whose picture this is.' }),
  },
}
