import type { Page, Route } from '@playwright/test'

import type { Appeal, TakedownForm } from '#shared/moderation.ts'

import type { Ajo } from './ajo.ts'
import { view, type ScreenView } from './screen-view.ts'
import { signIn } from './steps.ts'
import { addCampaign } from './story-campaign.ts'

const appeal: Appeal = {
  id: 1,
  campaignId: '7f1c2a54-90a3-4d27-8f0e-2f9f6d2f6a01',
  title: 'Surgery for Efe in Warri',
  kind: 'freeze',
  text: 'The hospital confirms that Efe is a patient. The letter is attached to the campaign.',
  at: '2026-07-02T09:00:00.000Z',
  dueAt: '2026-07-05T09:00:00.000Z',
  decidedAt: '2026-07-01T09:00:00.000Z',
  reason: 'Please show us a letter of the hospital.',
  isInForce: true,
  conflicts: [],
}
const ownAppeal: Appeal = { ...appeal, id: 2, kind: 'takedown', conflicts: ['decided'] }
const takedown: TakedownForm = {
  ground: 'fraud',
  publicReason: 'The photos show machines of another project.',
  reason: 'Please send us your own photos of the machines.',
}

/** A campaign that was taken down, as everyone, its organiser and reviewers see it, and appeals. */
export const moderationScreens: readonly ScreenView[] = [
  view('visitor', 'taken-down', ({ takenDown }) => `/c/${takenDown.slug}`),
  view('owner', 'campaign-taken-down', ({ takenDown }) => `/dashboard/campaign/${takenDown.id}`),
  view('admin', 'cases-taken-down', '/dashboard/cases?state=taken-down'),
  view('admin', 'cases-appeals', '/dashboard/cases?tab=appeals', {
    before: (page) =>
      page.route('**/api/appeals', (route: Route) =>
        route.fulfill({
          json: {
            appeals: [appeal, ownAppeal],
            total: 2,
            kinds: [
              { kind: 'freeze', count: 1 },
              { kind: 'takedown', count: 1 },
            ],
            next: null,
          },
        }),
      ),
    isFace: true,
  }),
]

/** Reports a public campaign and takes it down. */
export async function takeSampleDown(guest: Page, ajo: Ajo) {
  const context = await guest.context().browser()?.newContext({ baseURL: ajo.url })
  if (!context) throw new Error('there is no browser')
  await context.request.get(ajo.developmentLink(), { maxRedirects: 0 })
  const admin = await context.newPage()
  await signIn(admin, ajo, 'admin')
  const { id, slug } = await addCampaign(ajo, 'Looms for the weavers of Iseyin')
  const headers = { origin: ajo.url }
  await guest.request.post(`/api/campaigns/${id}/reports`, {
    data: { reason: 'fraud', details: 'I know these photos from another project.' },
    headers,
  })
  const listed = await admin.request.get('/api/cases')
  const { cases } = (await listed.json()) as { cases: { id: number; campaignId: string }[] }
  const caseId = cases.find(({ campaignId }) => campaignId === id)?.id
  const answer = await admin.request.post(`/api/cases/${caseId}/takedown`, {
    data: takedown,
    headers,
  })
  if (!answer.ok()) throw new Error(`the campaign was not taken down: ${answer.status()}`)
  await context.close()
  return { id, slug }
}
