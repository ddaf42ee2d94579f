import { missing, verifiedOnly, type Case, type Matrix, only } from './matrix-cells.ts'

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
      campaign: 'owners',
      answers: only({ ...lookedAfter }),
      keys: {
        others:
          '{campaign{id slug title} hasTwoFactor members[{confirmsFrom email id isSelf name role}] organiser requests[{asked{kind} by canConfirm id isOwn lapsesAt}] role waitsUntil}',
        editor:
          '{campaign{id slug title} hasTwoFactor members[{confirmsFrom email id isSelf name role}] organiser requests[] role waitsUntil}',
      },
    },
    { id: missing, answers: verifiedOnly('not-found') },
  ],
  'POST /api/campaigns/:id/members': [
    {
      campaign: 'owners',
      body: { email: 'efe@example.com', role: 'treasurer' },
      answers: only({ owner: 204 }),
    },
    {
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
      answers: only({ owner: 204 }),
    },
    {
      on: 'a missing member',
      path: ({ campaigns }) => `/api/campaigns/${campaigns.owners.id}/members/${missing}`,
      body: {},
      answers: verifiedOnly('not-found'),
    },
  ],
  'POST /api/campaigns/:id/leave': [
    { campaign: 'owners', body: {}, answers: only({ editor: 204, treasurer: 204 }) },
    { id: missing, body: {}, answers: verifiedOnly('not-found') },
  ],
  'POST /api/campaigns/:id/requests/:request/confirm': [
    {
      on: 'a request of the owner',
      path: request('confirm'),
      body: { currentPassword: password },
      answers: only({ treasurer: 204 }),
    },
  ],
  'POST /api/campaigns/:id/requests/:request/end': [
    {
      on: 'a request of the owner',
      path: request('end'),
      body: {},
      answers: only({ owner: 204, treasurer: 204 }),
    },
  ],
  'GET /api/invitations/:id': [
    {
      on: 'that of the donor',
      id: ({ members }) => members.invitation,
      answers: only({ donor: 200 }),
      keys: '{campaignId organiser role title}',
    },
    { id: missing, answers: verifiedOnly('not-found') },
  ],
  'POST /api/invitations/:id': [
    {
      on: 'that of the donor',
      id: ({ members }) => members.invitation,
      body: {},
      answers: only({ donor: 204 }),
    },
    { id: missing, body: {}, answers: verifiedOnly('not-found') },
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
