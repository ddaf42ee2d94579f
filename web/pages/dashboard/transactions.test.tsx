import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { adaSession as session } from '#test/support/web/accounts.ts'
import { fakeApi, refusal } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes } from '#test/support/web/render.tsx'

import * as transactionsData from './transactions.data.ts'
import * as transactionsScreen from './transactions.tsx'

const transactions = { ...transactionsScreen, ...transactionsData }

const path = '/dashboard/transactions'
const received = 'GET /api/transactions?tab=received'
const given = 'GET /api/transactions?tab=given'
const mine = 'GET /api/my-donations'
const nothing = { given: 0, donations: 0, campaigns: [], claimable: 0, monthly: [] }
const none = { donations: [], next: null }
const row = (id: string, status: string) => ({
  id,
  donor: '',
  email: `${id}@example.com`,
  amount: 5_000_00,
  status,
  mode: 'sandbox',
  campaign: { id: 'well-1', title: 'A well for Oke-Odo' },
  createdAt: '2026-10-01T11:05:00.000Z',
  paidAt: null,
})
const donation = (status: string) => ({
  accessCode: 'access-code-1',
  status,
  amount: 5_000_00,
  mode: 'sandbox',
  createdAt: '2026-10-01T11:05:00.000Z',
  paidAt: null,
  channel: null,
  fee: null,
  campaign: { id: 'well-1', slug: 'a-well', title: 'A well for Oke-Odo' },
})
type Answer = object | (() => object)
const back = '?trxref=ref-1&reference=ref-1&status=success'
const outcome = 'GET /api/donations/ref-1'
/** Opens the page after the payment page, when the outcome of the payment is asked for. */
function comeBack(answer?: Answer, list: Answer = none) {
  const api = fakeApi({
    ...session,
    [mine]: nothing,
    [given]: list,
    ...(answer && { [outcome]: answer }),
  })
  open(back)
  return api
}
const open = (search = '') => renderRoutes(path + search, [{ path, ...transactions }])

afterEach(() => vi.useRealTimers())

