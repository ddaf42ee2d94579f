import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { toCampaignList } from '#test/support/web/campaigns.ts'
import { fakeApi, refusal } from '#test/support/web/fake-api.ts'
import { renderRoutes } from '#test/support/web/render.tsx'

import * as landing from './landing.tsx'

const newest = 'GET /api/campaigns?limit=3'
const open = () => renderRoutes('/', [{ path: '/', ...landing }])
const section = async (heading: string) => {
  const title = await screen.findByRole('heading', { level: 2, name: heading })
  return within(title.closest('section') ?? document.body)
}

describe('the landing page (specification §1)', () => {
  it('distinguishes no campaigns from campaigns that could not be loaded', async () => {
    fakeApi({ [newest]: toCampaignList() })
    const { unmount } = open()
    expect(await screen.findByText('No Campaigns Available')).toBeVisible()
    unmount()

    fakeApi({ [newest]: refusal(500, 'internal') })
    open()
    expect(await screen.findByText('We couldn’t load the campaigns.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  it('links each of the six tiles to the list of a category (readings C1)', async () => {
    fakeApi({ [newest]: toCampaignList() })
    open()
    const tiles = (await section('Mobilize Resources for')).getAllByRole('link')
    expect(tiles.map((tile) => [tile.textContent, tile.getAttribute('href')])).toEqual([
      ['Charity', '/campaigns/charity'],
      ['Community', '/campaigns/community-development'],
      ['Academic', '/campaigns/education'],
      ['Disaster', '/campaigns/emergency-assistance'],
      ['Legal', '/campaigns/legal'],
      ['Medical', '/campaigns/health'],
    ])
  })
})
