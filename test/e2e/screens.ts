import { randomUUID } from 'node:crypto'

import type { Page } from '@playwright/test'

import { adminText } from '#web/text/admin.ts'
import { consentText } from '#web/text/consent.ts'
import { wizardText } from '#web/text/wizard.ts'

import type { Ajo } from './ajo.ts'
import { deletionScreens, markSampleDeleted } from './deletion-screens.ts'
import { moderationScreens, takeSampleDown } from './moderation-screens.ts'
import { faces } from './screen-faces.ts'
import { makeLiveEdit } from './sample-edit.ts'
import {
  draftOn,
  openTab,
  press,
  toMoney,
  toOwn,
  view,
  type Sample,
  type ScreenView,
} from './screen-view.ts'
import { goodCard, payWithCard } from './steps.ts'
import { addExpiredCampaign, addPendingCampaign } from './story-campaign.ts'

/** The consents about a child and about health, as they are refused. */
async function askConsents(page: Page) {
  const group = page.locator('summary', { hasText: wizardText.groups.consent.title })
  if (await group.isVisible()) await group.click()
  await page.getByLabel(consentText.aboutChild).check()
  await page.getByLabel(consentText.aboutHealth).check()
  await press(wizardText.submit)(page)
}

const adminTabs = Object.keys(adminText.tabs)

