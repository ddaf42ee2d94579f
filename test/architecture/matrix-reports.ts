import {
  everyone,
  reviewersOnly,
  verifiedOnly,
  withoutConflict,
  type Answer,
  type Case,
  type Matrix,
} from './matrix-cells.ts'
import type { World } from './matrix-world.ts'

const missing = '00000000-0000-4000-8000-000000000000'
const report = { reason: 'fraud', details: 'The pictures are of another village.' }
const reason = { reason: 'Please say whose picture this is.' }
const takedown = {
  ...reason,
  ground: 'fraud',
  publicReason: 'The pictures are of another village.',
}
const reportKeys = '{reference}'
const caseReport = '{at details id reason reference}'
const listedCases = (conflicts: string) =>
  `{cases[{actions[] assignedTo campaignId closedAt ${conflicts} id isFrozen isUnfreezeAsked openedAt outcome reports slug status title}] kinds[{count kind}] next total}`
const decisionKeys = '{appeal canAppeal statement}'
const frozenDecisionKeys =
  '{appeal{at kind outcome reason text} canAppeal statement{appealUntil at ground kind publicReason reason reportReasons[]}}'
const figureKeys =
  '{years[{appeals approved freezes medianHoursToClose medianHoursToReview overturned refundedKobo refunds rejected ' +
  'reports[{acted dismissed open reason received}] submitted takedowns{fraud} upheld year}]}'

const staffAnd = (answer: Answer): Case['answers'] => {
  const { others: _, ...staff } = reviewersOnly(answer)
  return { ...staff, owner: answer }
}

/** Everyone but the owner and staff reads that the campaign was taken down. */
const takenDownFor = (answer: Answer): Case['answers'] => ({
  ...staffAnd(answer),
  others: 'campaign-taken-down',
})

const appealKeys =
  '{appeals[{at campaignId conflicts[] decidedAt id isInForce kind reason text title}] next}'

type Answers = { owners?: Answer; own?: Answer }

/** Answers of an action to a reviewer without a conflict of interest: on the owner's approved campaign, and on a reviewer's pending one. */
const moderating = (
  act: string,
  body?: object,
  { owners = 204, own = 204 }: Answers = {},
): Case[] => {
  const path = (id: number) => `/api/cases/${id}/${act}`
  const sent = body && { body }
  return [
    {
      on: "the owner's",
      path: ({ moderation }) => path(moderation.ownersCase),
      answers: withoutConflict(owners),
      ...sent,
    },
    {
      on: "the reviewer's own",
      path: ({ moderation }) => path(moderation.reviewersCase),
      answers: { ...reviewersOnly(own), reviewerWhoOwns: 'conflict-of-interest' },
      ...sent,
    },
    { on: 'a missing one', path: path(999_999), answers: everyone('not-found'), ...sent },
  ]
}

const deciding = (act: 'uphold' | 'overturn'): Case[] => {
  const path = (id: number) => `/api/appeals/${id}/${act}`
  return [
    {
      on: "the owner's",
      path: ({ moderation }) => path(moderation.ownersAppeal),
      answers: withoutConflict(204),
      body: reason,
    },
    { on: 'a missing one', path: path(999_999), answers: everyone('not-found'), body: reason },
  ]
}

const reporting = (id: (world: World) => string, on: string, answers: Case['answers']): Case => ({
  on,
  path: (world) => `/api/campaigns/${id(world)}/reports`,
  body: report,
  answers,
  keys: reportKeys,
})

