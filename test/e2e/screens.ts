import type { Page } from '@playwright/test'

import { goodCard, inDays, ownCampaign, payWithCard } from './steps.ts'

/** Who looks: nobody in particular, or somebody of the sample data. */
export type Viewer = 'visitor' | 'owner' | 'donor' | 'reviewer' | 'admin'

/** What the addresses of the screens are made of. */
export type Sample = { slug: string; id: string; receipt: string; code: string }

export type ScreenView = {
  name: string
  viewer: Viewer
  at: (sample: Sample) => string
  /** What happens before one looks. */
  before?: (page: Page) => Promise<unknown>
  /** What happens once it is there. */
  after?: (page: Page) => Promise<unknown>
}

const view = (
  viewer: Viewer,
  name: string,
  at: string | ScreenView['at'],
  steps: Pick<ScreenView, 'before' | 'after'> = {},
): ScreenView => ({ name, viewer, at: typeof at === 'string' ? () => at : at, ...steps })

const press = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click()
  await page.locator('[aria-invalid="true"]').first().waitFor()
}
const openTab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click()

/** On to the money of a campaign of one's own. */
const toMoney = async (page: Page) => {
  await page.goto(`${await ownCampaign(page)}/money`)
  await page.getByRole('table').first().waitFor()
  await page.waitForLoadState('networkidle')
}

const story = 'The old borehole has been dry since March, and the river makes the children ill.'

/** Every screen of the product, and those of its faces that look different. */
export const screens: readonly ScreenView[] = [
  view('visitor', 'landing', '/'),
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
  view('visitor', 'receipt', ({ receipt }) => `/donations/${receipt}`),
  view('visitor', 'verify', '/verify'),
  view('visitor', 'verify-valid', ({ code }) => `/verify/${code}`),
  view('visitor', 'verify-unknown', '/verify/AAAAA-AAAAA-AAAAA-AAAAA'),
  view('visitor', 'terms', '/terms'),
  view('visitor', 'privacy', '/privacy'),
  view('visitor', 'fees', '/fees'),
  view('visitor', 'help', '/help'),
  view('visitor', 'refunds', '/refunds'),
  view('visitor', 'unsubscribe', '/unsubscribe/link'),
  view('visitor', 'unsubscribe-done', '/unsubscribe/link?done'),
  view('visitor', 'not-found', '/nowhere'),
  view('visitor', 'overview-visitor', '/dashboard/overview'),
  view('visitor', 'campaigns', '/dashboard/campaigns'),
  view('visitor', 'campaign-visitor', ({ id }) => `/dashboard/campaign/${id}`),
  view('visitor', 'dashboard-not-found', '/dashboard/nowhere'),
  view('owner', 'overview', '/dashboard/overview'),
  view('owner', 'wizard-1', '/dashboard/campaigns/create', { before: draftOn(0) }),
  view('owner', 'wizard-1-invalid', '/dashboard/campaigns/create', {
    before: draftOn(0),
    after: press('Next'),
  }),
  view('owner', 'wizard-2', '/dashboard/campaigns/create', { before: draftOn(1) }),
  view('owner', 'wizard-3', '/dashboard/campaigns/create', { before: draftOn(2) }),
  view('owner', 'transactions-received', '/dashboard/transactions'),
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
  view('reviewer', 'reviews-preview', '/dashboard/reviews', {
    after: (page) => page.getByText('See it as visitors will').first().click(),
  }),
  view('reviewer', 'reviews-reject', '/dashboard/reviews', {
    after: async (page) => {
      await page.getByRole('button', { name: 'Reject', exact: true }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  }),
  ...['events', 'proofs', 'quarantine', 'returns', 'mails', 'acts'].map((tab) =>
    view('admin', `operator-${tab}`, `/dashboard/operator?tab=${tab}`),
  ),
]

/** One of the owner's own, approved. */
async function toOwn(page: Page) {
  await page.goto(await ownCampaign(page))
  await page.getByRole('heading', { name: 'Your campaign', exact: true }).waitFor()
}

/** The wizard opens where the draft was left. */
function draftOn(tab: number) {
  const values = {
    ...(tab > 0 && {
      title: 'A well for Ife',
      country: 'Nigeria',
      city: 'Ife',
      category: 'Community Development',
    }),
    ...(tab > 1 && {
      description: 'Clean water for four hundred families.',
      goalAmount: '5,000,000',
      startDate: inDays(2),
      endDate: inDays(60),
      raiseMoneyFor: story,
      importance: story,
      impact: story,
    }),
  }
  return async (page: Page) => {
    const origin = new URL(page.url()).origin
    await page.request.put('/api/draft', { data: { values, tab }, headers: { origin } })
  }
}

/** A campaign to look at, and the receipt of a gift to it. */
export async function makeSample(page: Page): Promise<Sample> {
  const answer = await page.request.get('/api/campaigns?limit=1')
  const { campaigns } = (await answer.json()) as { campaigns: Omit<Sample, 'receipt' | 'code'>[] }
  const [campaign] = campaigns
  if (!campaign) throw new Error('the sample data hold no campaign')
  await page.goto(`/c/${campaign.slug}/donate`)
  await page.getByRole('textbox', { name: 'Amount' }).fill('5000')
  await page.getByLabel('E-mail address').fill('guest@example.org')
  await page.getByRole('button', { name: 'Pay now!' }).click()
  await payWithCard(page, goodCard)
  await page.waitForURL(/\/donations\//)
  const lastPart = (address: string) =>
    new URL(address, page.url()).pathname.split('/').at(-1) ?? ''
  const check = await page.getByRole('link', { name: 'Check this receipt' }).getAttribute('href')
  return { ...campaign, receipt: lastPart(page.url()), code: lastPart(check ?? '') }
}

/** Opens a screen and waits until nothing is missing any more. */
export async function look(page: Page, screen: ScreenView, sample: Sample): Promise<void> {
  await screen.before?.(page)
  await page.goto(screen.at(sample))
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await screen.after?.(page)
}
