import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import type { CampaignDetail } from '#shared/campaign.ts'
import { wellDetail } from '#test/support/web/campaigns.ts'
import { fakeApi, refusal } from '#test/support/web/fake-api.ts'
import { renderRoutes } from '#test/support/web/render.tsx'

import * as screenOfCampaignData from './campaign.data.ts'
import * as screenOfCampaignScreen from './campaign.tsx'

const screenOfCampaign = { ...screenOfCampaignScreen, ...screenOfCampaignData }

const route = 'GET /api/campaigns/well-1'
const ownersOwn: CampaignDetail = { ...wellDetail, isOwner: true, canDelete: true }

const open = () =>
  renderRoutes(
    '/dashboard/campaign/well-1',
    [{ path: '/dashboard/campaign/:id', ...screenOfCampaign }],
    { mode: 'sandbox', isSignedIn: true },
  )
const history = `${route}/history`
const decision = { [`${route}/decision`]: { statement: null, appeal: null, canAppeal: false } }
const nothingYet = { transitions: [], change: null }
const show = (campaign: CampaignDetail) => {
  fakeApi({ [route]: { campaign }, [history]: nothingYet, ...decision })
  return open()
}

describe('a campaign', () => {
  it('names the organiser with initials', async () => {
    show(wellDetail)
    const organiser = await screen.findByText('Organised by Ada Okafor')
    expect(organiser.previousElementSibling).toHaveTextContent('AO')
    expect(organiser.previousElementSibling).toHaveAttribute('aria-hidden', 'true')
  })

  it('says what is unknown', async () => {
    show({
      ...wellDetail,
      endDate: null,
      daysLeft: null,
      raised: null,
      contact: { name: '', email: '', phone: '' },
    })
    expect(await screen.findByText('No end date')).toBeVisible()
    expect(screen.getByText('Amount Raised').nextElementSibling).toHaveTextContent('N/A')
    expect(screen.getByText('Unknown Name')).toBeVisible()
    expect(screen.getByText('Unknown Email')).toBeVisible()
  })

  it.each([
    ['that it ends', {}, 'Ends 19 December 2026'],
    ['that it has ended', { daysLeft: 0, acceptsDonations: false }, 'Ended 19 December 2026'],
    ['only the day', { status: 'ended', acceptsDonations: false }, '19 December 2026'],
  ] as const)('describes its end date: %s', async (_what, change, words) => {
    show({ ...wellDetail, endDate: '2026-12-19', ...change })
    expect(await screen.findByText(words)).toBeVisible()
  })

  it('links its last day as a calendar file while it accepts donations', async () => {
    show({ ...wellDetail, endDate: '2026-12-19' })
    expect(
      await screen.findByRole('link', { name: 'Last day to donate: 18\u00a0December 2026' }),
    ).toHaveAttribute('href', '/c/a-well-for-oke-odo/last-day.ics')
  })

  it('shows the owner that the campaign is waiting for review', async () => {
    show({ ...ownersOwn, status: 'pending', acceptsDonations: false })
    expect(await screen.findByText('Pending')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Donate' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Copy link' })).not.toBeInTheDocument()
  })

  it('shows the owner of an expired campaign that it has ended', async () => {
    show({ ...ownersOwn, status: 'approved', daysLeft: 0, acceptsDonations: false })
    expect(await screen.findByText('Ended')).toBeVisible()
    expect(screen.queryByText('Approved')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'End campaign' })).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Share' })).not.toBeInTheDocument()
  })

  it('shows the owner the reason for the rejection', async () => {
    show({
      ...ownersOwn,
      status: 'rejected',
      acceptsDonations: false,
      rejectionReason: 'Please show the estimate for the borehole.',
    })
    expect(await screen.findByText('Rejected')).toBeVisible()
    expect(screen.getByText('Please show the estimate for the borehole.')).toBeVisible()
  })

  it.each([
    ['ended', 'Campaign Ended', 'This campaign has ended and no longer accepts donations.'],
    ['cancelled', 'This campaign was cancelled. All donations are being refunded.'],
  ] as const)('says that it is %s and does not accept donations', async (status, ...sentences) => {
    show({ ...wellDetail, status, acceptsDonations: false })
    for (const sentence of sentences)
      expect((await screen.findAllByText(sentence))[0]).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Donate' })).not.toBeInTheDocument()
  })

  it('shows an error with Retry when it cannot be loaded', async () => {
    let attempts = 0
    fakeApi({
      [route]: () => (++attempts === 1 ? refusal(500, 'internal') : { campaign: wellDetail }),
    })
    open()
    expect(await screen.findByText('We couldn’t load the campaign.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { level: 1, name: wellDetail.title })).toBeVisible()
  })
})
