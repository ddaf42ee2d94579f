import { concerned, missing, toContactKeys } from './matrix-campaigns.ts'
import { everyone, type Matrix } from './matrix-cells.ts'

const ownView = {
  of: (account: string, contact: string) =>
    `{account${account} canWrite ${toContactKeys(contact)} isFollowing}`,
  path: (id: string) => `/api/campaigns/${id}/own-view`,
}
const ownViewOfVisitor = ownView.of('', '')
const ownViewOfPerson = ownView.of('{firstname lastname}', '{email name phone}')

/** What a campaign page adds for the person who reads it. */
export const ownViewRows: Matrix = {
  'GET /api/campaigns/:id/own-view': {
    rule: 'readCampaign',
    cases: [
      {
        on: "the owner's approved one",
        path: ({ campaigns }) => ownView.path(campaigns.owners.id),
        answers: everyone(200),
        keys: {
          anonymous: ownViewOfVisitor,
          disabled: ownViewOfVisitor,
          stale: ownViewOfVisitor,
          unverified: ownView.of('{firstname lastname}', ''),
          others: ownViewOfPerson,
        },
      },
      {
        on: "the owner's pending one",
        path: ({ campaigns }) => ownView.path(campaigns.ownersPending.id),
        answers: concerned('owner'),
        keys: ownViewOfPerson,
      },
      { on: 'a missing one', path: ownView.path(missing), answers: everyone('not-found') },
    ],
  },
}
