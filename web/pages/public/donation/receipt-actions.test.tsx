import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'
import { renderAt } from '#test/support/web/render.tsx'

import { ReceiptActions } from '../donation.tsx'

const donation = {
  accessCode: 'r-1',
  channel: 'card',
  fee: null,
  status: 'success',
  amount: kobo(5_000_00),
  mode: 'live' as const,
  createdAt: '2026-11-20T23:30:00Z',
  paidAt: '2026-11-20T23:31:00Z',
  receipt: { number: '2026-7K3M-9QXD', code: 'c-1' },
  campaign: { id: 'well-1', slug: 'a-well', title: 'A well for Ife' },
}

it('offers to download the receipt first, then to email and print it, and to add a company', () => {
  renderAt(
    '/',
    '/',
    <ReceiptActions
      donation={donation}
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
    'Download with company (PDF)',
  ])
  expect(links).toEqual(['Verify this receipt'])
})