/** Every screen, then states of them that look different. */
export const screens: readonly ScreenView[] = [
  view('visitor', 'landing', '/'),
  view('visitor', 'public-campaigns', '/campaigns'),
  view('visitor', 'public-campaigns-category', '/campaigns/community-development'),
  view('visitor', 'public-campaigns-none', '/campaigns?q=zzzz&place=Nowhere'),
  view('visitor', 'start', '/start'),
  view('visitor', 'sign-up', '/signup'),
  view('visitor', 'sign-up-invalid', '/signup', { after: press('Proceed') }),
  view('visitor', 'login', '/login'),
  view('visitor', 'login-invalid', '/login', { after: press('Proceed') }),
  view('visitor', 'forgot-password', '/forgot-password'),
  view('visitor', 'reset-password-confirm', '/reset-password-confirm'),
  view('visitor', 'reset-password', '/reset-password?oobCode=a-code'),
  view('visitor', 'email-verification', '/email-verification'),
  view('visitor', 'email-verified-success', '/email-verified-success'),
  view('visitor', 'handle-action-unknown', '/handle-action?mode=unknown&oobCode=x'),
  view('visitor', 'handle-action-spent', '/handle-action?mode=resetPassword&oobCode=x'),
  view('visitor', 'public-campaign', ({ slug }) => `/c/${slug}`),
  view('visitor', 'public-donate', ({ slug }) => `/c/${slug}/donate`),
  view('visitor', 'public-donate-invalid', ({ slug }) => `/c/${slug}/donate`, {
    after: press('Pay now!'),
  }),
  view('visitor', 'public-report', ({ slug }) => `/c/${slug}/report`),
  view('visitor', 'public-ask', ({ slug }) => `/c/${slug}/ask`),
  view('visitor', 'public-ask-invalid', ({ slug }) => `/c/${slug}/ask`, {
    after: press('Send question'),
  }),
  view('visitor', 'public-ask-confirm', ({ slug }) => `/c/${slug}/ask?confirm`),
  view('visitor', 'public-ask-sent', ({ slug }) => `/c/${slug}/ask?sent`),
  view('visitor', 'public-ledger', ({ slug }) => `/c/${slug}/ledger`),
  view('visitor', 'public-updates', ({ slug }) => `/c/${slug}/updates`),
  view('visitor', 'public-supporters', ({ slug }) => `/c/${slug}/supporters`),
  view('visitor', 'public-share-kit', ({ slug }) => `/c/${slug}/share`),
  view('visitor', 'public-campaign-linked', ({ slug }) => `/c/${slug}/poster`),
  view('visitor', 'public-version', ({ edited }) => `/c/${edited}/versions/2`),
  view('visitor', 'public-campaign-edited', ({ edited }) => `/c/${edited}`),
  view('visitor', 'receipt', ({ receipt }) => `/donations/${receipt}`),
  view('visitor', 'request-refund', ({ receipt }) => `/donations/${receipt}/refund`),
  view('visitor', 'verify', '/verify'),
  view('visitor', 'verify-valid', ({ code }) => `/verify/${code}`),
  view('visitor', 'verify-unknown', '/verify/AAAAA-AAAAA-AAAAA-AAAAA'),
  view('visitor', 'terms', '/terms'),
  view('visitor', 'privacy', '/privacy'),
  view('visitor', 'fees', '/fees'),
  view('visitor', 'help', '/help'),
  view('visitor', 'offline', '/offline'),
  view('visitor', 'refunds', '/refunds'),
  view('visitor', 'transparency', '/transparency'),
  view('visitor', 'unsubscribe', '/unsubscribe/link'),
  view('visitor', 'unsubscribe-done', '/unsubscribe/link?done'),
  view('visitor', 'confirm-address', '/confirm-address/link'),
  view('visitor', 'confirm-address-done', '/confirm-address/link?done'),
  view('visitor', 'follow', '/follow/link'),
  view('visitor', 'follow-done', '/follow/link?done'),
  view('visitor', 'claim-transfer', '/claim-transfer/link'),
  view('visitor', 'report-message', '/report-message/link'),
  view('visitor', 'report-message-done', '/report-message/link?done'),
  view('visitor', 'confirm-question', '/confirm-question/link'),
  view('visitor', 'confirm-question-done', '/confirm-question/link?done'),
  view('visitor', 'confirm-question-expired', '/confirm-question/link?expired'),
  view('visitor', 'payee-expired', '/payee/link'),
  view('visitor', 'my-donations', '/my-donations'),
  view('visitor', 'my-donations-sent', '/my-donations?sent'),
  view('visitor', 'my-donations-expired', '/my-donations/link'),
  view('visitor', 'my-data-expired', '/my-data/link'),
  view('visitor', 'secure-account', '/secure-account/link'),
  view('visitor', 'secure-account-done', '/secure-account/link?done'),
  view('visitor', 'end-monthly', '/end-monthly/link'),
  view('visitor', 'end-monthly-done', '/end-monthly/link?done'),
  view('visitor', 'stop-refund', '/stop-refund/link'),
  view('visitor', 'stop-refund-done', '/stop-refund/link?done'),
  view('visitor', 'not-found', '/nowhere'),
  view('visitor', 'overview-visitor', '/dashboard/overview'),
  view('visitor', 'campaigns', '/dashboard/campaigns'),
  view('visitor', 'campaign-visitor', ({ id }) => `/dashboard/campaign/${id}`),
  view('visitor', 'dashboard-not-found', '/dashboard/nowhere'),
  view('owner', 'overview', '/dashboard/overview', {
    // The figures come after what stands below them.
    before: (page) =>
      page.route('**/api/overview', async (route) => {
        await page.waitForTimeout(400)
        await route.continue()
      }),
  }),
  view('owner', 'wizard-1', '/dashboard/campaigns/create', { before: draftOn(0) }),
  view('owner', 'wizard-1-invalid', '/dashboard/campaigns/create', {
    before: draftOn(0),
    after: press('Next'),
  }),
  view('owner', 'wizard-2', '/dashboard/campaigns/create', { before: draftOn(1) }),
  view('owner', 'wizard-3', '/dashboard/campaigns/create', { before: draftOn(2) }),
  view('owner', 'wizard-3-consents', '/dashboard/campaigns/create', {
    before: draftOn(2),
    after: askConsents,
  }),
  view('owner', 'transactions-received', '/dashboard/transactions'),
  view('owner', 'all-payouts', '/dashboard/payouts'),
  view('owner', 'campaign-money', '/dashboard/profile', { after: toMoney }),
  view('owner', 'campaign-money-thanks', '/dashboard/profile', {
    after: async (page) => {
      await toMoney(page)
      await page.getByRole('button', { name: 'Thank donors' }).click()
      await page.getByRole('dialog').waitFor()
    },
  }),
  view('owner', 'campaign-owner', '/dashboard/profile', { after: toOwn }),
  view('owner', 'edit-campaign', '/dashboard/profile', {
    after: async (page) => {
      await toOwn(page)
      await page.getByRole('link', { name: 'Edit campaign' }).click()
      await page.getByLabel('Campaign Title').waitFor()
    },
  }),
  view('owner', 'settings-profile', '/dashboard/settings', { after: openTab('Edit Profile') }),
  view('owner', 'settings-security', '/dashboard/settings', { after: openTab('Security') }),
  view('owner', 'settings-feedback', '/dashboard/settings', { after: openTab('Feedback') }),
  view('owner', 'profile', '/dashboard/profile'),
  view('donor', 'campaign', ({ id }) => `/dashboard/campaign/${id}`),
  view('donor', 'donate', ({ id }) => `/dashboard/campaign/${id}/donate`),
  view('donor', 'transactions-given', '/dashboard/transactions?tab=given'),
  view('donor', 'statement', '/dashboard/statement'),
  view('reviewer', 'reviews', '/dashboard/reviews'),
  view('reviewer', 'cases', '/dashboard/cases'),
  view('reviewer', 'reviews-preview', '/dashboard/reviews?item=first', {
    after: (page) => page.getByText('Preview as visitor').first().click(),
  }),
  view('reviewer', 'reviews-reject', '/dashboard/reviews?item=first', {
    after: async (page) => {
      await page.getByRole('button', { name: 'Reject', exact: true }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  }),
  ...adminTabs.map((tab) => view('admin', `admin-${tab}`, `/dashboard/admin?tab=${tab}`)),
  ...deletionScreens,
  ...moderationScreens,
  ...faces,
]

/** A reported campaign, an expired one, and a paid donation to the first. */
export async function makeSample(page: Page, ajo: Ajo): Promise<Sample> {
  const answer = await page.request.get('/api/campaigns?limit=50')
  const { campaigns } = (await answer.json()) as { campaigns: Listed[] }
  const [campaign] = campaigns
  if (!campaign) throw new Error('the sample data has no campaign')
  const expired = await addExpiredCampaign(ajo, `A canoe for ${randomUUID()}`)
  const deleted = await markSampleDeleted(ajo)
  // Another story may have approved that of the sample data.
  await addPendingCampaign(ajo, `A library bus for ${randomUUID()}`)
  await page.goto(`/c/${campaign.slug}/donate`)
  await page.getByRole('textbox', { name: 'Amount' }).fill('5000')
  await page.getByLabel('Email address').fill('guest@example.org')
  await page.getByRole('button', { name: 'Pay now!' }).click()
  await payWithCard(page, goodCard)
  await page.waitForURL(/\/donations\//)
  const lastPart = (address: string) =>
    new URL(address, page.url()).pathname.split('/').at(-1) ?? ''
  const check = await page.getByRole('link', { name: 'Verify this receipt' }).getAttribute('href')
  await page.request.post(`/api/campaigns/${campaign.id}/reports`, {
    data: { reason: 'untrue', details: 'The market was never burnt.' },
    headers: { origin: new URL(page.url()).origin },
  })
  return {
    slug: campaign.slug,
    id: campaign.id,
    expired: expired.slug,
    deleted,
    edited: await makeLiveEdit(page, ajo),
    takenDown: await takeSampleDown(page, ajo),
    receipt: lastPart(page.url()),
    code: lastPart(check ?? ''),
  }
}

type Listed = { slug: string; id: string }

/** Opens a screen and waits until it has loaded. Network changes of the screen before are undone. */
export async function openScreen(page: Page, screen: ScreenView, sample: Sample): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().setOffline(false)
  await screen.before?.(page)
  await page.goto(screen.at(sample))
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await screen.after?.(page)
}
