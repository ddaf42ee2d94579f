import {
  missing,
  everyone,
  reviewersOnly,
  verifiedOnly,
  withoutConflict,
  type Answer,
  type Case,
  type Matrix,
  members,
  only,
} from './matrix-cells.ts'
import type { World } from './matrix-world.ts'

const report = { reason: 'fraud', details: 'The pictures are of another village.' }
const reason = { reason: 'Please say whose picture this is.' }
const takedown = {
  ...reason,
  ground: 'fraud',
  publicReason: 'The pictures are of another village.',
}
const reportKeys = '{reference}'
const caseReport = '{at details id number reason reference}'
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
  ...members(answer),
  others: 'campaign-taken-down',
})

const appealKeys =
  '{appeals[{at campaignId conflicts[] decidedAt dueAt id isInForce kind reason text title}] kinds[{count kind}] next total}'

type Answers = { owners?: Answer; own?: Answer }

/** Answers of an action to a reviewer without a conflict of interest: on the owner's approved campaign, and on a reviewer's pending one. */
const moderating = (body?: object, { owners = 204, own = 204 }: Answers = {}): Case[] => {
  const sent = body && { body }
  return [
    {
      on: "the owner's",
      id: ({ moderation }) => moderation.ownersCase,
      answers: withoutConflict(owners),
      ...sent,
    },
    {
      on: "the reviewer's own",
      id: ({ moderation }) => moderation.reviewersCase,
      answers: { ...reviewersOnly(own), reviewerWhoOwns: 'conflict-of-interest' },
      ...sent,
    },
    { on: 'a missing one', id: 999_999, answers: everyone('not-found'), ...sent },
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
    { on: 'a missing one', id: 999_999, answers: everyone('not-found'), body: reason },
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
  'POST /api/campaigns/:id/reports': [
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
  'GET /api/cases': [
    { on: 'the open cases', answers: reviewersOnly(200), keys: listedCases('conflicts[]') },
  ],
  'POST /api/cases/assign': [
    { on: 'none of theirs', body: { ids: ['0'] }, answers: reviewersOnly(200), keys: '{changed}' },
  ],
  'POST /api/cases/dismiss': [
    {
      on: 'none of theirs',
      body: { ids: ['0'], reason: 'It is spam.' },
      answers: reviewersOnly(200),
      keys: '{changed}',
    },
  ],
  'GET /api/work': [
    {
      on: 'what waits',
      answers: reviewersOnly(200),
      keys: '{isMailed kinds[{count dueAt kind oldestAt}]}',
    },
  ],
  'PUT /api/work/mail': [
    { on: 'their own', body: { isMailed: true }, answers: reviewersOnly(204) },
  ],
  'GET /api/cases/:id/reports': [
    {
      on: "the owner's",
      id: ({ moderation }) => moderation.ownersCase,
      answers: withoutConflict(200),
      keys: `{next reports[${caseReport}]}`,
    },
    { on: 'a missing one', id: '999999', answers: everyone('not-found') },
  ],
  'POST /api/cases/:id/assign': moderating(),
  'POST /api/cases/:id/release': moderating(),
  'POST /api/cases/:id/dismiss': moderating(),
  'POST /api/cases/:id/unfreeze': moderating(),
  'POST /api/cases/:id/freeze': moderating(reason),
  'POST /api/cases/:id/takedown': moderating(takedown, { own: 'already-reviewed' }),
  'POST /api/cases/:id/restore': moderating(undefined, {
    owners: 'campaign-status-changed',
    own: 'campaign-status-changed',
  }),
  'POST /api/reviews/:id/undo': [
    {
      on: 'a scheduled decision',
      campaign: 'frozen',
      // The other reviewer's approval is in effect.
      answers: { reviewer: 204, reviewerWhoApproved: 'decision-in-effect', others: 'not-found' },
    },
    {
      on: 'a campaign without a decision',
      campaign: 'reviewersPending',
      answers: everyone('not-found'),
    },
    { id: missing, answers: everyone('not-found') },
  ],
  'GET /api/appeals': [{ on: 'the open appeals', answers: reviewersOnly(200), keys: appealKeys }],
  'POST /api/appeals/:id/uphold': deciding('uphold'),
  'POST /api/appeals/:id/overturn': deciding('overturn'),
  'GET /api/campaigns/:id/decision': [
    { campaign: 'owners', answers: only({ ...staffAnd(200) }), keys: decisionKeys },
    { campaign: 'frozen', answers: only({ ...staffAnd(200) }), keys: frozenDecisionKeys },
    { id: missing, answers: verifiedOnly('not-found') },
  ],
  'POST /api/campaigns/:id/appeals': [
    {
      campaign: 'takenDown',
      body: { text: 'The pictures are of our own village.' },
      answers: only({ owner: 204 }),
    },
    {
      on: "the owner's frozen one, with an appeal",
      campaign: 'frozen',
      body: { text: 'The pictures are of our own village.' },
      answers: only({ owner: 'appeal-closed' }),
    },
    {
      id: missing,
      body: { text: 'The pictures are of our own village.' },
      answers: verifiedOnly('not-found'),
    },
  ],
  'GET /api/transparency': [{ on: 'the figures', answers: everyone(200), keys: figureKeys }],
}
