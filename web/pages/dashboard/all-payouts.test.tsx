import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'
import type { OwnPayouts } from '#shared/payouts.ts'
import { adaSession } from '#test/support/web/accounts.ts'
import { fakeApi, refusal } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes } from '#test/support/web/render.tsx'

import * as allPayouts from './all-payouts.tsx'

const path = '/dashboard/payouts'
const well = {
  id: 'well-1',
  title: 'A well for Oke-Odo',
  donated: kobo(16_000_00),
  reversed: kobo(1_000_00),
  raised: kobo(15_000_00),
  fees: kobo(226_00),
  platform: kobo(1_00),
  other: kobo(0),
  net: kobo(14_773_00),
  paidOut: kobo(4_924_00),
  due: kobo(9_849_00),
  held: kobo(0),
  owedBack: kobo(0),
}
const school = {
  ...well,
  id: 'school-1',
  title: 'A school in Epe',
  donated: kobo(5_000_00),
  reversed: kobo(0),
  raised: kobo(5_000_00),
  fees: kobo(75_00),
  net: kobo(4_924_00),
  due: kobo(0),
}
const money: OwnPayouts = { dueBy: '2026-05-05', campaigns: [well, school] }

function open(answer: object) {
  fakeApi({ ...adaSession, 'GET /api/payouts': answer })
  return renderRoutes(path, [{ path, ...allPayouts }])
}
const valueOf = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling

it('shows the total, and each campaign with a link to its payouts', async () => {
  open(money)
  expect(await screen.findByRole('heading', { name: 'Your money' })).toBeVisible()
  const link = await screen.findByRole('link', { name: well.title })
  expect(link).toHaveAttribute('href', '/dashboard/campaign/well-1/money')
  expect(valueOf('Raised')).toHaveTextContent('₦20,000.00')
  expect(valueOf('Payment fees')).toHaveTextContent('−₦301.00')
  expect(valueOf('Ajo fee')).toHaveTextContent('−₦2.00')
  expect(valueOf('Your share')).toHaveTextContent('₦19,697.00')
  expect(valueOf('Paid out')).toHaveTextContent('₦9,848.00')
  expect(valueOf('Not paid out yet, expected by 5 May 2026')).toHaveTextContent('₦9,849.00')
  for (const name of ['On hold', 'Owed to Ajo', 'Other receipts'])
    expect(screen.queryByText(name, { selector: 'dt' })).not.toBeInTheDocument()
  const row = within(screen.getByRole('row', { name: /A school in Epe/ }))
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    school.title,
    '₦5,000.00',
    '₦4,924.00',
    '₦4,924.00',
    '₦0.00',
    '₦0.00',
  ])
  await expectAccessible()
})

it('says what is held and what is owed to Ajo', async () => {
  const held = { ...well, due: kobo(0), held: kobo(9_849_00) }
  const owing = { ...school, net: kobo(4_824_00), owedBack: kobo(100_00) }
  open({ ...money, campaigns: [held, owing] })
  expect(await screen.findByText('On hold', { selector: 'dt' })).toBeVisible()
  expect(valueOf('On hold')).toHaveTextContent('₦9,849.00')
  expect(valueOf('Owed to Ajo')).toHaveTextContent('₦100.00')
  expect(screen.getByText(/^Refunds cost more than your payouts covered/)).toBeVisible()
  expect(screen.getByText('Not paid out yet', { selector: 'dt' })).toBeVisible()
})

it('leads to the campaigns before the first donation, and is not empty after an error', async () => {
  const view = open({ ...money, campaigns: [] })
  expect(await screen.findByText('No donations yet')).toBeVisible()
  expect(screen.getByRole('link', { name: 'See your campaigns' })).toHaveAttribute(
    'href',
    '/dashboard/profile',
  )
  view.unmount()
  open(refusal(500, 'internal'))
  expect(await screen.findByText('We couldn’t load donations and payouts.')).toBeVisible()
  expect(screen.queryByText('No donations yet')).not.toBeInTheDocument()
})
