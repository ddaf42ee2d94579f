import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import type { CampaignPayouts, RefundableDonation } from '#shared/payouts.ts'
import { kobo } from '#shared/money.ts'
import { adaSession as session } from '#test/support/web/accounts.ts'
import { fakeApi, nothing, refusal } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes, toasts } from '#test/support/web/render.tsx'

import * as payoutsScreenData from './payouts.data.ts'
import * as payoutsScreenScreen from './payouts.tsx'

const payoutsScreen = { ...payoutsScreenScreen, ...payoutsScreenData }

const path = '/dashboard/campaign/well-1/money'
const payoutsRoute = 'GET /api/campaigns/well-1/payouts'
const donationsRoute = 'GET /api/campaigns/well-1/donations'

const payouts: CampaignPayouts = {
  campaign: {
    id: 'well-1',
    slug: 'a-well',
    title: 'A well for Oke-Odo',
    goal: kobo(20_000_00),
    isOwner: true,
    canThank: true,
    canCancel: false,
  },
  sums: {
    donated: kobo(15_000_00),
    reversed: kobo(2_500_01),
    raised: kobo(12_499_99),
    fees: kobo(225_00),
    platform: kobo(2_00),
    other: kobo(0),
    net: kobo(12_272_99),
    donations: 2,
  },
  payouts: {
    due: kobo(7_348_99),
    dueBy: '2026-05-05',
    held: kobo(0),
    paidOut: kobo(4_924_00),
    owedBack: kobo(0),
  },
  days: [
    { day: '2026-05-01', donations: 1, donated: kobo(5_000_00) },
    { day: '2026-05-04', donations: 1, donated: kobo(10_000_00) },
  ],
  stops: [],
  newest: [],
  cancellation: null,
  monthly: { donors: 2, amount: kobo(7_500_00) },
}
const donation: RefundableDonation = {
  id: 'donation-1',
  donor: 'Anonymous',
  email: null,
  amount: kobo(5_000_00),
  status: 'success',
  reversed: kobo(0),
  mode: 'live',
  message: 'From the heart',
  fee: kobo(75_00),
  platform: kobo(1_00),
  net: kobo(4_924_00),
  settlement: 'paid-out',
  settledAt: '2026-05-02T06:00:00.000Z',
  canThank: true,
  refundable: kobo(5_000_00),
  refunds: [],
  createdAt: '2026-05-01T10:00:00.000Z',
  paidAt: '2026-05-01T10:00:00.000Z',
}
const donations = {
  donations: [donation, { ...donation, id: 'donation-2', canThank: false }],
  next: null,
}
/** The refunds of a cancelled campaign. */
const progress = {
  at: donation.createdAt,
  donations: 2,
  refunded: 0,
  inProgress: 0,
  waiting: 2,
  failed: 0,
  needsAttention: 0,
  givenUp: 0,
  nextAt: null,
}
const user = userEvent.setup()
function open(more = {}) {
  const api = fakeApi({
    ...session,
    [payoutsRoute]: payouts,
    [donationsRoute]: donations,
    ...more,
  })
  const view = renderRoutes(path, [{ path: '/dashboard/campaign/:id/money', ...payoutsScreen }])
  return { ...view, api }
}

