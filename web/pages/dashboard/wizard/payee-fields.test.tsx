import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { fakeWizardApi, openLastTab, press } from '#test/support/web/wizard.tsx'
import { invalid } from '#shared/text/invalid.ts'

const user = userEvent.setup()
const lookup = 'POST /api/bank-accounts/lookup'
const open = async (response: object) => {
  const api = fakeWizardApi({ [lookup]: response })
  await openLastTab()
  return api
}

it('looks the name up at the tenth digit once, and submits only after the organiser confirmed it', async () => {
  const { sent } = await open({ kind: 'found', name: 'OBI ADA' })
  expect(await screen.findByText(/OBI ADA\. Is this you\?/)).toBeVisible()
  expect(sent(lookup)).toEqual([{ bank: '058', accountNumber: '0123456789' }])
  await press('Submit')
  expect((await screen.findAllByText(invalid.accountName))[0]).toBeVisible()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Yes, pay out to this account' }))
  await press('Submit')
  expect(await screen.findByRole('alertdialog')).toBeVisible()
})

it('goes on without a name while the provider does not answer, and keeps what was typed', async () => {
  await open({ kind: 'unavailable' })
  expect(await screen.findByText(/^We can’t look up the name right now/)).toBeVisible()
  expect(screen.getByLabelText('Account Number')).toHaveValue('0123456789')
  await press('Submit')
  expect(await screen.findByRole('alertdialog')).toBeVisible()
})

it('asks for the name and the address of another person', async () => {
  await open({ kind: 'unavailable' })
  await user.selectOptions(
    await screen.findByLabelText('Who receives the money?'),
    'Another person',
  )
  await press('Submit')
  expect((await screen.findAllByText(invalid.payeeName))[0]).toBeVisible()
  expect((await screen.findAllByText(invalid.payeeEmail))[0]).toBeVisible()
})
