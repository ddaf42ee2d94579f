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
    { campaign: 'ownersPending', answers: concerned('owner'), keys: ownViewOfPerson },
    { id: missing, answers: everyone('not-found') },
  ],
}
