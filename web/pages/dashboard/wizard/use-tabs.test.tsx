import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'

import { contactSchema, informationSchema } from '#shared/campaign.ts'
import { completeDraft } from '#test/support/web/wizard.tsx'

import { Toaster } from '../../../ui/toast.tsx'
import { BasicTab } from './basic-tab.tsx'
import { toWizardDraft } from './draft.ts'
import { useWizardForms } from './wizard-form.tsx'
import { useTabs } from './use-tabs.ts'

const lost = new TypeError('Failed to fetch dynamically imported module: /assets/schemas.js')
const offline = 'You seem to be offline. Check your connection and try again.'
const { basic } = toWizardDraft(completeDraft).defaults
const loads: PromiseWithResolvers<typeof informationSchema>[] = []

const loadHeld = () => {
  const load = Promise.withResolvers<typeof informationSchema>()
  loads.push(load)
  return load.promise
}

/** The first tab of the wizard, whose checks arrive with the schema of the second. */
function Tabs(changed: { title?: string }) {
  const forms = useWizardForms(
    { basic: { ...basic, ...changed } },
    { information: loadHeld, contact: async () => contactSchema },
  )
  const { tab, select } = useTabs(forms, [])
  return (
    <>
      <p>{`Tab ${tab}`}</p>
      <BasicTab form={forms.basic} onNext={() => select(1)} />
      <Toaster />
    </>
  )
}

const next = () => screen.getByRole('button', { name: 'Next' })

afterEach(() => {
  loads.length = 0
  vi.restoreAllMocks()
})

it('waits for the checks of a tab before it opens the next one', async () => {
  render(<Tabs />)
  await userEvent.click(next())
  expect(next()).toHaveAttribute('aria-busy', 'true')
  expect(screen.getByText('Tab 0')).toBeVisible()
  await act(async () => loads[0]?.resolve(informationSchema))
  expect(await screen.findByText('Tab 1')).toBeVisible()
})

it('does not open the next tab when the checks that arrive find an error', async () => {
  render(<Tabs title="" />)
  await userEvent.click(next())
  await act(async () => loads[0]?.resolve(informationSchema))
  await waitFor(() => expect(screen.getByLabelText('Campaign Title')).toHaveFocus())
  expect(screen.getByText('Tab 0')).toBeVisible()
})

it('opens nothing unchecked without a connection, says so, and opens it by the next try', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(<Tabs />)
  await userEvent.click(next())
  await act(async () => loads[0]?.reject(lost))
  expect(await screen.findByText(offline)).toBeInTheDocument()
  expect(screen.getByText('Tab 0')).toBeVisible()
  expect(screen.getByLabelText('Campaign Title')).toHaveValue(basic.title)
  await userEvent.click(next())
  await act(async () => loads[1]?.resolve(informationSchema))
  expect(await screen.findByText('Tab 1')).toBeVisible()
})
