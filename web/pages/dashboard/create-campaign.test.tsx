import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { adaAccount } from '#test/support/web/accounts.ts'
import { fakeApi, nothing, refusal } from '#test/support/web/fake-api.ts'
import { renderRoutes } from '#test/support/web/render.tsx'

import * as createData from './create-campaign.data.ts'
import * as createScreen from './create-campaign.tsx'

const create = { ...createScreen, ...createData }

const path = '/dashboard/campaigns/create'
const session = { 'GET /api/session': { account: adaAccount }, 'GET /api/banks': { banks: [] } }
const draft = 'GET /api/draft'
const open = () => renderRoutes(path, [{ path, ...create }])

describe('creating a campaign', () => {
  it('restores the saved draft', async () => {
    fakeApi({ ...session, [draft]: { draft: { tab: 0, values: { title: 'A well' } } } })
    open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Create Campaign' })).toBeVisible()
    expect(await screen.findByLabelText('Campaign Title')).toHaveValue('A well')
  })

  it('restores unsaved input after a reload, and saves it', async () => {
    sessionStorage.setItem(
      'unsaved-draft',
      JSON.stringify({ uid: adaAccount.uid, draft: { tab: 0, values: { title: 'A deep well' } } }),
    )
    const api = fakeApi({ ...session, [draft]: { draft: null }, 'PUT /api/draft': { draft: null } })
    open()
    expect(await screen.findByLabelText('Campaign Title')).toHaveValue('A deep well')
    await waitFor(() =>
      expect(api.sent('PUT /api/draft').at(-1)).toMatchObject({
        values: { title: 'A deep well' },
      }),
    )
    await waitFor(() => expect(sessionStorage).toHaveLength(0))
  })

  it('starts over with empty tabs', async () => {
    fakeApi({
      ...session,
      [draft]: { draft: { tab: 1, values: { title: 'A well' } } },
      'DELETE /api/draft': nothing,
    })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Start over' }))
    await waitFor(() =>
      expect(screen.getByRole('tab', { name: 'Basic Information' })).toHaveAttribute(
        'aria-selected',
        'true',
      ),
    )
    expect(screen.getByLabelText('Campaign Title')).toHaveValue('')
  })

  it('shows no form until the draft is loaded, so that no draft is overwritten', async () => {
    let attempts = 0
    fakeApi({
      ...session,
      [draft]: () => (++attempts === 1 ? refusal(500, 'internal') : { draft: null }),
    })
    open()
    expect(await screen.findByText('We couldn’t load your draft.')).toBeVisible()
    expect(screen.queryByLabelText('Campaign Title')).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByLabelText('Campaign Title')).toBeVisible()
    expect(within(document.body).queryByText(/We saved your draft/)).not.toBeInTheDocument()
  })
})
