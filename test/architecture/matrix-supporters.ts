import {
  conflicted,
  everyone,
  reviewersOnly,
  verifiedOnly,
  withoutConflict,
  type Matrix,
  only,
} from './matrix-cells.ts'
import { supporterId } from './matrix-supporter-rows.ts'

const missing = '00000000-0000-4000-8000-00000000bbbb'

const at = (supporter: string, what: string) => ({
  path: ({ campaigns }: { campaigns: { owners: { id: string } } }) =>
    `/api/campaigns/${campaigns.owners.id}/supporters/${supporter}/${what}`,
})
const ownersOnly = only({ owner: 204 })
const { others: _, ...reviewers } = reviewersOnly(204)

/** The public list of supporters and what may be done with their words. */
export const supporterRows: Matrix = {
  'GET /api/campaigns/:id/supporters': [
    {
      campaign: 'owners',
      answers: everyone(200),
      keys: '{canHide canPublish canReply next supporters[{amount at id isWaiting name reply words}]}',
    },
    { campaign: 'ownersPending', answers: everyone('not-found') },
  ],
  'POST /api/campaigns/:id/supporters/:supporter/reply': [
    {
      on: "the owner's approved one",
      ...at(supporterId, 'reply'),
      body: { reply: 'Thank you.' },
      answers: ownersOnly,
    },
    {
      on: 'a missing supporter',
      ...at(missing, 'reply'),
      body: { reply: 'Thank you.' },
      answers: verifiedOnly('not-found'),
    },
  ],
  'POST /api/campaigns/:id/supporters/:supporter/hide': [
    {
      on: "the owner's approved one",
      ...at(supporterId, 'hide'),
      body: {},
      answers: { ...ownersOnly, ...reviewers, ...conflicted },
    },
  ],
  'POST /api/campaigns/:id/supporters/:supporter/publish': [
    {
      on: "the owner's approved one",
      ...at(supporterId, 'publish'),
      body: {},
      answers: withoutConflict(204),
    },
  ],
  'POST /api/campaigns/:id/supporters/:supporter/reports': [
    {
      on: "the owner's approved one",
      ...at(supporterId, 'reports'),
      body: {},
      answers: everyone(204),
    },
    {
      on: 'a missing supporter',
      ...at(missing, 'reports'),
      body: {},
      answers: everyone('not-found'),
    },
  ],
}
