import { bringDraft, fillContact, openGroup } from './forms.ts'
import {
  draftOn,
  openTab,
  toMoney,
  toOwn,
  view,
  type ScreenView,
  type Viewer,
} from './screen-view.ts'
import {
  pressButton,
  pressIfShown,
  openDialog,
  toPidgin,
  answer,
  refuse,
  signIn,
  toCheckout,
  toOwnThatIs,
  toTwoFactor,
  loseSession,
} from './screen-steps.ts'
import { declinedCard, followInApp, goodCard, payWithCard, photograph } from './steps.ts'

type Steps = Pick<ScreenView, 'before' | 'after'>

const face = (viewer: Viewer, name: string, at: string | ScreenView['at'], steps: Steps = {}) =>
  view(viewer, name, at, { ...steps, isFace: true })

/** States of screens: opened menus and dialogs, empty lists and errors. */
export const faces: readonly ScreenView[] = [
  face('visitor', 'landing-menu', '/', {
    after: (page) => pressIfShown(page.getByLabel('Menu')),
  }),
  face('visitor', 'landing-pidgin', '/', { after: toPidgin }),
  face('visitor', 'login-refused', '/login', {
    after: (page) => signIn(page, 'invalid-credential'),
  }),
  face('visitor', 'login-two-factor', '/login', {
    after: (page) => signIn(page, 'two-factor-code-required'),
  }),
  face('visitor', 'public-campaign-expired', ({ expired }) => `/c/${expired}`),
  face('visitor', 'public-donate-closed', ({ expired }) => `/c/${expired}/donate`),
  face('visitor', 'public-report-sent', ({ slug }) => `/c/${slug}/report?sent`),
  face('visitor', 'request-refund-sent', ({ receipt }) => `/donations/${receipt}/refund?sent`),
  face('visitor', 'receipt-company-refused', ({ receipt }) => `/donations/${receipt}`, {
    after: async (page) => {
      await page.getByText('Receipt for a company').click()
      await page.getByLabel('Company name').fill('Okoro & Sons Ltd')
      await page.getByRole('button', { name: 'Download company receipt' }).click()
      await page.getByText(/Please enter a number of 8 to 14 digits/).waitFor()
    },
  }),
  face('visitor', 'checkout', ({ slug }) => `/c/${slug}/donate`, { after: toCheckout }),
  face('visitor', 'checkout-declined', ({ slug }) => `/c/${slug}/donate`, {
    after: async (page) => {
      await toCheckout(page)
      await payWithCard(page, declinedCard)
      await page.getByText('Declined', { exact: true }).waitFor()
    },
  }),
  face('visitor', 'campaigns-none', '/dashboard/campaigns?q=zzzzzz'),
  face('visitor', 'campaigns-filters', '/dashboard/campaigns', {
    after: (page) => pressIfShown(page.getByRole('button', { name: 'Filters' })),
  }),
  face('visitor', 'campaigns-failed', '/dashboard/overview', {
    after: async (page) => {
      await page.route('**/api/campaigns?*', refuse('internal'))
      await followInApp(page, '/dashboard/campaigns')
      await page.getByRole('button', { name: 'Retry' }).waitFor()
    },
  }),
  face('visitor', 'campaigns-loading', '/dashboard/overview', {
    after: async (page) => {
      await page.route('**/api/campaigns?*', () => {})
      await followInApp(page, '/dashboard/campaigns')
      await page.getByTestId('skeleton-card').first().waitFor()
    },
  }),
  face('visitor', 'offline', '/dashboard/campaigns', {
    after: async (page) => {
      await page.context().setOffline(true)
      await page.getByText(/offline/).waitFor()
    },
  }),
  face('visitor', 'application-error', '/dashboard/overview', {
    after: async (page) => {
      await page.route('**/api/session', refuse('internal'))
      await followInApp(page, '/dashboard/transactions')
      await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor()
    },
  }),
  face('owner', 'sidebar', '/dashboard/overview', {
    // Wide windows have the sidebar open already.
    after: (page) => pressIfShown(page.getByRole('button', { name: 'Open menu', exact: true })),
  }),
  face('owner', 'wizard-2-pictures', '/dashboard/campaigns/create', {
    before: draftOn(1),
    after: async (page) => {
      await openGroup(page, 'Photos and proof')
      await page
        .getByLabel('Images', { exact: true })
        .setInputFiles(await photograph('well.jpg', '#68a'))
      await page.getByText('Draft saved').waitFor()
    },
  }),
  face('owner', 'wizard-confirm', '/dashboard/campaigns/create', {
    before: (page) => bringDraft(page, 'A well for Ife'),
    after: async (page) => {
      await fillContact(page)
      await openDialog('Submit')(page)
    },
  }),
  face('owner', 'transactions-given-none', '/dashboard/transactions?tab=given'),
  face('owner', 'campaign-end', '/dashboard/profile', {
    after: async (page) => {
      await toOwn(page)
      await openDialog('End campaign')(page)
    },
  }),
  ...['pending', 'rejected'].map((status) =>
    face('owner', `campaign-${status}`, '/dashboard/profile', { after: toOwnThatIs(status) }),
  ),
  face('owner', 'campaign-delete', '/dashboard/profile', {
    after: async (page) => {
      await toOwnThatIs('pending')(page)
      await openDialog('Delete Campaign')(page)
    },
  }),
  face('owner', 'edit-campaign-bank', '/dashboard/profile', {
    after: async (page) => {
      await toOwn(page)
      await page.getByRole('link', { name: 'Edit campaign' }).click()
      await openTab('Contact Information')(page)
      await openGroup(page, 'Bank account')
    },
  }),
  face('owner', 'campaign-money-table', '/dashboard/profile', {
    after: async (page) => {
      await toMoney(page)
      await page.getByText('Show as a table').click()
    },
  }),
  face('owner', 'settings-other-address', '/dashboard/settings', {
    after: async (page) => {
      await openTab('Edit Profile')(page)
      await page.getByLabel('Email').fill('other@example.org')
    },
  }),
  face('owner', 'settings-two-factor', '/dashboard/settings', { after: toTwoFactor }),
  face('owner', 'settings-recovery-codes', '/dashboard/settings', {
    after: async (page) => {
      await toTwoFactor(page)
      const recoveryCodes = Array.from({ length: 10 }, (_, index) => `abcd${index}-efgh${index}`)
      await page.route('**/two-factor/confirm', answer({ recoveryCodes }))
      await page.getByLabel('6-digit code').fill('123456')
      await pressButton('Turn on')(page)
      await page.getByText('abcd0-efgh0').waitFor()
    },
  }),
  face('owner', 'settings-delete', '/dashboard/settings', {
    after: async (page) => {
      await openTab('Security')(page)
      await pressButton('Delete my account')(page)
    },
  }),
  face('owner', 'settings-log-out-everywhere', '/dashboard/settings', {
    after: async (page) => {
      await openTab('Security')(page)
      await openDialog('Log out everywhere')(page)
    },
  }),
  face('owner', 'session-ended', '/dashboard/settings', { after: loseSession }),
  face('owner', 'logged-out', '/dashboard/settings', {
    after: async (page) => {
      await page.evaluate("new BroadcastChannel('session').postMessage(null)")
      await page.getByRole('heading', { name: 'You are logged out' }).waitFor()
    },
  }),
  face('donor', 'overview-none', '/dashboard/overview'),
  face('donor', 'profile-none', '/dashboard/profile'),
  face('donor', 'transactions-paid', ({ id }) => `/dashboard/campaign/${id}/donate`, {
    after: async (page) => {
      await page.getByRole('textbox', { name: 'Amount' }).fill('5000')
      await pressButton('Pay now!')(page)
      await payWithCard(page, goodCard)
      await page.getByText(/^Thank you! Your/).waitFor()
    },
  }),
  face('donor', 'statement-none', '/dashboard/statement?year=2020'),
  face('admin', 'cases-freeze', '/dashboard/cases?item=first', {
    after: openDialog('Pause donations'),
  }),
  face('admin', 'cases-takedown', '/dashboard/cases?item=first', {
    after: openDialog('Take down'),
  }),
  face('reviewer', 'transactions-none', '/dashboard/transactions'),
  face('admin', 'campaign-money-admin', ({ id }) => `/dashboard/campaign/${id}/money`),
]
