import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { expectAccessible } from '#test/web/axe.ts'
import { toCampaignList, wellCard } from '#test/web/campaigns.ts'
import { fakeApi, refusal } from '#test/web/fake-api.ts'
import { renderRoutes } from '#test/web/render.tsx'

import * as overview from './overview.tsx'

const path = '/dashboard/overview'
const figures = 'GET /api/overview'
const ongoing = 'GET /api/campaigns?limit=3'
const own = { scope: 'account', donations: 1_234_567_50, donors: 31, campaigns: 4 }
const open = () => renderRoutes(path, [{ path, ...overview }])
const figure = async (name: string) => (await screen.findByText(name)).nextElementSibling

describe('the overview', () => {
  it('shows the totals of the account and up to three on-going campaigns with their count', async () => {
    const cards = ['one', 'two', 'three', 'four'].map((id) => ({ ...wellCard, id, title: id }))
    fakeApi({ [figures]: own, [ongoing]: { ...toCampaignList(...cards), total: 12 } })
    open()

    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    expect(screen.getByText('Get an overview of your account!')).toBeVisible()
    expect(await figure('Total Donations')).toHaveTextContent('₦1,234,567.50')
    expect(await figure('Total Donors')).toHaveTextContent('31')
    expect(await figure('Total Campaigns')).toHaveTextContent('4')
    expect(screen.getByText('Your account')).toBeVisible()

    const panel = within(screen.getByRole('region', { name: 'On-going Campaigns' }))
    expect(panel.getByText('12 campaigns')).toBeInTheDocument()
    expect(panel.getAllByRole('listitem')).toHaveLength(3)
    expect(panel.getByRole('link', { name: /^one/ })).toHaveAttribute(
      'href',
      '/dashboard/campaign/one',
    )
    await expectAccessible()
  })

  it('shows a visitor the totals of the platform', async () => {
    fakeApi({ [figures]: { ...own, scope: 'platform' }, [ongoing]: toCampaignList() })
    open()
    expect(await screen.findByText('All of Ajo')).toBeVisible()
    expect(screen.getByText(/Totals across all of Ajo/)).toBeVisible()
    expect(screen.getByText('No Campaigns Available')).toBeVisible()
  })

  it('shows an error instead of zero when loading fails, and retries', async () => {
    let attempts = 0
    fakeApi({
      [figures]: () => (++attempts === 1 ? refusal(500, 'internal') : own),
      [ongoing]: toCampaignList(wellCard),
    })
    open()
    expect(await screen.findByText('We couldn’t load the totals.')).toBeVisible()
    expect(screen.queryByText('₦0.00')).not.toBeInTheDocument()
    expect(
      within(screen.getByLabelText('Notifications')).getByText(
        'Something went wrong on our side. Please try again.',
      ),
    ).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await figure('Total Donations')).toHaveTextContent('₦1,234,567.50')
  })
})
