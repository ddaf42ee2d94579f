import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { adaSession } from '#test/support/web/accounts.ts'
import { fakeApi, refusal } from '#test/support/web/fake-api.ts'
import { renderRoutes } from '#test/support/web/render.tsx'

import * as createData from './create-campaign.data.ts'
import * as createScreen from './create-campaign.tsx'

const create = { ...createScreen, ...createData }

const path = '/dashboard/campaigns/create'
const session = { ...adaSession, 'GET /api/banks': { banks: [] } }
const draft = 'GET /api/draft'
const open = () => renderRoutes(path, [{ path, ...create }])

describe('creating a campaign', () => {
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
