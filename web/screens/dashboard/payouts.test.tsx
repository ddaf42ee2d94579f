import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import type { CampaignPayouts, ReceivedDonation } from '#shared/payouts.ts'
import { kobo } from '#shared/money.ts'
import { adaAccount } from '#test/web/accounts.ts'
import { expectAccessible } from '#test/web/axe.ts'
import { fakeApi, nothing, refusal } from '#test/web/fake-api.ts'
import { renderRoutes } from '#test/web/render.tsx'

import * as campaignMoney from './payouts.tsx'

const path = '/dashboard/campaign/well-1/money'
const session = { 'GET /api/session': { account: adaAccount } }
const [moneyRoute, giftsRoute] = [
  'GET /api/campaigns/well-1/money',
  'GET /api/campaigns/well-1/gifts',
]

const money: CampaignPayouts = {
  campaign: {
    id: 'well-1',
    slug: 'a-well',
    title: 'A well for Oke-Odo',
    isOwner: true,
    canCancel: false,
  },
  sums: {
    donated: kobo(15_000_00),
    reversed: kobo(2_500_01),
    raised: kobo(12_499_99),
    fees: kobo(225_00),
    platform: kobo(2_00),
    net: kobo(12_272_99),
    donations: 2,
  },
  settlements: {
    waiting: kobo(7_348_99),
    'on-its-way': kobo(0),
    'paid-out': kobo(4_924_00),
    failed: kobo(0),
  },
  days: [
    { day: '2026-05-01', gifts: 1, given: kobo(5_000_00) },
    { day: '2026-05-04', gifts: 1, given: kobo(10_000_00) },
  ],
  cancellation: null,
}
const gift: ReceivedDonation = {
  id: 'gift-1',
  contributor: 'Anonymous',
  amount: kobo(5_000_00),
  status: 'success',
  returned: kobo(0),
  mode: 'live',
  message: 'From the heart',
  fee: kobo(75_00),
  platform: kobo(1_00),
  net: kobo(4_924_00),
  settlement: 'paid-out',
  settledAt: '2026-05-02T06:00:00.000Z',
  canThank: true,
  createdAt: '2026-05-01T10:00:00.000Z',
}
const gifts = { gifts: [gift, { ...gift, id: 'gift-2', canThank: false }], next: null }
const user = userEvent.setup()
const open = () => renderRoutes(path, [{ path: '/dashboard/campaign/:id/money', ...campaignMoney }])
const toasts = () => within(screen.getByLabelText('Notifications'))

