import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { refusal } from '#test/support/web/fake-api.ts'
import { fakeWizardApi, openWizard, uploadedImage } from '#test/support/web/wizard.tsx'

const user = userEvent.setup()

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.useRealTimers())

describe('the draft', () => {
  it.each([
    ['was only opened', { title: '', city: ' ', images: [], showContact: false }, 0],
    ['has a picture', { title: '', images: [{ id: uploadedImage.id, alt: '' }] }, 1],
  ])('announces a restored draft that %s only if it has content', (_what, values, times) => {
    fakeWizardApi()
    openWizard({ tab: 1, values })
    expect(screen.queryAllByText('We saved your draft. Continue where you left off.')).toHaveLength(
      times,
    )
    expect(screen.queryAllByRole('button', { name: 'Start over' })).toHaveLength(times)
  })

  it('ignores values of an older draft format', () => {
    fakeWizardApi()
    openWizard({
      tab: 0,
      values: { title: 'Stored title', category: 'Sports', images: 'none', city: 7 },
    })
    expect(screen.getByLabelText('Campaign Title')).toHaveValue('Stored title')
    expect(screen.getByLabelText('Category')).toHaveValue('')
    expect(screen.getByLabelText('City')).toHaveValue('')
  })

  it('is saved one second after the last input, without the account number', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const typing = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    const api = fakeWizardApi()
    openWizard({ tab: 2, values: {} })
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(api.sent('PUT /api/draft')).toEqual([])

    await typing.type(screen.getByLabelText('Name'), 'Ada')
    await typing.type(screen.getByLabelText('Account Number'), '0123456789')
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    const saved = api.sent('PUT /api/draft')
    expect(saved.at(-1)).toMatchObject({ tab: 2, values: { name: 'Ada' } })
    expect(JSON.stringify(saved)).not.toContain('0123456789')
    expect(await screen.findByText('Draft saved')).toBeVisible()
  })

  it('is saved immediately when the page is left', async () => {
    const api = fakeWizardApi()
    openWizard()
    await user.type(screen.getByLabelText('Campaign Title'), 'A well')
    window.dispatchEvent(new Event('pagehide'))
    await waitFor(() =>
      expect(api.sent('PUT /api/draft').at(-1)).toMatchObject({ values: { title: 'A well' } }),
    )
  })

  it('shows when it could not be saved', async () => {
    fakeWizardApi({ 'PUT /api/draft': refusal(500, 'internal') })
    openWizard()
    await user.type(screen.getByLabelText('Campaign Title'), 'A')
    window.dispatchEvent(new Event('pagehide'))
    expect(
      await screen.findByText('Couldn’t save yet. We’ll keep trying; don’t close this page.'),
    ).toBeVisible()
  })
})
