import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { editorFields } from '#shared/campaign-edit.ts'
import { draftVersionSchema, type CampaignStatus } from '#shared/campaign.ts'
import { invalid } from '#shared/text/invalid.ts'
import { adaSession } from '#test/support/web/accounts.ts'
import { selfPayee, wellDetail, wellValues } from '#test/support/web/campaigns.ts'
import { fakeApi, refusal } from '#test/support/web/fake-api.ts'
import { expectAccessible, renderRoutes, toasts } from '#test/support/web/render.tsx'

import * as editingData from './edit-campaign.data.ts'
import * as editingScreen from './edit-campaign.tsx'

const editing = { ...editingScreen, ...editingData }

const put = 'PUT /api/campaigns/well-1'
const user = userEvent.setup()

const wellForm = {
  title: wellValues.title,
  accountNumberLast4: '6789',
  isOwner: true,
  savedAt: '',
  kept: [],
}

function open(status: CampaignStatus, more = {}, hasTwoFactor = false, values = {}) {
  const form = { ...wellForm, status, hasTwoFactor, values: { ...wellValues, ...values } }
  const api = fakeApi({
    ...adaSession,
    'GET /api/campaigns/well-1/form': form,
    'GET /api/banks': { banks: [{ id: 9, code: '058', name: 'Guaranty Trust Bank' }] },
    [put]: { campaign: { ...wellDetail, id: 'well-1' }, waits: false },
    ...more,
  })
  const view = renderRoutes('/dashboard/campaign/well-1/edit', [
    { path: '/dashboard/campaign/:id/edit', ...editing },
  ])
  return { api, ...view }
}

describe('editing a campaign', () => {
  it('fills in the wizard, sends all values once, and goes back to the campaign', async () => {
    const { api, address } = open('approved')
    const title = await screen.findByLabelText('Campaign Title')
    expect(title).toHaveValue('A well for Ife')
    await expectAccessible()
    await user.click(screen.getByRole('tab', { name: 'Campaign Information' }))
    const description = await screen.findByLabelText('Description')
    // The tab opens when the one before is checked.
    await waitFor(() => expect(description).toBeVisible())
    await user.clear(description)
    await user.type(description, 'Cleaner water.')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(address()).toBe('/dashboard/campaign/well-1'))
    expect(api.sent(put)).toEqual([
      {
        ...wellValues,
        ...selfPayee,
        description: 'Cleaner water.',
        currentPassword: '',
        version: { writer: expect.any(String), base: '' },
      },
    ])
    expect(await toasts().findByText('Your changes are saved.')).toBeInTheDocument()
  })

  it('shows an editor the first two tabs, without documents, and saves without the third', async () => {
    const values = Object.fromEntries(
      Object.entries(wellValues).filter(([name]) => name in editorFields),
    )
    const form = { ...wellForm, status: 'approved', hasTwoFactor: false, values }
    const { api } = open('approved', {
      'GET /api/campaigns/well-1/form': { ...form, isOwner: false },
    })
    await screen.findByLabelText('Campaign Title')
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Basic Information',
      'Campaign Information',
    ])
    await user.click(screen.getByRole('tab', { name: 'Campaign Information' }))
    expect(await screen.findByLabelText('Description')).toBeInTheDocument()
    expect(screen.queryByText('Supporting documents')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(api.sent(put)).toMatchObject([values]))
  })

  it('offers both versions after another window saved, and loses neither', async () => {
    let title = wellValues.title
    const toForm = () => ({
      ...wellForm,
      title,
      status: 'approved',
      hasTwoFactor: false,
      values: { ...wellValues, title },
      savedAt: '2026-11-28T14:02:00.000Z',
    })
    const { api } = open('approved', {
      'GET /api/campaigns/well-1/form': toForm,
      [put]: refusal(409, 'draft-changed'),
    })
    await user.type(await screen.findByLabelText('Campaign Title'), ', quickly')
    title = 'From the laptop'
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    const keepMine = await screen.findByRole('button', { name: 'Keep mine' })
    expect(screen.getByLabelText('Campaign Title')).toHaveValue('A well for Ife, quickly')
    await user.click(keepMine)
    expect(api.sent(put).at(-1)).toMatchObject({
      version: { base: '2026-11-28T14:02:00.000Z', replaces: true },
    })
    await user.click(await screen.findByRole('button', { name: 'Keep the other' }))
    expect(await screen.findByLabelText('Campaign Title')).toHaveValue('From the laptop')
    await user.click(screen.getByText('Other versions'))
    await user.click(screen.getByRole('button', { name: /^Open the version of/ }))
    expect(await screen.findByLabelText('Campaign Title')).toHaveValue('A well for Ife, quickly')
    // Its base is not what the server shows, which the server therefore keeps.
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(api.sent(put)).toHaveLength(3))
    const { version } = z.parse(z.object({ version: draftVersionSchema }), api.sent(put).at(-1))
    expect(version).toMatchObject({ replaces: true })
    expect(version.base).not.toBe('2026-11-28T14:02:00.000Z')
  })

  it('keeps the bank account unless a new one is entered, which requires the password', async () => {
    const fields = { currentPassword: ['Please enter your current password again.'] }
    const { api } = open('approved', { [put]: refusal(403, 'requires-recent-login', { fields }) })
    await screen.findByLabelText('Campaign Title')
    await user.click(screen.getByRole('tab', { name: 'Contact Information' }))
    expect(await screen.findByText(/keep the account ending in 6789/)).toBeVisible()
    await user.type(screen.getByLabelText('Account Number'), '0690000031')
    await screen.findByRole('option', { name: 'Guaranty Trust Bank' })
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(
      await within(screen.getByRole('tabpanel')).findByText(fields.currentPassword[0] ?? ''),
    ).toBeVisible()
    expect(api.sent(put)).toMatchObject([{ accountNumber: '0690000031' }])
  })

  it('shows the first invalid field on any tab', async () => {
    const { api } = open('rejected')
    const title = await screen.findByLabelText('Campaign Title')
    expect(screen.getByText('When you save, your campaign is sent for review again.')).toBeVisible()
    await user.clear(title)
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await toasts().findByText(/Campaign Title is required/)).toBeInTheDocument()
    expect(api.sent(put)).toEqual([])
  })

  it('asks for the consent of the category Health on the last tab, which was not opened before', async () => {
    const others = {
      category: 'Career',
      aboutHealth: false,
      healthConsentBy: '',
      healthConsent: false,
    }
    const { api } = open('rejected', {}, false, others)
    await user.selectOptions(await screen.findByLabelText('Category'), 'Health')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await toasts().findByText(/^Validation Errors: /)).toBeInTheDocument()
    expect(screen.getByRole('tab', { name: 'Contact Information' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    expect(screen.getByText(invalid.healthConsentBy)).toBeVisible()
    expect(screen.getByLabelText('Who gave consent?')).toHaveFocus()
    expect(api.sent(put)).toEqual([])
  })

  it.each(['ended', 'cancelled'] as const)('is not possible for %s campaigns', async (status) => {
    open(status)
    expect(await screen.findByText(/has ended and can’t be edited/)).toBeVisible()
    expect(screen.queryByLabelText('Campaign Title')).not.toBeInTheDocument()
  })
})
