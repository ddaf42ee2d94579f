import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { wellDetail } from '#test/support/web/campaigns.ts'
import { fakeApi } from '#test/support/web/fake-api.ts'
import { renderAt } from '#test/support/web/render.tsx'

import { DeleteCampaign } from '../campaign.tsx'

it("says 'Campaign ID is undefined' for a campaign without id", async () => {
  const api = fakeApi({})
  renderAt('/', '/', <DeleteCampaign campaign={{ ...wellDetail, id: '', canDelete: true }} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Campaign' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Campaign ID is undefined')).toBeInTheDocument()
  expect(api.received).toEqual([])
})