describe("a campaign's money", () => {
  it.each([
    [true, 'Your share', /your bank account/],
    [false, 'Organiser’s share', /the owner’s bank account/],
  ])('says whose share it is (owner: %s)', async (isOwner, share, hint) => {
    const campaign = { ...money.campaign, isOwner }
    fakeApi({ ...session, [moneyRoute]: { ...money, campaign }, [giftsRoute]: gifts })
    open()
    expect(await screen.findByRole('columnheader', { name: share })).toBeVisible()
    expect(screen.getByText(share, { selector: 'dt' })).toBeVisible()
    expect(screen.getAllByText(hint)).toHaveLength(2)
  })

  it('adds up, says where the owner’s share is, and draws the days, which are a table too', async () => {
    fakeApi({ ...session, [moneyRoute]: money, [giftsRoute]: gifts })
    open()
    expect(await screen.findByRole('heading', { name: 'Summary' })).toBeVisible()
    const valueOf = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling
    expect(valueOf('Raised')).toHaveTextContent('₦12,499.99')
    expect(valueOf('Refunded')).toHaveTextContent('₦2,500.01')
    expect(valueOf('Paid out')).toHaveTextContent('₦4,924.00')
    const caption = screen.getByText('2 gifts from 1 May 2026 to 4 May 2026')
    expect(caption.parentElement?.querySelectorAll('rect')).toHaveLength(4)
    await user.click(screen.getByText('Show as a table'))
    const table = within(screen.getByRole('table', { name: 'Donations by day' }))
    expect(table.getAllByRole('row')).toHaveLength(3)
    expect(screen.getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
      'href',
      '/api/campaigns/well-1/gifts.csv',
    )
    await expectAccessible()
  })

  it('lets the owner thank for one gift, where its donor wants to hear', async () => {
    const api = fakeApi({
      ...session,
      [moneyRoute]: money,
      [giftsRoute]: gifts,
      'POST /api/campaigns/well-1/thank-you-messages': { recipients: 1 },
    })
    open()
    await user.click(await screen.findByLabelText(/^Thank for ₦5,000\.00 of/))
    const dialog = within(screen.getByRole('dialog', { name: 'Thank this donor' }))
    await user.click(dialog.getByRole('button', { name: 'Send thank-you' }))
    expect(await dialog.findByText('Required')).toBeVisible()
    await user.type(dialog.getByLabelText('Your message'), 'The pump is in.')
    await expectAccessible()
    await user.click(dialog.getByRole('button', { name: 'Send thank-you' }))
    expect(await toasts().findByText('Your thanks go to 1 donor.')).toBeInTheDocument()
    expect(api.sent('POST /api/campaigns/well-1/thank-you-messages')).toEqual([
      { message: 'The pump is in.', donation: 'gift-1' },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('lets the owner thank for all gifts above an amount, and keeps the words where nobody is to be thanked', async () => {
    const api = fakeApi({
      ...session,
      [moneyRoute]: money,
      [giftsRoute]: gifts,
      'POST /api/campaigns/well-1/thank-you-messages': refusal(409, 'no-donors-to-thank'),
    })
    open()
    await user.click(await screen.findByText('Thank donors'))
    const dialog = within(screen.getByRole('dialog', { name: 'Thank donors' }))
    const least = dialog.getByLabelText('Minimum donation')
    await user.clear(least)
    await user.type(least, '20000')
    await user.type(dialog.getByLabelText('Your message'), 'Thank you all')
    await user.click(dialog.getByRole('button', { name: 'Send thank-you' }))
    expect(await toasts().findByText(/^None of these donors asked to hear/)).toBeInTheDocument()
    expect(dialog.getByLabelText('Your message')).toHaveValue('Thank you all')
    expect(api.sent('POST /api/campaigns/well-1/thank-you-messages')).toEqual([
      { message: 'Thank you all', minimum: '20,000' },
    ])
  })

  it('shows how far the gifts of a cancelled campaign are on their way back', async () => {
    const cancellation = {
      at: '2026-05-05T10:00:00.000Z',
      gifts: 12,
      back: 7,
      onTheWay: 3,
      waiting: 1,
      refused: 1,
    }
    fakeApi({ ...session, [moneyRoute]: { ...money, cancellation }, [giftsRoute]: gifts })
    open()
    expect(await screen.findByText('7 of 12 donations refunded, 3 in progress.')).toBeVisible()
    expect(screen.getByRole('progressbar', { name: 'Refunded' })).toHaveValue(7)
    await expectAccessible()
  })

  it('lets an admin look on, and cancel the campaign with a reason', async () => {
    let isCancelled = false
    const progress = { at: gift.createdAt, gifts: 2, back: 0, onTheWay: 0, waiting: 2, refused: 0 }
    const api = fakeApi({
      ...session,
      [moneyRoute]: () => ({
        ...money,
        campaign: { ...money.campaign, isOwner: false, canCancel: !isCancelled },
        cancellation: isCancelled ? progress : null,
      }),
      [giftsRoute]: gifts,
      'POST /api/campaigns/well-1/cancel': () => {
        isCancelled = true
        return nothing
      },
    })
    open()
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

  it('is empty where nothing has come, and not there for anybody else', async () => {
    const none = { ...money, sums: { ...money.sums, gifts: 0 }, days: [] }
    fakeApi({ ...session, [moneyRoute]: none, [giftsRoute]: { gifts: [], next: null } })
    const { unmount } = open()
    expect(await screen.findByText('No donations yet')).toBeVisible()
    unmount()
    fakeApi({ ...session, [moneyRoute]: refusal(404, 'not-found') })
    open()
    expect(await screen.findByRole('heading', { name: 'Something went wrong.' })).toBeVisible()
  })
})
