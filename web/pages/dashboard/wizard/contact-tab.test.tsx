import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'

import { invalid } from '#shared/text/invalid.ts'
import { expectAccessible } from '#test/support/web/render.tsx'
import { consentText } from '#web/text/consent.ts'
import { completeDraft, fakeWizardApi, openWizard, press } from '#test/support/web/wizard.tsx'

const user = userEvent.setup()

beforeEach(() => {
  fakeWizardApi()
})

async function openAt(values: object) {
  openWizard({ values: { ...completeDraft.values, ...values }, tab: 2 })
  await screen.findByRole('option', { name: 'Guaranty Trust Bank' })
  await user.type(screen.getByLabelText('Account Number'), '0123456789')
  await screen.findByText(/about a child/)
}
const health = () => screen.queryByRole('checkbox', { name: consentText.sentences.health })
const child = () => screen.queryByRole('checkbox', { name: consentText.sentences.child })

describe('the consents of the wizard', () => {
  it('are not asked for where the campaign is about neither a child nor health', async () => {
    await openAt({})
    expect([health(), child()]).toEqual([null, null])
    await press('Submit')
    expect(await screen.findByRole('alertdialog', { name: 'Confirm Submission' })).toBeVisible()
  })

  it('are required in the category Health, with the person who agreed', async () => {
    await openAt({ category: 'Health' })
    await press('Submit')
    expect(await screen.findByText(invalid.healthConsentBy)).toBeVisible()
    expect(screen.getByText(invalid.healthConsent)).toBeVisible()
    await user.type(screen.getByLabelText('Who gave consent?'), 'Bisi')
    await user.click(health() ?? document.body)
    await expectAccessible()
    await press('Submit')
    expect(await screen.findByRole('alertdialog', { name: 'Confirm Submission' })).toBeVisible()
  })

  it('are required for a child, with the relation of the guardian', async () => {
    await openAt({})
    await user.click(screen.getByRole('checkbox', { name: /about a child/ }))
    await press('Submit')
    expect(await screen.findByText(invalid.guardian)).toBeVisible()
    expect(screen.getByText(invalid.childConsent)).toBeVisible()
    await user.selectOptions(screen.getByLabelText('Who agreed for the child?'), 'guardian')
    await user.click(child() ?? document.body)
    await press('Submit')
    expect(await screen.findByRole('alertdialog', { name: 'Confirm Submission' })).toBeVisible()
  })

  it('come back with a draft', async () => {
    await openAt({
      aboutChild: true,
      guardian: 'guardian',
      aboutHealth: true,
      healthConsentBy: 'Bisi',
    })
    expect(screen.getByLabelText('Who agreed for the child?')).toHaveValue('guardian')
    expect(screen.getByLabelText('Who gave consent?')).toHaveValue('Bisi')
    expect(health()).not.toBeChecked()
  })
})
