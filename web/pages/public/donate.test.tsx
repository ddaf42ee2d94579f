import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { wellDetail } from '#test/support/web/campaigns.ts'
import { fakeApi } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes } from '#test/support/web/render.tsx'

import * as publicDonate from './donate.tsx'

it.each([
  [{ daysLeft: 0 }, 'This campaign has ended and no longer accepts donations.'],
  [{ status: 'pending' }, 'This campaign is not accepting donations.'],
])(
  'says why %o does not accept donations, and links to other campaigns',
  async (change, sentence) => {
    const campaign = { ...wellDetail, acceptsDonations: false, ...change }
    fakeApi({
      'GET /api/session': { account: null },
      'GET /api/campaigns/by-slug/a-well-for-oke-odo': { campaign },
    })
    renderRoutes('/c/a-well-for-oke-odo/donate', [{ path: '/c/:slug/donate', ...publicDonate }])
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(screen.getByRole('link', { name: 'See other campaigns' })).toHaveAttribute(
      'href',
      '/campaigns',
    )
    await expectAccessible()
  },
)
