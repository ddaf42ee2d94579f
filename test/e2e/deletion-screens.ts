import { kobo } from '#shared/money.ts'
import type { Page, Route } from '@playwright/test'

import type { Evidence, EvidenceList } from '#shared/evidence.ts'
import { holdReasons } from '#shared/legal-hold.ts'

import type { Ajo } from './ajo.ts'
import { openTab, view, type ScreenView } from './screen-view.ts'
import { followInApp, ownCampaign } from './steps.ts'
import { withDatabase } from './story-campaign.ts'

const listed: EvidenceList['evidence'][number] = {
  id: '7f1c2a54-90a3-4d27-8f0e-2f9f6d2f6a01',
  title: 'Surgery for Efe in Warri',
  owner: 'Efe Okoro',
  deletedAt: '2026-07-02T09:00:00.000Z',
  storedUntil: '2033-01-01',
  hasMoney: true,
  reports: 2,
}
const evidence: Evidence = {
  ...listed,
  campaign: {
    title: listed.title,
    slug: 'surgery-for-efe-in-warri',
    status: 'ended',
    category: 'Health',
    country: 'Nigeria',
    city: 'Warri',
    description: 'Efe broke her leg on the way to school and needs an operation.',
    cause: null,
    goal: kobo(800_000_00),
    startDate: '2026-03-01',
    endDate: '2026-06-01',
    raiseMoneyFor: 'The operation, two weeks in the hospital and the physiotherapy.',
    importance: 'Without the operation she will not walk again.',
    impact: 'Efe goes back to school.',
    budget: [],
    createdAt: '2026-02-20T00:00:00.000Z',
  },
  owner: { uid: 'efe', name: listed.owner },
  contact: { name: listed.owner, email: 'efe@example.org', phone: '+234 801 234 5678' },
  bank: { code: '058', last4: '6789', holder: 'EFE OKORO' },
  images: [{ alt: 'The hospital', isStored: false }],
  documents: [
    {
      id: '7f1c2a54-90a3-4d27-8f0e-2f9f6d2f6a02',
      name: 'Hospital bill.pdf',
      type: 'application/pdf',
      sizeBytes: 48_000,
      at: '2026-02-20T09:00:00.000Z',
      isPublished: false,
      isReviewed: true,
    },
  ],
  records: [
    { kind: 'history', at: '2026-02-21T09:00:00.000Z', what: 'approve', text: '' },
    {
      kind: 'report',
      at: '2026-04-02T09:00:00.000Z',
      what: 'fraud',
      text: 'The hospital does not know this patient.',
    },
  ],
}

const answerJson = (json: object) => (route: Route) => route.fulfill({ json })
const refuseAs = (code: string) => (route: Route) =>
  route.request().method() === 'GET'
    ? route.continue()
    : route.fulfill({ status: 409, json: { error: { code, reasons: holdReasons } } })

/** Refused deletions, what stays of a deleted campaign, and its evidence. */
export const deletionScreens: readonly ScreenView[] = [
  view('visitor', 'deleted-campaign', ({ deleted }) => `/c/${deleted}`),
  view('reviewer', 'evidence', '/dashboard/overview', {
    after: async (page) => {
      await page.route('**/api/evidence', answerJson({ evidence: [listed], next: null }))
      await followInApp(page, '/dashboard/reviews/evidence')
      await page.getByRole('link', { name: listed.title }).waitFor()
    },
  }),
  view('reviewer', 'evidence-item', '/dashboard/overview', {
    after: async (page) => {
      await page.route('**/api/evidence/*', answerJson({ evidence }))
      await followInApp(page, `/dashboard/reviews/evidence/${listed.id}`)
      await page.getByText(/The hospital does not know this patient/).waitFor()
    },
  }),
  view('owner', 'account-held', '/dashboard/settings', {
    before: (page) => page.route('**/api/account/deletion', refuseAs('account-legal-hold')),
    after: async (page) => {
      await openTab('Security')(page)
      await page.getByRole('button', { name: 'Delete my account' }).click()
      await page.getByLabel('Current Password').last().fill('a long password')
      await page.getByRole('button', { name: 'Delete my account permanently' }).click()
      await page.getByText('Your account can’t be deleted yet').first().waitFor()
    },
    isFace: true,
  }),
  view('owner', 'campaign-held', '/dashboard/profile', { after: refuseDeletion, isFace: true }),
]

/** Shows an own campaign as if it had no donations, and refuses its deletion. */
async function refuseDeletion(page: Page) {
  await page.route(/\/api\/campaigns\/[\da-f-]{36}$/, async (route) => {
    if (route.request().method() !== 'GET') return refuseAs('campaign-legal-hold')(route)
    const response = await route.fetch()
    const { campaign } = (await response.json()) as { campaign: object }
    return route.fulfill({ response, json: { campaign: { ...campaign, canDelete: true } } })
  })
  await followInApp(page, await ownCampaign(page))
  await page.getByRole('button', { name: 'Delete Campaign' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alert').waitFor()
}

/** Marks an ended campaign with donations as deleted. Its own address still shows it, its id shows what would stay. */
export const markSampleDeleted = (ajo: Ajo): Promise<string> =>
  withDatabase(ajo, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into deleted_campaign (
        campaign_id, title, category, start_date, end_date, was_public, deleted_at, finished_at)
      select id, title, category, start_date, end_date, true, now(), now() from campaign
      where end_date <= current_date and exists (select from campaign_total where campaign_id = id and donor_count > 0)
      order by id limit 1
      on conflict (campaign_id) do update set finished_at = now()
      returning campaign_id as id`,
    )
    const [marked] = rows
    if (!marked) throw new Error('the sample data has no ended campaign with donations')
    return marked.id
  })
