import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import type { CampaignLedger } from '#shared/campaign-ledger.ts'
import { kobo } from '#shared/money.ts'
import { fakeApi } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes } from '#test/support/web/render.tsx'

import * as ledger from './ledger.tsx'

const entry = {
  place: 1,
  kind: 'charge',
  day: '2026-05-01',
  donor: kobo(-5_000_00),
  owner: kobo(4_824_00),
  platform: kobo(1_00),
  provider: kobo(175_00),
  paidOut: kobo(0),
  raised: kobo(5_000_00),
  total: kobo(5_000_00),
  leaf: 1_204,
} as const
const found: CampaignLedger = {
  campaign: { title: 'A well for Ife', slug: 'a-well' },
  entries: [
    entry,
    {
      ...entry,
      place: 2,
      kind: 'refund',
      raised: kobo(-1_000_00),
      total: kobo(4_000_00),
      leaf: null,
    },
  ],
  sums: {
    entries: 3,
    donor: kobo(0),
    owner: kobo(3_824_00),
    platform: kobo(1_00),
    provider: kobo(175_00),
    paidOut: kobo(0),
    raised: kobo(4_000_00),
    returned: kobo(1_000_00),
  },
  next: 2,
}

const open = (at: string, answer: object) => {
  fakeApi(answer as Parameters<typeof fakeApi>[0])
  return renderRoutes(at, [{ path: '/c/:slug/ledger', ...ledger }])
}

it('shows every entry with what was raised after it, and links to the rest', async () => {
  open('/c/a-well/ledger', { 'GET /api/campaigns/a-well/ledger?order=newest&after=0': found })

  const table = await screen.findByRole('table', { name: 'Ledger entries of A well for Ife' })
  const [, month, first, second] = within(table).getAllByRole('row', { hidden: true })
  expect(month).toHaveTextContent(/^1 May 2026$/)
  expect(first).toHaveTextContent('Donation')
  expect(first).toHaveTextContent('1,204')
  expect(second).toHaveTextContent('Refund')
  expect(second).toHaveTextContent('₦4,000.00')
  expect(second).toHaveTextContent('soon')
  const sums = screen.getByRole('heading', { name: 'Totals' }).parentElement?.textContent
  expect(sums).toContain('Received₦5,000.00Refunds and disputes₦1,000.00Paid out₦0.00')
  const links = {
    'Next entries': '/c/a-well/ledger?after=2',
    'Download all (CSV)': '/api/campaigns/a-well/ledger.csv',
  }
  for (const [name, href] of Object.entries(links))
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', href)
  expect(screen.queryByRole('link', { name: 'First entries' })).not.toBeInTheDocument()
  await expectAccessible()
})

it('shows the sum of a payout, which raises nothing, in its row on a phone', async () => {
  const payout = { ...entry, kind: 'payout', raised: kobo(0), paidOut: kobo(4_820_00) } as const
  const paid = { ...found, entries: [payout] }
  open('/c/a-well/ledger', { 'GET /api/campaigns/a-well/ledger?order=newest&after=0': paid })
  const cell = await screen.findByRole('cell', { name: '₦4,820.00', hidden: true })
  expect(cell).not.toHaveClass('closed:hidden')
  for (const nothing of screen.getAllByRole('cell', { name: '₦0.00', hidden: true }))
    expect(nothing).toHaveClass('closed:hidden')
})

it('says that there are no entries yet', async () => {
  const none = { ...found, entries: [], next: null }
  open('/c/a-well/ledger', { 'GET /api/campaigns/a-well/ledger?order=newest&after=0': none })
  expect(await screen.findByText('There are no entries yet.')).toBeVisible()
})
