import type { Page, Route } from '@playwright/test'

import { errorSentences } from '#shared/error-sentences.ts'

import { bringDraft, fillContact } from './forms.ts'
import {
  draftOn,
  openTab,
  toMoney,
  toOwn,
  view,
  type ScreenView,
  type Viewer,
} from './screen-view.ts'
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
      await page.getByRole('button', { name: 'Download with company (PDF)' }).click()
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
  face('admin', 'cases-freeze', '/dashboard/cases', { after: openDialog('Pause donations') }),
  face('admin', 'cases-takedown', '/dashboard/cases', { after: openDialog('Take down') }),
  face('reviewer', 'transactions-none', '/dashboard/transactions'),
  face('admin', 'campaign-money-admin', ({ id }) => `/dashboard/campaign/${id}/money`),
]

function pressButton(name: string) {
  return (page: Page) => page.getByRole('button', { name, exact: true }).click()
}

/** Narrow windows hide some content behind a button. */
async function pressIfShown(what: ReturnType<Page['getByLabel']>) {
  if (await what.isVisible()) await what.click()
}

function openDialog(name: string) {
  return async (page: Page) => {
    await page.getByRole('button', { name, exact: true }).first().click()
    await page.locator('dialog[open]').waitFor()
  }
}

/** Switches to Pidgin for this page only. */
async function toPidgin(page: Page) {
  await pressButton('Pidgin')(page)
  await page.locator('html[lang=pcm]').waitFor()
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies({ name: 'language' })
}

const answer =
  (json: unknown, status = 200) =>
  (route: Route) =>
    route.fulfill({ status, json })
/** Not status 500, which fails every test. */
const refuse = (code: string, fields = {}) => answer({ error: { code, fields } }, 400)

async function signIn(page: Page, code: 'invalid-credential' | 'two-factor-code-required') {
  const asksCode = code === 'two-factor-code-required'
  const fields = asksCode ? { code: [errorSentences[code]] } : {}
  await page.route('**/api/session', (route) =>
    route.request().method() === 'POST' ? refuse(code, fields)(route) : route.continue(),
  )
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByLabel('Password', { exact: true }).fill('a long password')
  await pressButton('Proceed')(page)
  await (asksCode
    ? page.getByLabel(/^6-digit code/).waitFor()
    : page.getByText('Username or password is incorrect.').first().waitFor())
}

async function toCheckout(page: Page) {
  await page.getByRole('textbox', { name: 'Amount' }).fill('5000')
  await page.getByLabel('Email address').fill('guest@example.org')
  await pressButton('Pay now!')(page)
  await page.getByLabel('Card number').waitFor()
}

function toOwnThatIs(status: string) {
  return async (page: Page) => {
    const own = await page.request.get(`/api/account/campaigns?status=${status}&limit=1`)
    const { campaigns } = (await own.json()) as { campaigns: { id: string }[] }
    await page.goto(`/dashboard/campaign/${campaigns[0]?.id}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
  }
}

async function toTwoFactor(page: Page) {
  const uri = 'otpauth://totp/Ajo:ada?secret=JBSWY3DPEHPK3PXP&issuer=Ajo'
  await page.route('**/account/two-factor', (route) =>
    route.request().method() === 'POST'
      ? answer({ secret: 'JBSWY3DPEHPK3PXP', uri })(route)
      : route.continue(),
  )
  await openTab('Security')(page)
  await pressButton('Turn on')(page)
  const step = page.getByRole('region', { name: 'Two-step verification' })
  await step.getByLabel('Current Password').fill('a long password')
  await pressButton('Continue')(page)
  await page.getByRole('img', { name: /QR/ }).waitFor()
}

/** Ends the session for one request and restores it for the next screens. */
async function loseSession(page: Page) {
  await openTab('Feedback')(page)
  await page.getByLabel('Your feedback').fill('This text stays.')
  const cookies = await page.context().cookies()
  await page.context().clearCookies({ name: 'session' })
  await openDialog('Submit')(page)
  await page.context().addCookies(cookies)
}
