import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'
import type { AccountOverview } from '#shared/overview.ts'
import { adaSession as session } from '#test/support/web/accounts.ts'
import { toCampaignList, wellCard } from '#test/support/web/campaigns.ts'
import { fakeApi, refusal } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes, toasts } from '#test/support/web/render.tsx'

import * as overviewData from './overview.data.ts'
import * as overviewScreen from './overview.tsx'

const overview = { ...overviewScreen, ...overviewData }

const path = '/dashboard/overview'
const figures = 'GET /api/overview'
const personal = 'GET /api/overview/account'
const ongoing = 'GET /api/campaigns?limit=3&state=open'
const own = { scope: 'account', donations: 1_234_567_50, donors: 31, campaigns: 4 }
const visitor = { 'GET /api/session': { account: null } }
const newcomer: AccountOverview = {
  nextSteps: [{ kind: 'start-campaign' }, { kind: 'find-campaign' }],
  organiser: null,
  donor: null,
}
/** Opens the page as Ada. */
function open(answer: object | (() => object), more = {}) {
  const api = fakeApi({
    ...session,
    [figures]: own,
    [personal]: answer,
    [ongoing]: toCampaignList(),
    ...more,
  })
  renderRoutes(path, [{ path, ...overview }])
  return api
}
const figure = async (name: string) => (await screen.findByText(name)).nextElementSibling
const region = async (name: string) => within(await screen.findByRole('region', { name }))

const well = {
  id: 'well-1',
  title: 'A well for Oke-Odo',
  status: 'approved' as const,
  goal: kobo(1_250_000_00),
  raised: kobo(312_500_00),
  daysLeft: 60,
}
const days = Array.from({ length: 30 }, (_, index) => ({
  day: `2026-04-${`${index + 1}`.padStart(2, '0')}`,
  donations: 0,
  donated: kobo(0),
}))
const organiser: AccountOverview = {
  nextSteps: [{ kind: 'thank-donors', campaign: { id: 'well-1', title: well.title } }],
  organiser: {
    campaigns: [well, { ...well, id: 'old', title: 'An old one', status: 'ended', daysLeft: -3 }],
    payouts: {
      due: kobo(7_500_00),
      held: kobo(0),
      paidOut: kobo(305_000_00),
      owedBack: kobo(0),
      dueBy: '2026-05-01',
      lastDay: '2026-04-27',
    },
    total: 5,
    days: [...days.slice(0, 29), { day: '2026-04-30', donations: 2, donated: kobo(7_500_00) }],
    latest: [
      {
        id: 'donation-1',
        donor: 'Anonymous',
        email: null,
        amount: kobo(5_000_00),
        status: 'success',
        mode: 'live',
        campaign: { id: 'well-1', title: well.title },
        createdAt: '2026-04-30T09:00:00.000Z',
        paidAt: null,
      },
    ],
  },
  donor: null,
}
const donor: AccountOverview = {
  nextSteps: [{ kind: 'find-campaign' }],
  organiser: null,
  donor: {
    given: kobo(2_268_700_00),
    donations: 3,
    receipts: [
      {
        accessCode: 'code-1',
        number: '2026-AAAA-BBBB',
        donatedAt: '2026-04-30T09:00:00.000Z',
        campaign: 'A school in Epe',
        amount: kobo(5_000_00),
        status: 'success',
      },
    ],
    campaigns: [{ ...well, id: 'school', title: 'A school in Epe', daysLeft: 0 }],
  },
}

