import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'

import { expectAccessible } from '#test/support/web/render.tsx'
import { fakeApi, nothing } from '#test/support/web/fake-api.ts'
import { completeDraft, openWizard, press, tab, wizardBanks } from '#test/support/web/wizard.tsx'

const user = userEvent.setup()
const bill = {
  id: 'd-1',
  name: 'quote.pdf',
  type: 'application/pdf',
  sizeBytes: 9_000,
  at: '2026-11-01T12:00:00.000Z',
  isPublished: true,
  isReviewed: false,
}

beforeEach(() => {
  sessionStorage.clear()
  fakeApi({
    'GET /api/banks': wizardBanks,
    'GET /api/documents': { documents: [bill] },
    'PUT /api/draft': nothing,
  })
})

const guide = async () => within(await screen.findByRole('complementary', { name: 'Suggestions' }))

describe('the suggestions beside the wizard', () => {
  it('follow what is typed, and never keep the next tab closed', async () => {
    openWizard({ ...completeDraft, tab: 0 })
    const title = screen.getByLabelText('Campaign Title')
    expect((await guide()).queryByRole('heading')).not.toBeInTheDocument()
    await user.clear(title)
    await user.type(title, 'HELP US')
    const aside = await guide()
    expect(aside.getByText(/^Say who needs what in the title/)).toBeVisible()
    expect(aside.getByText('Titles in capital letters are hard to read.')).toBeVisible()
    await press('Next')
    await waitFor(() =>
      expect(tab('Campaign Information')).toHaveAttribute('aria-selected', 'true'),
    )
  })

  it('say which of the four facts the texts name, and what differs from the goal', async () => {
    openWizard({ ...completeDraft, tab: 1 })
    const aside = await guide()
    const states = () =>
      aside
        .getAllByText(/^(?:Found|Not found yet):$/)
        .map(({ textContent }) => textContent === 'Found: ')
    expect(states()).toEqual([true, true, true, false])
    const costs = screen.getByLabelText('Raise Money For')
    await user.clear(costs)
    await user.click(costs)
    await user.paste('Drilling ₦300,000 and a pump ₦200,000 before the rain in June.')
    expect(states()).toEqual([true, true, true, true])
    expect(aside.getByText(/add up to ₦500,000, but your goal is ₦1,250,000.50\./)).toBeVisible()
  })

  it('name what reviewers ask for in the category', async () => {
    openWizard({ ...completeDraft, tab: 2 })
    expect((await guide()).getByText(/letter from the community/)).toBeVisible()
  })
})

describe('the preview', () => {
  it('shows the public page with the typed values and published documents, and nothing can be pressed', async () => {
    openWizard({ ...completeDraft, tab: 1 })
    await screen.findByRole('checkbox', { name: 'Show quote.pdf to visitors' })
    await user.type(screen.getByLabelText('Description'), ' Every day.')
    await guide()
    await press('Preview your page')
    const page = within(await screen.findByRole('dialog', { name: 'Preview' }))
    expect(await page.findByRole('heading', { name: 'A well for Oke-Odo', level: 1 })).toBeVisible()
    expect(page.getByText('Organised by Ada Okafor')).toBeVisible()
    expect(page.getByText('Our well has run dry. Every day.')).toBeVisible()
    expect(page.getByText('₦1,250,000.50')).toBeVisible()
    expect(page.getByText('Log in to see contact details.', { exact: false })).toBeVisible()
    await user.click(page.getByRole('link', { name: /^Download quote.pdf/ }))
    for (const link of page.getAllByRole('link', { name: 'Donate' })) await user.click(link)
    await expectAccessible()
    await user.click(page.getByRole('button', { name: 'Phone' }))
    expect(page.getByRole('heading', { name: 'A well for Oke-Odo', level: 3 })).toBeVisible()
    await user.click(page.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByLabelText('Description')).toHaveValue('Our well has run dry. Every day.')
  })
})

describe('the checklist before submitting', () => {
  it('says what is recommended, and opens the tab of what is missing although this one is empty', async () => {
    openWizard({ tab: 2, values: { ...completeDraft.values, name: '' } })
    // The line that opens the list on phones, and the list's own line on wide screens.
    expect(await screen.findAllByText('3 of 6 recommendations done')).toHaveLength(2)
    await user.click(
      screen.getByRole('button', {
        name: 'Open “Campaign Information”: Three photos or more, each described',
      }),
    )
    await waitFor(() =>
      expect(tab('Campaign Information')).toHaveAttribute('aria-selected', 'true'),
    )
  })
})
