import { expect, it } from 'vitest'

import { listCampaignActions } from './campaign-actions.ts'

const campaign = {
  id: 'well-1',
  slug: 'a-well',
  status: 'approved',
  daysLeft: 3,
  acceptsDonations: true,
} as const
const list = (changes: Partial<Parameters<typeof listCampaignActions>[0]>, isPublicPage = true) =>
  listCampaignActions({ ...campaign, isOwner: false, ...changes }, { isPublicPage })

it('offers a visitor to donate, and nothing where donations are not accepted', () => {
  expect(list({}).map(({ to }) => to)).toEqual(['/c/a-well/donate'])
  expect(list({}, false).map(({ to }) => to)).toEqual(['/dashboard/campaign/well-1/donate'])
  expect(list({ acceptsDonations: false })).toEqual([])
})

it('offers the organiser to share, to post an update and to thank before donating', () => {
  expect(list({ isOwner: true }).map(({ name, to }) => [name, to])).toEqual([
    ['Share', '/c/a-well/share'],
    ['Post an update', '/c/a-well/updates'],
    ['Thank donors', '/dashboard/campaign/well-1/money'],
    ['Donate', '/c/a-well/donate'],
  ])
})

it.each([
  ['ended', ['Post an update', 'Thank donors']],
  ['pending', []],
  ['cancelled', []],
] as const)('offers the organiser of a campaign that is %s: %s', (status, names) => {
  const offered = list({ isOwner: true, status, acceptsDonations: false })
  expect(offered.map(({ name }) => name)).toEqual(names)
})
