import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'
import type { Statement } from '#shared/receipt.ts'
import { adaSession } from '#test/support/web/accounts.ts'
import { fakeApi, refusal } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes } from '#test/support/web/render.tsx'

import * as statementData from './statement.data.ts'
import * as statementScreen from './statement.tsx'

const statement = { ...statementScreen, ...statementData }

const path = '/dashboard/statement'
const year2026: Statement = {
  year: 2026,
  years: [2026, 2025],
  mode: 'live',
  donations: [
    {
      accessCode: 'r-1',
      number: '2026-7K3M-9QXD',
      donatedAt: '2026-05-01T10:00:00Z',
      campaign: 'A well for Ife',
      amount: kobo(5_000_00),
      reversed: kobo(1_500_00),
    },
  ],
  donated: kobo(5_000_00),
  reversed: kobo(1_500_00),
  net: kobo(3_500_00),
}
const open = (answer: object) => {
  fakeApi({ ...adaSession, 'GET /api/statements/2026': answer })
  return renderRoutes(`${path}?year=2026`, [{ path, ...statement }])
}

it('lists the donations of the year with refunds and totals', async () => {
  open(year2026)
  expect(await screen.findByRole('link', { name: '2026-7K3M-9QXD' })).toHaveAttribute(
    'href',
    '/donations/r-1',
  )
  expect(screen.getByText('₦3,500.00')).toBeVisible()
  expect(screen.getByRole('link', { name: '2026' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('link', { name: '2025' })).toHaveAttribute('href', `${path}?year=2025`)
  expect(screen.getByRole('link', { name: 'Download PDF' })).toHaveAttribute(
    'href',
    '/api/statements/2026/statement.pdf',
  )
  await expectAccessible()
})

it('distinguishes a year without donations from a statement that cannot be loaded', async () => {
  const noDonations = { donations: [], donated: 0, reversed: 0, net: 0 }
  const view = open({ ...year2026, ...noDonations })
  expect(await screen.findByText('No donations in 2026')).toBeVisible()
  view.unmount()
  open(refusal(500, 'internal'))
  expect(await screen.findByText('We couldn’t load your statement.')).toBeVisible()
  expect(screen.queryByText('₦0.00')).not.toBeInTheDocument()
})
