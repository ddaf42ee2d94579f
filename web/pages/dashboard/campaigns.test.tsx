import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { toCampaignList, wellCard } from '#test/support/web/campaigns.ts'
import { fakeApi } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes } from '#test/support/web/render.tsx'

import * as campaignsData from './campaigns.data.ts'
import * as campaignsScreen from './campaigns.tsx'

const campaigns = { ...campaignsScreen, ...campaignsData }

const path = '/dashboard/campaigns'
const all = 'GET /api/campaigns?limit=12'
const open = (search = '') => renderRoutes(path + search, [{ path, ...campaigns }])

describe('the campaigns', () => {
  it('load the pictures of the first view at once, the first of them before the others, and the rest when they come near', async () => {
    const cards = [1, 2, 3, 4].map((number) => ({ ...wellCard, id: `well-${number}` }))
    fakeApi({ [all]: toCampaignList(...cards) })
    open()
    await screen.findAllByRole('article')
    const pictures = [...document.querySelectorAll('article img')]
    expect(pictures.map((picture) => picture.getAttribute('loading'))).toEqual([
      'eager',
      'eager',
      'eager',
      'lazy',
    ])
    expect(pictures.map((picture) => picture.getAttribute('fetchpriority'))).toEqual([
      'high',
      'auto',
      'auto',
      'auto',
    ])
  })

  it('can be filtered by category, which is in the URL', async () => {
    const api = fakeApi({
      [all]: toCampaignList(wellCard),
      'GET /api/campaigns?limit=12&category=Community+Development': toCampaignList(),
    })
    const { address } = open()
    await screen.findByRole('article')
    await userEvent.click(screen.getByRole('link', { name: 'Community Development' }))
    expect(await screen.findByText('No campaigns in Community Development yet.')).toBeVisible()
    expect(address()).toBe('/dashboard/campaigns?category=Community+Development')
    expect(screen.getByRole('link', { name: 'Community Development' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await userEvent.click(screen.getByRole('link', { name: 'Show all campaigns' }))
    expect(await screen.findByRole('article')).toBeVisible()
    expect(api.received).toHaveLength(3)
  })

  it('can be searched by words, place, state and order, which are in the URL', async () => {
    const found = 'q=well&place=Ibadan&state=funded&sort=trending'
    fakeApi({
      [all]: toCampaignList(wellCard),
      [`GET /api/campaigns?limit=12&${found}`]: toCampaignList({ ...wellCard, title: 'Found' }),
    })
    const { address, router } = open()
    await screen.findByRole('article')
    await userEvent.type(screen.getByLabelText('Search campaigns'), ' well ')
    await userEvent.type(screen.getByLabelText('City or country'), 'Ibadan')
    await userEvent.selectOptions(screen.getByLabelText('Show'), 'Fully funded')
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Trending')
    await userEvent.click(screen.getByRole('button', { name: 'Search' }))

    expect(await screen.findByRole('heading', { name: 'Found' })).toBeVisible()
    expect(screen.getByText('1 campaign')).toBeVisible()
    expect(address()).toBe(`/dashboard/campaigns?${found.replace('well', '+well+')}`)
    await expectAccessible()

    await act(() => router.navigate(-1))
    expect(await screen.findByRole('heading', { name: 'A well for Oke-Odo' })).toBeVisible()
    expect(screen.getByLabelText('Search campaigns')).toHaveValue('')
    await act(() => router.navigate(1))
    expect(await screen.findByRole('heading', { name: 'Found' })).toBeVisible()
    expect(screen.getByLabelText('City or country')).toHaveValue('Ibadan')
    expect(screen.getByLabelText('Sort by')).toHaveValue('trending')
  })

  it('keep the search when the category changes', async () => {
    fakeApi({
      'GET /api/campaigns?limit=12&q=well': toCampaignList(wellCard),
      'GET /api/campaigns?limit=12&category=Health&q=well': toCampaignList(),
    })
    const { address } = open('?q=well&after=gone')
    await userEvent.click(await screen.findByRole('link', { name: 'Health' }))
    expect(await screen.findByText('No campaigns match your search.')).toBeVisible()
    expect(address()).toBe('/dashboard/campaigns?q=well&category=Health')
    await userEvent.click(screen.getByRole('link', { name: 'Show all campaigns' }))
    await expect.poll(address).toBe('/dashboard/campaigns')
  })

  it('ignore an unknown category', async () => {
    fakeApi({ [all]: toCampaignList(wellCard) })
    open('?category=Sports&sort=sideways&state=&q=')
    expect(await screen.findByRole('article')).toBeVisible()
  })
})
