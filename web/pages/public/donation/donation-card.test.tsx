import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import type { DonationDetails } from '#shared/donation.ts'
import { donationStatuses } from '#shared/donation-status.ts'
import { kobo } from '#shared/money.ts'
import { renderAt } from '#test/support/web/render.tsx'

import { DonationCard, DonationProgress, ReceiptActions } from '../donation.tsx'

const donation: DonationDetails = {
  accessCode: 'r-1',
  channel: 'card',
  fee: null,
  status: 'success',
  amount: kobo(5_000_00),
  mode: 'live',
  createdAt: '2026-11-20T23:30:00Z',
  paidAt: '2026-11-20T23:31:00Z',
  campaign: { id: 'well-1', slug: 'a-well', title: 'A well for Ife' },
}
const refunds: DonationDetails['refunds'] = [
  {
    id: 'refund-1',
    amount: kobo(4_825_00),
    fee: kobo(175_00),
    reason: '',
    requestedBy: 'donor',
    cause: 'request',
    state: 'requested',
    steps: [{ state: 'requested', at: '2026-11-20T23:40:00Z' }],
  },
]
const show = (change: Partial<DonationDetails> = {}) =>
  renderAt('/', '/', <DonationCard donation={{ ...donation, ...change }} />)

describe('the card of a donation', () => {
  it('offers a refund beside the status', () => {
    renderAt('/', '/', <DonationCard donation={donation} canRefund />)
    expect(screen.getByText('success').closest('dd')).toHaveTextContent(/Request a refund$/)
  })

  it.each([
    ['pending', 'Confirming your payment…'],
    ['processing', 'Confirming your payment…'],
    ['success', 'Thank you! Your donation went through.'],
    ['failed', 'The payment did not go through'],
    ['abandoned', 'You didn’t finish paying'],
    ['queued for review', 'Your donation'],
    ['toString', 'Your donation'],
  ])('with the status %s says "%s", and shows the status unchanged', (status, title) => {
    show({ status })
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(screen.getByText(status)).toBeVisible()
  })

  it.each([
    [
      4_000_00,
      '2026-11-27T23:30:00Z',
      '₦4,000.00 arrived instead of ₦5,000.00. We decide by 28 November',
    ],
    [
      5_000_00,
      null,
      '₦5,000.00 arrived, but the payment does not match your donation. It does not count',
    ],
  ])('says what arrived of a payment on hold: %i kobo until %s', (arrived, until, text) => {
    show({ status: 'processing', held: { arrived: kobo(arrived), until } })
    expect(screen.getByRole('heading', { name: 'We are checking your payment' })).toBeVisible()
    expect(screen.getByText(text, { exact: false })).toBeVisible()
  })

  it('says that a refund comes before the provider has made it, and thanks for nothing', () => {
    show({ refunds })
    expect(
      screen.getByRole('heading', { name: 'A refund of ₦4,825.00 is on its way' }),
    ).toBeVisible()
    expect(screen.queryByText(/Thank you/)).not.toBeInTheDocument()
  })

  it('expects no payout of what goes back to the donor', () => {
    const waiting = {
      ...donation,
      payout: { state: 'waiting' as const, at: null, last4: null },
    }
    const { unmount } = renderAt('/', '/', <DonationProgress donation={waiting} />)
    expect(screen.getByText('Not paid out yet')).toBeVisible()
    unmount()
    renderAt('/', '/', <DonationProgress donation={{ ...waiting, refunds }} />)
    expect(screen.getByText('Received')).toBeVisible()
    expect(screen.queryByText('Not paid out yet')).not.toBeInTheDocument()
  })

  it('has words for every known status', () => {
    for (const status of donationStatuses) {
      const { unmount } = show({ status })
      expect(screen.queryByRole('heading', { name: 'Your donation' })).not.toBeInTheDocument()
      unmount()
    }
  })

  it('shows the time in Lagos', () => {
    show()
    expect(screen.getByText('21 November 2026 at 00:31')).toBeVisible()
  })

  it.each([
    ['sandbox', true],
    ['test', true],
    ['live', false],
  ] as const)('says "Test payment" in mode %s: %s', (mode, shown) => {
    show({ mode })
    expect(screen.queryAllByText('Test payment')).toHaveLength(shown ? 1 : 0)
  })
})

it('offers to download the receipt first, then to email and print it, and to add a company', () => {
  renderAt(
    '/',
    '/',
    <ReceiptActions
      donation={{ ...donation, receipt: { number: '2026-7K3M-9QXD', code: 'c-1' } }}
      isSent={false}
      refusal={undefined}
      companyRefusal={undefined}
    />,
  )
  const [first, ...links] = screen.getAllByRole('link').map((link) => link.textContent)
  expect([first, ...screen.getAllByRole('button').map((each) => each.textContent)]).toEqual([
    'Download receipt (PDF)',
    'Email it to me again',
    'Print',
    'Download company receipt',
  ])
  expect(links).toEqual(['Verify this receipt'])
})
