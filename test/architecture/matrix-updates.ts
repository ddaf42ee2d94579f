import {
  conflicted,
  everyone,
  reviewersOnly,
  verifiedOnly,
  type Case,
  type Matrix,
  only,
} from './matrix-cells.ts'
import { updateId } from './matrix-supporter-rows.ts'

const missing = '00000000-0000-4000-8000-00000000dddd'

const form = { title: 'The pump is here', text: 'It works.' }
type Campaigns = { campaigns: { owners: { id: string }; ownersPending: { id: string } } }
const list = ({ campaigns }: Campaigns) => `/api/campaigns/${campaigns.owners.id}/updates`
const one = (update: string, what = '') => ({
  path: (world: Campaigns) => `${list(world)}/${update}${what}`,
})
const following: Case[] = [
  { campaign: 'owners', body: {}, answers: verifiedOnly(204) },
  { campaign: 'ownersPending', body: {}, answers: verifiedOnly('not-found') },
]
const { others: _, ...reviewers } = reviewersOnly(204)

/** What organisers tell about their campaign. */
export const updateRows: Matrix = {
  'GET /api/campaigns/:id/updates': [
    {
      campaign: 'owners',
      answers: everyone(200),
      keys: '{canHide canWrite isFollowing isWeekly next updates[{at earlier[] editedAt id images[] kept[] text title}]}',
    },
    { campaign: 'ownersPending', answers: everyone('not-found') },
  ],
  'POST /api/campaigns/:id/updates': [
    {
      campaign: 'owners',
      body: form,
      answers: only({ owner: 201, editor: 201 }),
      keys: '{recipients}',
    },
    { campaign: 'ownersPending', body: form, answers: verifiedOnly('not-found') },
  ],
  'PUT /api/campaigns/:id/updates/:update': [
    {
      on: "the owner's approved one",
      ...one(updateId),
      body: form,
      answers: only({ owner: 204, editor: 204 }),
    },
    { on: 'a missing update', ...one(missing), body: form, answers: verifiedOnly('not-found') },
  ],
  'POST /api/campaigns/:id/updates/:update/hide': [
    {
      on: "the owner's approved one",
      ...one(updateId, '/hide'),
      body: {},
      answers: only({ owner: 204, ...reviewers, ...conflicted }),
    },
    {
      on: 'a missing update',
      ...one(missing, '/hide'),
      body: {},
      answers: only({ ...conflicted }),
    },
  ],
  'POST /api/campaigns/:id/follow-links': [
    { campaign: 'owners', body: { email: 'guest@example.com' }, answers: everyone(204) },
    {
      campaign: 'ownersPending',
      body: { email: 'guest@example.com' },
      answers: everyone('not-found'),
    },
  ],
  'POST /api/campaigns/:id/followers': following,
  'DELETE /api/campaigns/:id/followers': following,
  'GET /c/:id/updates.rss': [
    { slug: 'owners', answers: everyone(200), keys: 'application/rss+xml' },
    { slug: 'ownersPending', answers: everyone('not-found') },
  ],
}