/** What people report of campaigns, what reviewers do about it, and appeals. */
export const reportRows: Matrix = {
  'POST /api/campaigns/:id/reports': {
    rule: 'reportCampaign',
    cases: [
      reporting(({ campaigns }) => campaigns.owners.id, "the owner's approved one", everyone(201)),
      reporting(
        ({ campaigns }) => campaigns.ownersPending.id,
        "the owner's pending one",
        everyone('not-found'),
      ),
      reporting(
        ({ campaigns }) => campaigns.takenDown.id,
        'one that was taken down',
        takenDownFor(201),
      ),
      reporting(() => missing, 'a missing one', everyone('not-found')),
    ],
  },
  'GET /api/cases': {
    rule: 'listReviews',
    cases: [
      {
        on: 'the open cases',
        path: '/api/cases',
        answers: reviewersOnly(200),
        keys: listedCases('conflicts[]'),
      },
    ],
  },
  'POST /api/cases/assign': {
    rule: 'changeEachCase',
    cases: [
      {
        on: 'none of theirs',
        path: '/api/cases/assign',
        body: { ids: ['0'] },
        answers: reviewersOnly(200),
        keys: '{changed}',
      },
    ],
  },
  'POST /api/cases/dismiss': {
    rule: 'changeEachCase',
    cases: [
      {
        on: 'none of theirs',
        path: '/api/cases/dismiss',
        body: { ids: ['0'], reason: 'It is spam.' },
        answers: reviewersOnly(200),
        keys: '{changed}',
      },
    ],
  },
  'GET /api/work': {
    rule: 'readWork',
    cases: [
      {
        on: 'what waits',
        path: '/api/work',
        answers: reviewersOnly(200),
        keys: '{isMailed kinds[{count dueAt kind oldestAt}]}',
      },
    ],
  },
  'PUT /api/work/mail': {
    rule: 'setWorkMail',
    cases: [
      {
        on: 'their own',
        path: '/api/work/mail',
        body: { isMailed: true },
        answers: reviewersOnly(204),
      },
    ],
  },
  'GET /api/cases/:id/reports': {
    rule: 'readReports',
    cases: [
      {
        on: "the owner's",
        path: ({ moderation }) => `/api/cases/${moderation.ownersCase}/reports`,
        answers: withoutConflict(200),
        keys: `{next reports[${caseReport}]}`,
      },
      { on: 'a missing one', path: '/api/cases/999999/reports', answers: everyone('not-found') },
    ],
  },
  'POST /api/cases/:id/assign': { rule: 'moderateCampaign', cases: moderating('assign') },
  'POST /api/cases/:id/release': { rule: 'moderateCampaign', cases: moderating('release') },
  'POST /api/cases/:id/dismiss': { rule: 'moderateCampaign', cases: moderating('dismiss') },
  'POST /api/cases/:id/unfreeze': { rule: 'moderateCampaign', cases: moderating('unfreeze') },
  'POST /api/cases/:id/freeze': { rule: 'moderateCampaign', cases: moderating('freeze', reason) },
  'POST /api/cases/:id/takedown': {
    rule: 'moderateCampaign',
    cases: moderating('takedown', takedown, { own: 'already-reviewed' }),
  },
  'POST /api/cases/:id/restore': {
    rule: 'moderateCampaign',
    cases: moderating('restore', undefined, {
      owners: 'campaign-status-changed',
      own: 'campaign-status-changed',
    }),
  },
  'POST /api/reviews/:id/undo': {
    rule: 'undoDecision',
    cases: [
      {
        on: 'a scheduled decision',
        path: ({ campaigns }) => `/api/reviews/${campaigns.frozen.id}/undo`,
        // The other reviewer's approval is in effect.
        answers: { reviewer: 204, reviewerWhoApproved: 'decision-in-effect', others: 'not-found' },
      },
      {
        on: 'a campaign without a decision',
        path: ({ campaigns }) => `/api/reviews/${campaigns.reviewersPending.id}/undo`,
        answers: everyone('not-found'),
      },
      { on: 'a missing one', path: `/api/reviews/${missing}/undo`, answers: everyone('not-found') },
    ],
  },
  'GET /api/appeals': {
    rule: 'listReviews',
    cases: [
      {
        on: 'the open appeals',
        path: '/api/appeals',
        answers: reviewersOnly(200),
        keys: appealKeys,
      },
    ],
  },
  'POST /api/appeals/:id/uphold': { rule: 'decideAppeal', cases: deciding('uphold') },
  'POST /api/appeals/:id/overturn': { rule: 'decideAppeal', cases: deciding('overturn') },
  'GET /api/campaigns/:id/decision': {
    rule: 'readDecision',
    cases: [
      {
        on: "the owner's approved one",
        path: ({ campaigns }) => `/api/campaigns/${campaigns.owners.id}/decision`,
        answers: { ...verifiedOnly('not-found'), ...staffAnd(200) },
        keys: decisionKeys,
      },
      {
        on: "the owner's frozen one",
        path: ({ campaigns }) => `/api/campaigns/${campaigns.frozen.id}/decision`,
        answers: { ...verifiedOnly('not-found'), ...staffAnd(200) },
        keys: frozenDecisionKeys,
      },
      {
        on: 'a missing one',
        path: `/api/campaigns/${missing}/decision`,
        answers: verifiedOnly('not-found'),
      },
    ],
  },
  'POST /api/campaigns/:id/appeals': {
    rule: 'appealDecision',
    cases: [
      {
        on: "the owner's taken-down one",
        path: ({ campaigns }) => `/api/campaigns/${campaigns.takenDown.id}/appeals`,
        body: { text: 'The pictures are of our own village.' },
        answers: { ...verifiedOnly('not-found'), owner: 204 },
      },
      {
        on: "the owner's frozen one, with an appeal",
        path: ({ campaigns }) => `/api/campaigns/${campaigns.frozen.id}/appeals`,
        body: { text: 'The pictures are of our own village.' },
        answers: { ...verifiedOnly('not-found'), owner: 'appeal-closed' },
      },
      {
        on: 'a missing one',
        path: `/api/campaigns/${missing}/appeals`,
        body: { text: 'The pictures are of our own village.' },
        answers: verifiedOnly('not-found'),
      },
    ],
  },
  'GET /api/transparency': {
    rule: 'readYearlyFigures',
    cases: [
      {
        on: 'the figures',
        path: '/api/transparency',
        answers: everyone(200),
        keys: figureKeys,
      },
    ],
  },
}