describe('donations and payouts', () => {
  it.each([
    [true, 'Your share', /^What you receive/, /to your bank account/],
    [false, 'Organiser’s share', /^What the organiser receives/, /to the organiser’s bank account/],
  ])('addresses the owner or an admin (owner: %s)', async (isOwner, share, netHint, payoutHint) => {
    const campaign = { ...payouts.campaign, isOwner }
    open({ [payoutsRoute]: { ...payouts, campaign } })
    expect(await screen.findByRole('columnheader', { name: share })).toBeVisible()
    expect(screen.getByText(share, { selector: 'dt' })).toBeVisible()
    expect(screen.getByText(netHint)).toBeVisible()
    expect(screen.getByText(payoutHint)).toBeVisible()
  })

  it('shows the sums, the payouts, and the days as a chart and a table', async () => {
    open()
    expect(await screen.findByRole('heading', { name: 'Summary' })).toBeVisible()
    const valueOf = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling
    expect(valueOf('Raised')).toHaveTextContent('₦12,499.99')
    expect(valueOf('Refunded')).toHaveTextContent('₦2,500.01')
    expect(valueOf('Paid out')).toHaveTextContent('₦4,924.00')
    const caption = screen.getByText('2 donations from 1 May 2026 to 4 May 2026')
    expect(caption.parentElement?.querySelectorAll('rect')).toHaveLength(4)
    expect(caption.parentElement?.querySelectorAll('line')).toHaveLength(1)
    for (const label of ['₦20,000', '₦10,000', '₦0', /The dashed line is the goal of ₦20,000\.$/])
      expect(screen.getByText(label)).toBeVisible()
    await user.click(screen.getByText('Show as a table'))
    const table = within(screen.getByRole('table', { name: 'Donations by day' }))
    expect(table.getAllByRole('row')).toHaveLength(3)
    expect(table.getByRole('columnheader', { name: 'Total' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
      'href',
      '/api/campaigns/well-1/donations.csv',
    )
    await expectAccessible()
  })

  it('folds all but six donations on a phone, and loses none', async () => {
    const many = Array.from({ length: 11 }, (_, index) => ({
      ...donation,
      id: `donation-${index}`,
    }))
    open({ [donationsRoute]: { donations: many, next: null } })
    const more = await screen.findByText('Show 5 more')
    expect(more.closest('summary')).toHaveTextContent('Show fewer')
    expect(screen.getAllByRole('button', { name: /^Refund/ })).toHaveLength(many.length)
    await expectAccessible()
  })

  it('thanks for all donations of at least an amount, and keeps the text when no donor wants updates', async () => {
    const { api } = open({
      'POST /api/campaigns/well-1/thank-you-messages': refusal(409, 'no-donors-to-thank'),
    })
    await user.click(await screen.findByText('Thank donors'))
    const dialog = within(screen.getByRole('dialog', { name: 'Thank donors' }))
    const least = dialog.getByLabelText('Minimum donation')
    await user.clear(least)
    await user.type(least, '20000')
    await user.type(dialog.getByLabelText('Your message'), 'Thank you all')
    await user.click(dialog.getByRole('button', { name: 'Send thank-you' }))
    expect(await toasts().findByText(/^No donor to email/)).toBeInTheDocument()
    expect(dialog.getByLabelText('Your message')).toHaveValue('Thank you all')
    expect(api.sent('POST /api/campaigns/well-1/thank-you-messages')).toEqual([
      { message: 'Thank you all', minimum: '20,000' },
    ])
  })

  it('shows the progress of the refunds of a cancelled campaign', async () => {
    const cancellation = { ...progress, donations: 12, refunded: 7, inProgress: 3, failed: 1 }
    open({ [payoutsRoute]: { ...payouts, cancellation } })
    expect(await screen.findByText('7 of 12 donations refunded, 3 in progress.')).toBeVisible()
    expect(screen.getByRole('progressbar', { name: 'Refunded' })).toHaveValue(7)
    await expectAccessible()
  })

  it('lets an admin read the page and cancel the campaign with a reason', async () => {
    let isCancelled = false
    const { api } = open({
      [payoutsRoute]: () => ({
        ...payouts,
        campaign: { ...payouts.campaign, isOwner: false, canThank: false, canCancel: !isCancelled },
        cancellation: isCancelled ? progress : null,
      }),
      'POST /api/campaigns/well-1/cancel': () => {
        isCancelled = true
        return nothing
      },
    })
    expect(await screen.findAllByText('From the heart')).toHaveLength(2)
    expect(screen.queryByRole('button', { name: /^Thank/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Cancel this campaign' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Cancel this campaign' }))
    await user.type(
      dialog.getByLabelText('Reason (sent to the organiser and donors)'),
      'The organiser moved away.',
    )
    await expectAccessible()
    await user.click(dialog.getByRole('button', { name: 'Cancel campaign and refund everyone' }))
    expect(await screen.findByText('0 of 2 donations refunded, 0 in progress.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Cancel this campaign' })).toBeNull()
    expect(api.sent('POST /api/campaigns/well-1/cancel')).toEqual([
      { reason: 'The organiser moved away.' },
    ])
  })

  it('is empty without donations, and not found for other people', async () => {
    const none = { ...payouts, sums: { ...payouts.sums, donations: 0 }, days: [] }
    const { unmount } = open({
      [payoutsRoute]: none,
      [donationsRoute]: { donations: [], next: null },
    })
    expect(await screen.findByText('No donations yet')).toBeVisible()
    unmount()
    open({ [payoutsRoute]: refusal(404, 'not-found') })
    expect(await screen.findByRole('heading', { name: 'Something went wrong.' })).toBeVisible()
  })
})