describe('the overview', () => {
  it('shows the totals of the account and up to three on-going campaigns with their count', async () => {
    const cards = ['one', 'two', 'three', 'four'].map((id) => ({ ...wellCard, id, title: id }))
    const list = { ...toCampaignList(...cards), total: 12 }
    open(newcomer, { [ongoing]: list })
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    expect(screen.getByText('Get an overview of your account!')).toBeVisible()
    expect(await figure('Total Donations')).toHaveTextContent('₦1,234,567.50')
    expect(await figure('Total Donors')).toHaveTextContent('31')
    expect(await figure('Total Campaigns')).toHaveTextContent('4')
    expect(screen.getByText('Your account')).toBeVisible()

    const panel = await region('On-going Campaigns')
    expect(await panel.findByText('12 campaigns')).toBeInTheDocument()
    expect(panel.getAllByRole('listitem')).toHaveLength(3)
    expect(panel.getByRole('link', { name: /^one/ })).toHaveAttribute(
      'href',
      '/dashboard/campaign/one',
    )
    await expectAccessible()
  })

  it('shows a visitor the totals of the platform, and asks for nothing of an account', async () => {
    const api = open(newcomer, { ...visitor, [figures]: { ...own, scope: 'platform' } })
    expect(await screen.findByText('All of Ajo')).toBeVisible()
    expect(screen.getByText(/Totals across all of Ajo/)).toBeVisible()
    expect(await screen.findByText('No Campaigns Available')).toBeVisible()
    expect(screen.queryByText('What to do next')).not.toBeInTheDocument()
    expect(api.sent(personal)).toHaveLength(0)
  })

  it('shows a new person how to begin', async () => {
    open(newcomer)
    const steps = await region('What to do next')
    const [start, find] = steps.getAllByRole('link')
    expect(start).toHaveTextContent(/^Start a campaign/)
    expect(start).toHaveAttribute('href', '/dashboard/campaigns/create')
    expect(find).toHaveAttribute('href', '/dashboard/campaigns')
    expect(screen.queryByText('Your campaigns')).not.toBeInTheDocument()
    expect(screen.queryByText('What you gave')).not.toBeInTheDocument()
  })

  it('shows an organiser the campaigns, the last 30 days, the latest donations and the next step', async () => {
    open(organiser)
    const step = (await region('What to do next')).getByRole('link', { name: /Thank your donors/ })
    expect(step).toHaveTextContent(well.title)
    expect(step).toHaveAttribute('href', '/dashboard/campaign/well-1/money')

    const money = screen.getByText('Paid out to you, last on 27 April 2026').closest('dl')
    expect(money).toHaveTextContent(
      /^Paid out to you, last on 27 April 2026₦305,000\.00Expected by 1 May 2026₦7,500\.00$/,
    )
    expect(screen.getByRole('link', { name: /^Paid out to you/ })).toHaveAttribute(
      'href',
      '/dashboard/payouts',
    )
    const campaigns = await region('Your campaigns')
    const [first, second] = campaigns.getAllByRole('article').map((card) => within(card))
    expect(first?.getByRole('link')).toHaveAttribute('href', '/dashboard/campaign/well-1')
    expect(first?.getByText('₦312,500.00')).toBeVisible()
    expect(first?.getByText('Expires in 60 days')).toBeVisible()
    expect(second?.getByText('Ended')).toBeVisible()
    expect(
      campaigns.getByRole('link', { name: 'See all 5 campaigns on your profile' }),
    ).toBeVisible()

    expect(screen.getByRole('heading', { name: 'Donations in the last 30 days' })).toBeVisible()
    expect(screen.getByText('2 donations from 1 April 2026 to 30 April 2026')).toBeInTheDocument()
    const table = screen.getByRole('table', { name: 'Donations by day', hidden: true })
    expect(within(table).getAllByRole('row', { hidden: true })).toHaveLength(2)
    const latest = await region('Latest donations')
    expect(latest.getByRole('row', { name: /Anonymous.*₦5,000\.00/ })).toBeVisible()
    expect(screen.queryByText('What you gave')).not.toBeInTheDocument()
    await expectAccessible()
  })

  it('leads to the money of all campaigns before the first payout', async () => {
    const { payouts, ...rest } = { ...organiser.organiser }
    open({
      ...organiser,
      organiser: { ...rest, payouts: { ...payouts, paidOut: kobo(0), lastDay: null } },
    })
    expect(
      await screen.findByRole('link', { name: 'Expected by 1\u00a0May 2026' }),
    ).toHaveAttribute('href', '/dashboard/payouts')
  })

  it('shows an organiser without recent donations no empty chart', async () => {
    const quiet = { ...organiser.organiser, campaigns: [well], total: 1, days, latest: [] }
    open({ ...organiser, organiser: quiet })
    expect(await screen.findByText('No donations in the last 30 days.')).toBeVisible()
    expect(screen.getByText('Donations to your campaigns will appear here.')).toBeVisible()
    expect(screen.queryByRole('figure')).not.toBeInTheDocument()
  })

  it('shows a donor what they gave, the receipts and the campaigns that they support', async () => {
    open(donor)
    const panel = await region('What you gave')
    expect(panel.getByText('₦2,268,700.00')).toBeVisible()
    expect(panel.getByRole('link', { name: '2026-AAAA-BBBB' })).toHaveAttribute(
      'href',
      '/donations/code-1',
    )
    expect(panel.getByRole('link', { name: 'See all your donations' })).toHaveAttribute(
      'href',
      '/dashboard/transactions?tab=given',
    )
    const card = within(panel.getByRole('article'))
    expect(card.getByRole('link', { name: 'A school in Epe' })).toHaveAttribute(
      'href',
      '/dashboard/campaign/school',
    )
    expect(card.getByText('Campaign Expired')).toBeVisible()
    await expectAccessible()
  })

  it('shows the on-going campaigns and Retry when the account’s part cannot be loaded', async () => {
    let attempts = 0
    const answer = () => (++attempts === 1 ? refusal(500, 'internal') : donor)
    open(answer, { [ongoing]: toCampaignList(wellCard) })
    expect(await screen.findByText('We couldn’t load your campaigns and donations.')).toBeVisible()
    expect(await screen.findByRole('link', { name: /^A well for Oke-Odo/ })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('region', { name: 'What you gave' })).toBeVisible()
  })

  it('shows three skeleton rows while the on-going campaigns load', async () => {
    open(newcomer, { ...visitor, [ongoing]: () => new Promise<object>(() => {}) })
    const loading = await screen.findByText('Loading campaigns')
    expect(loading.parentElement?.querySelectorAll('output ~ * > *')).toHaveLength(3)
  })

  it('shows an error instead of zero when loading fails, and retries', async () => {
    let attempts = 0
    open(newcomer, {
      ...visitor,
      [figures]: () => (++attempts === 1 ? refusal(500, 'internal') : own),
    })
    expect(await screen.findByText('We couldn’t load the totals.')).toBeVisible()
    expect(screen.queryByText('₦0.00')).not.toBeInTheDocument()
    expect(
      toasts().getByText('Something went wrong on our side. Please try again.'),
    ).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await figure('Total Donations')).toHaveTextContent('₦1,234,567.50')
  })
})
