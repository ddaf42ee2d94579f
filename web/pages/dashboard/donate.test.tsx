import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { adaSession as session } from '#test/support/web/accounts.ts'
import { wellDetail } from '#test/support/web/campaigns.ts'
import { fakeApi } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes } from '#test/support/web/render.tsx'

import * as donateData from './donate.data.ts'
import * as donateScreen from './donate.tsx'

const donate = { ...donateScreen, ...donateData }

const at = '/dashboard/campaign/well-1/donate'
const campaign = 'GET /api/campaigns/well-1'
const open = () => renderRoutes(at, [{ path: '/dashboard/campaign/:id/donate', ...donate }])

describe('the donate screen', () => {
  it('fills in the email address of the person, and shows the fees', async () => {
    fakeApi({ ...session, [campaign]: { campaign: wellDetail } })
    open()
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Donate to A well for Oke-Odo' }),
    ).toBeVisible()
    expect(screen.getByLabelText('Email address')).toHaveValue('ada@example.com')
    await userEvent.type(screen.getByLabelText('Amount'), '5000')
    expect(await screen.findByText(/₦4,824\.00$/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Pay now!' })).toBeVisible()
    await expectAccessible()
  })

  it('does not accept donations to a campaign that has ended', async () => {
    fakeApi({
      ...session,
      [campaign]: { campaign: { ...wellDetail, daysLeft: -2, acceptsDonations: false } },
    })
    open()
    expect(await screen.findByText('Campaign Expired')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Pay now!' })).not.toBeInTheDocument()
  })

  it('is not found for an unknown campaign', async () => {
    fakeApi(session)
    open()
    expect(await screen.findByRole('heading', { name: 'Something went wrong.' })).toBeVisible()
  })
})
