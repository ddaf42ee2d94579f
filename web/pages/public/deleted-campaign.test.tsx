import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import type { DeletedCampaign } from '#shared/deleted-campaign.ts'
import { kobo } from '#shared/money.ts'
import { fakeApi } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes } from '#test/support/web/render.tsx'

import * as campaign from './campaign.tsx'

const deleted: DeletedCampaign = {
  slug: 'surgery-for-efe',
  title: 'Surgery for …',
  category: 'Health',
  startDate: '2026-03-01',
  endDate: '2026-06-01',
  deletedOn: '2026-07-02',
  donated: kobo(5_000_00),
  refunded: kobo(1_000_00),
  raised: kobo(4_000_00),
  donors: 2,
}

const open = (answers: Record<string, object>) => {
  fakeApi(answers)
  renderRoutes('/c/surgery-for-efe', [{ path: '/c/:slug', ...campaign }])
}

it('shows title, sums and ledger of a deleted campaign, and no way to donate', async () => {
  open({ 'GET /api/deleted-campaigns/surgery-for-efe': { campaign: deleted } })
  expect(await screen.findByText('This campaign was deleted by its organiser.')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Surgery for …' })).toBeVisible()
  expect(screen.getByText('₦4,000.00')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Every donation, refund and payout' })).toHaveAttribute(
    'href',
    '/c/surgery-for-efe/ledger',
  )
  expect(screen.queryByRole('link', { name: /donate/i })).not.toBeInTheDocument()
  expect(document.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expectAccessible()
})

it('is not found where no campaign ever had the address', async () => {
  open({})
  expect(await screen.findByText("Sorry, we can't find the page you're looking for.")).toBeVisible()
})
