import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { vi } from 'vitest'

import type { Draft } from '#shared/campaign.ts'
import { PreviewDialog } from '#web/pages/parts/campaign/preview-dialog.tsx'
import { toWizardDraft } from '#web/pages/dashboard/wizard/draft.ts'
import { InformationTab, SubmitTab } from '#web/pages/dashboard/wizard/tabs.tsx'
import { Wizard } from '#web/pages/dashboard/create-campaign.tsx'

import { fakeApi } from './fake-api.ts'
import { renderAt } from './render.tsx'

// So that an opened tab is mounted at once. The others are mounted while nothing else is done.
await Promise.all([InformationTab.load(), SubmitTab.load()])

export const wizardBanks = {
  banks: [
    { id: 1, code: '058', name: 'Guaranty Trust Bank' },
    { id: 2, code: '011', name: 'First Bank of Nigeria' },
    { id: 3, code: '011', name: 'FirstMonie' },
  ],
}
/** What the wizard asks for. */
export const fakeWizardApi = (more: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({ 'GET /api/banks': wizardBanks, 'PUT /api/draft': { draft: null }, ...more })
export const uploadedImage = { id: 'a'.repeat(64), width: 1200, height: 750, alt: '' }
const longText = 'Clean water for four hundred families of this village, for good.'
/** A draft that needs only the account number to be submitted. */
export const completeDraft: Draft = {
  tab: 0,
  values: {
    title: 'A well for Oke-Odo',
    country: 'Nigeria',
    city: 'Ibadan',
    category: 'Community Development',
    description: 'Our well has run dry.',
    goalAmount: '1,250,000.50',
    budget: [
      { text: 'Drilling', amount: '1,000,000' },
      { text: 'A pump', amount: '250,000' },
      { text: 'Pipes', amount: '0.50' },
    ],
    startDate: '2099-01-01',
    endDate: '2099-03-01',
    raiseMoneyFor: longText,
    importance: longText,
    impact: longText,
    images: [{ id: uploadedImage.id, alt: 'The dry well' }],
    name: 'Ada Okafor',
    email: 'ada@example.com',
    phone: '+234 801 234 5678',
    bank: '058',
    showContact: false,
    aboutChild: false,
    guardian: '',
    childConsent: false,
    aboutHealth: false,
    healthConsentBy: '',
    healthConsent: false,
  },
}

export const onSubmitted = vi.fn<() => void>()
export const onDiscarded = vi.fn<() => void>()
const user = userEvent.setup()

/** What the screens give the wizard and the form for editing. */
export const guideProps = {
  owner: { firstname: 'Ada', lastname: 'Okafor' },
  Preview: PreviewDialog,
}

export function openWizard(draft: Draft | null = null, userId: string | null = 'uid-ada') {
  return renderAt(
    '/',
    '/',
    <Wizard
      draft={draft && toWizardDraft(draft)}
      userId={userId ?? undefined}
      {...guideProps}
      onSubmitted={onSubmitted}
      onDiscarded={onDiscarded}
    />,
  )
}

/** Opens a complete draft at the last tab and enters the account number, which drafts do not store. */
export async function openLastTab(userId?: string | null) {
  openWizard({ ...completeDraft, tab: 2 }, userId)
  await screen.findByRole('option', { name: 'Guaranty Trust Bank' })
  await user.type(screen.getByLabelText('Account Number'), '0123456789')
}

export const tab = (name: string) => screen.getByRole('tab', { name })
export const press = (name: string) => user.click(screen.getByRole('button', { name }))
