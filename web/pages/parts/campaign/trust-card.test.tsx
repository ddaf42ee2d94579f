import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'
import type { Trust } from '#shared/trust.ts'
import { wellDetail } from '#test/support/web/campaigns.ts'
import { expectAccessible, renderRoutes } from '#test/support/web/render.tsx'

import { TrustCard } from './trust-card.tsx'

const nothingChecked: Trust = {
  payee: null,
  bankNameMatchedOn: null,
  payeeAgreedOn: null,
  documents: null,
  accountSince: null,
  keepers: 1,
  earlierCampaigns: [],
}
const show = (trust: Partial<Trust>) =>
  renderRoutes('/', [
    {
      path: '/',
      Component: () => <TrustCard campaign={wellDetail} trust={{ ...nothingChecked, ...trust }} />,
    },
  ])
const roof = {
  slug: 'a-school-roof',
  title: 'A school roof',
  status: 'ended',
  raised: kobo(500_000_00),
  goal: kobo(600_000_00),
} as const

describe('the card about who raises the money', () => {
  it.each([
    [{ payee: { kind: 'self', name: null } }, /is paid out to the organiser/],
    [{ payee: { kind: 'hospital', name: 'Ife Clinic' } }, /is paid out to Ife Clinic, a hospital/],
    [{ bankNameMatchedOn: '2026-03-03' }, /matches the organiser’s name\. Checked on 3 March 2026/],
    [{ payeeAgreedOn: '2026-03-03' }, /agreed to this campaign on 3 March 2026/],
    [{ documents: { count: 2, approvedOn: '2026-03-03' } }, /Two reviewers saw 2 supporting/],
    [{ accountSince: '2026-03-03' }, /has had an account on Ajo since 3 March 2026/],
    [{ keepers: 2 }, /2 people look after the money/],
    [{ earlierCampaigns: [roof] }, /0 open, 1 ended, 0 cancelled/],
  ] as const)('says what %j stands for, and nothing without it', async (trust, sentence) => {
    const { unmount } = show(trust as Partial<Trust>)
    expect(await screen.findByText(sentence)).toBeVisible()
    await expectAccessible()
    unmount()
    show({})
    expect(await screen.findByText('Ada Okafor raises this money.')).toBeVisible()
    expect(screen.queryByText(sentence)).not.toBeInTheDocument()
  })

  it('leads to earlier campaigns and to the form that reports this one', async () => {
    show({ earlierCampaigns: [roof] })
    await userEvent.click(await screen.findByText('Organiser’s earlier campaigns'))
    const link = await screen.findByRole('link', { name: 'A school roof' })
    expect(link).toHaveAttribute('href', '/c/a-school-roof')
    expect(screen.getByText('₦500,000.00 raised of ₦600,000.00')).toBeVisible()
    const report = screen.getByRole('link', { name: 'Report this campaign' })
    expect(report).toHaveAttribute('href', '/c/a-well-for-oke-odo/report')
  })
})
