import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { toCampaignList, wellCard } from '#test/support/web/campaigns.ts'
import { fakeApi } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes } from '#test/support/web/render.tsx'

import * as campaigns from './campaigns.tsx'

const open = (address: string) =>
  renderRoutes(address, [{ path: '/campaigns/:category?', ...campaigns }])

describe('the public list', () => {
  it('has a form with the query of its address, and cards that lead to public pages', async () => {
    fakeApi({
      'GET /api/campaigns?limit=12&category=Health&q=well&place=Ife': toCampaignList(wellCard),
    })
    open('/campaigns/health?q=well&place=Ife')
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Health and medical campaigns' }),
    ).toBeVisible()
    expect(screen.getByLabelText('Search campaigns')).toHaveValue('well')
    expect(screen.getByLabelText('Category')).toHaveValue('Health')
    expect(screen.getByLabelText('City or country')).toHaveValue('Ife')
    expect(screen.getByText('1 campaign for “well”')).toBeVisible()
    const names = [...document.querySelectorAll('main form [name]')].map((field) =>
      field.getAttribute('name'),
    )
    expect(names).toEqual(['q', 'category', 'place', 'state', 'sort'])
    expect(screen.getByRole('link', { name: `View Project: ${wellCard.title}` })).toHaveAttribute(
      'href',
      '/c/a-well-for-oke-odo',
    )
    expect(screen.getByRole('link', { name: 'Education' })).toHaveAttribute(
      'href',
      '/campaigns/education?q=well&place=Ife',
    )
    await expectAccessible()
  })

  it('leads on from a search without result: to all categories, or to all campaigns', async () => {
    fakeApi({ 'GET /api/campaigns?limit=12&category=Health&q=wel': toCampaignList() })
    open('/campaigns/health?q=wel')
    expect(await screen.findByText('No campaigns match your search.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Search all categories' })).toHaveAttribute(
      'href',
      '/campaigns?q=wel',
    )
    expect(screen.getByRole('link', { name: 'Show all campaigns' })).toHaveAttribute(
      'href',
      '/campaigns',
    )
    await expectAccessible()
  })

  it("shows 'No Campaigns Available' and how to start one when there are none at all", async () => {
    fakeApi({ 'GET /api/campaigns?limit=12': toCampaignList() })
    open('/campaigns')
    expect(await screen.findByText('No Campaigns Available')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Start a campaign' })).toHaveAttribute('href', '/start')
  })
})
