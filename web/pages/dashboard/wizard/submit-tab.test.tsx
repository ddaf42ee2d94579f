import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'

import { selfPayee, wellDetail } from '#test/support/web/campaigns.ts'
import { refusal } from '#test/support/web/fake-api.ts'
import { toasts } from '#test/support/web/render.tsx'
import {
  completeDraft,
  fakeWizardApi,
  onSubmitted,
  openLastTab,
  openWizard,
  press,
  tab,
} from '#test/support/web/wizard.tsx'

const user = userEvent.setup()

beforeEach(() => {
  sessionStorage.clear()
  onSubmitted.mockClear()
})

describe('submitting', () => {
  it('submits once when Confirm is clicked several times', async () => {
    let respond: (value: object) => void = () => {}
    const api = fakeWizardApi({
      'POST /api/campaigns': () => new Promise<object>((resolve) => (respond = resolve)),
    })
    await openLastTab()
    await press('Submit')
    const confirm = await screen.findByRole('button', { name: 'Confirm' })
    await user.click(confirm)
    await user.click(confirm)
    await waitFor(() => expect(api.sent('POST /api/campaigns')).toHaveLength(1))
    await act(async () => respond(Response.json({ campaign: wellDetail }, { status: 201 })))

    expect(await toasts().findByText('Form submitted successfully')).toBeInTheDocument()
    expect(onSubmitted).toHaveBeenCalledOnce()
    expect(api.sent('POST /api/campaigns')).toEqual([
      { ...completeDraft.values, ...selfPayee, accountNumber: '0123456789' },
    ])
    const [request] = api.received.filter(({ route }) => route === 'POST /api/campaigns')
    expect(request?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
    expect(sessionStorage).toHaveLength(0)
  })

  it('keeps its idempotency key after a server error, and uses a new one after a refusal', async () => {
    let attempts = 0
    const api = fakeWizardApi({
      'POST /api/campaigns': () =>
        ++attempts === 1 ? refusal(500, 'internal') : refusal(422, 'sub-account-refused'),
    })
    await openLastTab()
    for (const expected of [1, 2, 3]) {
      // eslint-disable-next-line no-await-in-loop -- one attempt after the other
      await press('Submit')
      // eslint-disable-next-line no-await-in-loop -- one attempt after the other
      await user.click(await screen.findByRole('button', { name: 'Confirm' }))
      // eslint-disable-next-line no-await-in-loop -- one attempt after the other
      await waitFor(() => expect(api.sent('POST /api/campaigns')).toHaveLength(expected))
      // eslint-disable-next-line no-await-in-loop -- one attempt after the other
      await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    }
    const keys = api.received
      .filter(({ route }) => route === 'POST /api/campaigns')
      .map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[1])
  })

  it('shows field errors of the server on their tab', async () => {
    fakeWizardApi({
      'POST /api/campaigns': refusal(422, 'invalid-input', {
        fields: { title: ['Campaign Title is required'], phone: ['Name is required'] },
      }),
    })
    await openLastTab()
    await press('Submit')
    await user.click(await screen.findByRole('button', { name: 'Confirm' }))

    await waitFor(() => expect(tab('Basic Information')).toHaveAttribute('aria-selected', 'true'))
    expect(await screen.findByText('Campaign Title is required')).toBeVisible()
    expect(screen.getByLabelText('Campaign Title')).toHaveFocus()
  })

  it('opens the first invalid tab instead of asking for confirmation', async () => {
    fakeWizardApi()
    openWizard({ tab: 2, values: { ...completeDraft.values, city: '' } })
    await user.type(screen.getByLabelText('Account Number'), '0123456789')
    await press('Submit')

    await waitFor(() => expect(screen.getByLabelText('City')).toHaveFocus())
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  it('says that the user id is undefined when no one is signed in', async () => {
    const api = fakeWizardApi()
    await openLastTab(null)
    await press('Submit')
    await user.click(await screen.findByRole('button', { name: 'Confirm' }))
    expect(await toasts().findByText('User ID is undefined')).toBeInTheDocument()
    expect(api.sent('POST /api/campaigns')).toEqual([])
  })
})
