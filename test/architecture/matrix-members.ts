import { missing, verifiedOnly, type Case, type Matrix } from './matrix-cells.ts'

const password = 'mango rain 47'
const request =
  (what: string): NonNullable<Case['path']> =>
  ({ campaigns, members }) =>
    `/api/campaigns/${campaigns.owners.id}/requests/${members.request}/${what}`
const lookedAfter = { owner: 200, editor: 200, treasurer: 200 } as const

/** Who looks after a campaign, and what one asks and another confirms. */
export const memberRows: Matrix = {
  'GET /api/campaigns/:id/members': [
    {
      on: "the owner's approved one",
      campaign: 'owners',
      answers: { ...verifiedOnly('not-found'), ...lookedAfter },
      keys: {
        others:
          '{campaign{id slug title} hasTwoFactor members[{confirmsFrom email id isSelf name role}] organiser requests[{asked{kind} by canConfirm id isOwn lapsesAt}] role waitsUntil}',
        editor:
          '{campaign{id slug title} hasTwoFactor members[{confirmsFrom email id isSelf name role}] organiser requests[] role waitsUntil}',
      },
    },
    { on: 'a missing one', id: missing, answers: verifiedOnly('not-found') },
  ],
  'POST /api/campaigns/:id/members': [
    {
      on: "the owner's approved one",
      campaign: 'owners',
      body: { email: 'efe@example.com', role: 'treasurer' },
      answers: { ...verifiedOnly('not-found'), owner: 204 },
    },
    {
      on: 'a missing one',
      id: missing,
      body: { email: 'efe@example.com', role: 'treasurer' },
      answers: verifiedOnly('not-found'),
    },
  ],
  'DELETE /api/campaigns/:id/members/:member': [
    {
      on: "the editor of the owner's approved one",
      path: ({ campaigns, members }) =>
        `/api/campaigns/${campaigns.owners.id}/members/${members.editor}`,
      body: {},
      answers: { ...verifiedOnly('not-found'), owner: 204 },
    },
    {
      on: 'a missing member',
      path: ({ campaigns }) => `/api/campaigns/${campaigns.owners.id}/members/${missing}`,
      body: {},
      answers: verifiedOnly('not-found'),
    },
  ],
  'POST /api/campaigns/:id/leave': [
    {
      on: "the owner's approved one",
      campaign: 'owners',
      body: {},
      answers: { ...verifiedOnly('not-found'), editor: 204, treasurer: 204 },
    },
    { on: 'a missing one', id: missing, body: {}, answers: verifiedOnly('not-found') },
  ],
  'POST /api/campaigns/:id/requests/:request/confirm': [
    {
      on: 'a request of the owner',
      path: request('confirm'),
      body: { currentPassword: password },
      answers: { ...verifiedOnly('not-found'), treasurer: 204 },
    },
  ],
  'POST /api/campaigns/:id/requests/:request/end': [
    {
      on: 'a request of the owner',
      path: request('end'),
      body: {},
      answers: { ...verifiedOnly('not-found'), owner: 204, treasurer: 204 },
    },
  ],
  'GET /api/invitations/:id': [
    {
      on: 'that of the donor',
      id: ({ members }) => members.invitation,
      answers: { ...verifiedOnly('not-found'), donor: 200 },
      keys: '{campaignId organiser role title}',
    },
    { on: 'a missing one', id: missing, answers: verifiedOnly('not-found') },
  ],
  'POST /api/invitations/:id': [
    {
      on: 'that of the donor',
      id: ({ members }) => members.invitation,
      body: {},
      answers: { ...verifiedOnly('not-found'), donor: 204 },
    },
    { on: 'a missing one', id: missing, body: {}, answers: verifiedOnly('not-found') },
  ],
  'GET /api/account/memberships': [
    {
      on: 'their own',
      answers: verifiedOnly(200),
      keys: {
        others: '{campaigns[]}',
        editor: '{campaigns[{id role title}]}',
        treasurer: '{campaigns[{id role title}]}',
      },
    },
  ],
}
