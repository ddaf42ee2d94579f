import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'

import { adaAccount, adaSession as session } from '#test/support/web/accounts.ts'
import { toCampaignList, wellCard } from '#test/support/web/campaigns.ts'
import { fakeApi, refusal } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes } from '#test/support/web/render.tsx'

import * as profileData from './profile.data.ts'
import * as profileScreen from './profile.tsx'

const profile = { ...profileScreen, ...profileData }

const path = '/dashboard/profile'
const all = 'GET /api/account/campaigns'
const of = (status: string) => `GET /api/account/campaigns?status=${status}`
const user = userEvent.setup()
const open = () => renderRoutes(path, [{ path, ...profile }])

beforeEach(() => localStorage.clear())

describe('the profile', () => {
  it('shows the name and the campaigns with their status', async () => {
    fakeApi({ ...session, [all]: toCampaignList({ ...wellCard, status: 'pending' }) })
    open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada Okafor' })).toBeVisible()
    expect(screen.getByText('@ada.okafor')).toBeVisible()
    expect(screen.getByText(/^~ .+ on the product$/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Edit Profile' })).toHaveAttribute(
      'href',
      '/dashboard/settings',
    )
    const card = within(await screen.findByRole('article'))
    expect(card.getByText('Pending')).toBeVisible()
    expect(card.getByText(/₦1,250,000\.00/)).toBeVisible()
    expect(card.getByText('Expires in 60 days')).toBeVisible()
    expect(card.getByRole('link', { name: /View Project/ })).toHaveAttribute(
      'href',
      '/dashboard/campaign/well-1',
    )
    await expectAccessible()
  })

  it('shows the id of each campaign, which a button copies', async () => {
    fakeApi({ ...session, [all]: toCampaignList(wellCard) })
    open()
    const card = within(await screen.findByRole('article'))
    expect(card.getByText('ID well-1')).toBeVisible()
    const person = userEvent.setup()
    await person.click(card.getByRole('button', { name: 'Copy ID well-1' }))
    expect(await navigator.clipboard.readText()).toBe('well-1')
    expect(await screen.findByText('Campaign ID copied.')).toBeInTheDocument()
  })

  it('says N/A for an account of unknown age', async () => {
    fakeApi({
      'GET /api/session': { account: { ...adaAccount, createdAt: null } },
      [all]: toCampaignList(),
    })
    open()
    expect(await screen.findByText('N/A')).toBeVisible()
  })

  it('stores the open tab, and loads only its list', async () => {
    const api = fakeApi({ ...session, [all]: toCampaignList(), [of('rejected')]: toCampaignList() })
    const { unmount } = open()
    await user.click(await screen.findByRole('tab', { name: 'Rejected' }))
    await screen.findByText('No rejected campaign')
    unmount()
    open()
    expect(await screen.findByRole('tab', { name: 'Rejected' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await screen.findByText('No rejected campaign')
    expect(api.sent(of('rejected'))).toHaveLength(2)
    expect(api.sent(all)).toHaveLength(1)
    expect(api.sent(of('approved'))).toHaveLength(0)
  })

  it('shows an error with Retry when the campaigns cannot be loaded', async () => {
    let attempts = 0
    fakeApi({
      ...session,
      [all]: () => (++attempts === 1 ? refusal(500, 'internal') : toCampaignList(wellCard)),
    })
    open()
    expect(await screen.findByText('We couldn’t load your campaigns.')).toBeVisible()
    expect(screen.queryByText('No campaign')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('article')).toBeVisible()
  })
})