describe('the transactions', () => {
  it('are a table of five columns, with each status in words', async () => {
    const statuses = ['success', 'failed', 'abandoned', 'refunded', 'partially refunded', 'queued']
    fakeApi({
      ...session,
      [received]: { donations: statuses.map((status) => row(status, status)), next: null },
    })
    open()
    const table = within(await screen.findByRole('table'))
    expect(screen.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible()
    expect(screen.getByText('Keep track of donations made on your campaigns!')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
      'href',
      '/api/transactions/export.csv?tab=received',
    )
    expect(table.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Contributor',
      'Amount',
      'Status',
      'Campaign',
      'Date',
    ])
    const [, , first] = table.getAllByRole('row', { hidden: true })
    expect(
      within(first ?? document.body)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual([
      'success@example.com',
      '₦5,000.00',
      'success',
      'A well for Oke-Odo',
      '1\u00a0Oct\u00a02026, 12:05',
    ])
    for (const status of statuses) expect(table.getByText(status)).toBeVisible()
    await expectAccessible()
  })

  it('sum on a phone what the donations of a month left after refunds', async () => {
    const paidAt = '2026-10-01T11:05:00.000Z'
    const donations = [
      { ...row('one', 'success'), paidAt },
      { ...row('two', 'refunded'), paidAt, reversed: 5_000_00 },
    ]
    fakeApi({ ...session, [received]: { donations, next: null } })
    open()
    const [day] = await screen.findAllByRole('rowheader', { hidden: true })
    expect(day?.closest('tr')).toHaveTextContent('1 October 2026₦5,000.00')
  })

  it('show the largest first, without days', async () => {
    const list = { donations: [row('one', 'success')], next: null }
    fakeApi({ ...session, [received]: none, [`${received}&order=largest`]: list })
    open()
    await userEvent.click(await screen.findByRole('link', { name: 'Largest first' }))
    const table = within(await screen.findByRole('table'))
    expect(table.queryByRole('rowheader', { hidden: true })).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Newest first' })).toBeVisible()
  })

  it('show a message and the next step when there are none', async () => {
    fakeApi({ ...session, [received]: none, [mine]: nothing, [given]: none })
    const { address } = open()
    expect(await screen.findByText('No active transactions')).toBeVisible()
    await userEvent.click(screen.getByRole('tab', { name: 'Given' }))
    expect(await screen.findByRole('link', { name: 'Find a campaign' })).toBeVisible()
    expect(address()).toBe('/dashboard/transactions?tab=given')
    expect(screen.getByText('Keep track of the donations you made!')).toBeVisible()
  })

  it('given by a person link to receipt, refund and page of each donation, with sums and campaigns', async () => {
    const own = (receipt: string | null, canRefund: boolean) => ({
      accessCode: `code-${receipt}`,
      slug: 'a-well',
      receipt,
      canRefund,
      payout: null,
      refunds: [],
    })
    fakeApi({
      ...session,
      [mine]: {
        given: 10_000_00,
        donations: 2,
        claimable: 0,
        monthly: [
          { title: 'A clinic', amount: 250_000, nextOn: '2027-02-28', endPath: '/end-monthly/abc' },
        ],
        campaigns: [
          {
            id: 'well-1',
            title: 'A well for Oke-Odo',
            status: 'approved',
            goal: 1,
            raised: 1,
            daysLeft: 3,
          },
        ],
      },
      [given]: {
        donations: [
          { ...row('one', 'success'), own: own('2026-AAAA-BBBB', true) },
          { ...row('two', 'abandoned'), own: own(null, false) },
        ],
        next: null,
      },
    })
    open('?tab=given')
    expect(await screen.findByRole('link', { name: 'Receipt 2026-AAAA-BBBB' })).toHaveAttribute(
      'href',
      '/donations/code-2026-AAAA-BBBB',
    )
    expect(screen.getByRole('link', { name: 'Request a refund' })).toHaveAttribute(
      'href',
      '/donations/code-2026-AAAA-BBBB/refund',
    )
    expect(screen.getByRole('link', { name: 'Open donation' })).toHaveAttribute(
      'href',
      '/donations/code-null',
    )
    expect(screen.getByText('₦10,000.00')).toBeVisible()
    expect(screen.getByText('Next on 28 February 2027')).toBeVisible()
    const end = screen.getByRole('link', { name: 'End it: A clinic' })
    expect(end).toHaveAttribute('href', '/end-monthly/abc')
    expect(await screen.findByRole('heading', { name: 'Campaigns you support' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Yearly statement' })).toBeVisible()
    await expectAccessible()
  })

  it('have a link to the next page of the same tab', async () => {
    fakeApi({
      ...session,
      [mine]: nothing,
      [given]: { donations: [row('one', 'success')], next: 'abc' },
      [`${given}&after=abc`]: { donations: [row('two', 'success')], next: null },
    })
    open('?tab=given')
    await userEvent.click(await screen.findByRole('link', { name: 'Next page' }))
    expect(await screen.findByText('two@example.com')).toBeVisible()
  })
})

describe('the return from the payment page', () => {
  it('shows the result of the server, not that of the URL', async () => {
    const api = comeBack(donation('failed'))
    expect(
      await screen.findByText(
        'Your ₦5,000 donation to A well for Oke-Odo failed. You have not been charged.',
      ),
    ).toBeVisible()
    expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute(
      'href',
      '/dashboard/campaign/well-1/donate',
    )
    await waitFor(() => expect(api.sent(given)).toHaveLength(2))
    await expectAccessible()
  })

  it('polls while the payment is open, and reloads the list when it is final', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let attempts = 0
    const api = comeBack(
      () => donation(++attempts === 1 ? 'pending' : 'success'),
      () => (attempts > 1 ? { donations: [row('ada', 'success')], next: null } : none),
    )
    expect(await screen.findByText('Confirming your payment…')).toBeVisible()
    await vi.advanceTimersByTimeAsync(3_100)
    expect(
      await screen.findByText(
        'Thank you! Your ₦5,000 donation to A well for Oke-Odo went through.',
      ),
    ).toBeVisible()
    expect(screen.getByRole('link', { name: 'View receipt' })).toHaveAttribute(
      'href',
      '/donations/access-code-1',
    )
    expect(await screen.findByText('ada@example.com')).toBeVisible()
    expect(api.sent(outcome)).toHaveLength(2)
  })

  it.each([
    ['abandoned', 'You didn’t finish paying your ₦5,000 donation to A well for Oke-Odo.'],
    ['disputed', 'Your ₦5,000 donation to A well for Oke-Odo is disputed.'],
    ['ongoing', 'Your ₦5,000 donation to A well for Oke-Odo is ongoing.'],
  ])('describes a payment that is %s', async (status, sentence) => {
    comeBack(donation(status))
    expect(await screen.findByText(sentence)).toBeVisible()
  })

  it('shows an error when the check fails, and checks again', async () => {
    let attempts = 0
    comeBack(() => (++attempts === 1 ? refusal(500, 'internal') : donation('success')))
    await userEvent.click(await screen.findByRole('button', { name: 'Check again' }))
    expect(await screen.findByText(/^Thank you!/)).toBeVisible()
  })

  it('says that an unknown reference is unknown', async () => {
    comeBack()
    expect(await screen.findByText('We couldn’t find this payment.')).toBeVisible()
  })
})
