import { concerned, toContactKeys } from './matrix-campaigns.ts'
import { everyone, missing, type Matrix } from './matrix-cells.ts'

const ownView = (account: string, contact: string) =>
  `{account${account} canWrite ${toContactKeys(contact)} isFollowing isOwner}`
const ownViewOfVisitor = ownView('', '')
const ownViewOfPerson = ownView('{firstname lastname}', '{email name phone}')

/** What a campaign page adds for the person who reads it. */
export const ownViewRows: Matrix = {
  'GET /api/campaigns/:id/own-view': [
    {
      on: "the owner's approved one",
      campaign: 'owners',
      answers: everyone(200),
      keys: {
        anonymous: ownViewOfVisitor,
        disabled: ownViewOfVisitor,
        stale: ownViewOfVisitor,
        unverified: ownView('{firstname lastname}', ''),
        others: ownViewOfPerson,
      },
    },
    {
      on: "the owner's pending one",
      campaign: 'ownersPending',
      answers: concerned('owner'),
      keys: ownViewOfPerson,
    },
    { on: 'a missing one', id: missing, answers: everyone('not-found') },
  ],
}
