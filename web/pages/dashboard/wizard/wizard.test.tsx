import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'

import { expectAccessible } from '#test/support/web/render.tsx'
import { fakeApi, refusal } from '#test/support/web/fake-api.ts'
import { toasts } from '#test/support/web/render.tsx'
import { fakeWizardApi, openWizard, press, wizardBanks } from '#test/support/web/wizard.tsx'

const user = userEvent.setup()

beforeEach(() => sessionStorage.clear())

describe('the tabs of the wizard', () => {
  it('asks what kind of campaign it is in the category other, and suggests something else', async () => {
    fakeWizardApi()
    openWizard()
    const question = 'What kind of campaign is it?'
    expect(screen.queryByLabelText(question)).not.toBeInTheDocument()
    await user.selectOptions(screen.getByLabelText('Category'), 'other')
    expect(screen.getByLabelText(question)).toHaveDisplayValue('Something else')
    await user.selectOptions(screen.getByLabelText(question), 'Legal aid')
    expect(screen.getByLabelText(question)).toHaveValue('legal')
    await expectAccessible()
    await user.selectOptions(screen.getByLabelText('Category'), 'Career')
    expect(screen.queryByLabelText(question)).not.toBeInTheDocument()
  })
})

describe('the banks', () => {
  it('show an error when they cannot be loaded, and are loaded again', async () => {
    let attempts = 0
    fakeApi({
      'GET /api/banks': () =>
        ++attempts === 1 ? refusal(502, 'payment-unavailable') : wizardBanks,
    })
    openWizard({ tab: 2, values: {} })
    expect(await toasts().findByText('Error fetching banks')).toBeInTheDocument()
    await press('Retry')
    expect(await screen.findByRole('option', { name: 'Guaranty Trust Bank' })).toBeInTheDocument()
  })
})
