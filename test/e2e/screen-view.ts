import type { Page } from '@playwright/test'

import { putDraft } from './forms.ts'
import { ownCampaign } from './steps.ts'

/** Who looks: nobody in particular, or somebody of the sample data. */
export const viewers = ['visitor', 'owner', 'donor', 'reviewer', 'admin'] as const
export type Viewer = (typeof viewers)[number]

/** What the addresses of the screens are made of. */
export type Sample = { slug: string; id: string; expired: string; receipt: string; code: string }

export type ScreenView = {
  name: string
  viewer: Viewer
  at: (sample: Sample) => string
  /** What happens before one looks. */
  before?: (page: Page) => Promise<unknown>
  /** What happens once it is there. */
  after?: (page: Page) => Promise<unknown>
  /** Of a screen that stands in the list already: looked at in fewer ways. */
  isFace?: boolean
}

export const view = (
  viewer: Viewer,
  name: string,
  at: string | ScreenView['at'],
  steps: Pick<ScreenView, 'before' | 'after' | 'isFace'> = {},
): ScreenView => ({ name, viewer, at: typeof at === 'string' ? () => at : at, ...steps })

export const press = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click()
  await page.locator('[aria-invalid="true"]').first().waitFor()
}
export const openTab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click()

/** On to the money of a campaign of one's own. */
export const toMoney = async (page: Page) => {
  await page.goto(`${await ownCampaign(page)}/money`)
  await page.getByRole('table').first().waitFor()
  await page.waitForLoadState('networkidle')
}

/** One of the owner's own, approved. */
export async function toOwn(page: Page) {
  await page.goto(await ownCampaign(page))
  await page.getByRole('heading', { name: 'Your campaign', exact: true }).waitFor()
}

/** The wizard opens where the draft was left. */
export const draftOn = (tab: number) => (page: Page) => putDraft(page, tab)
