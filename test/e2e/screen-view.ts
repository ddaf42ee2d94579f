import type { Page } from '@playwright/test'

import { putDraft } from './forms.ts'
import { ownCampaign } from './steps.ts'

/** Who opens the screen: a visitor, or a person of the sample data. */
export const viewers = ['visitor', 'owner', 'donor', 'reviewer', 'admin'] as const
export type Viewer = (typeof viewers)[number]

/** Identifiers in the addresses of the screens. */
export type Sample = {
  slug: string
  id: string
  expired: string
  deleted: string
  /** Slug of a campaign with an edit that went live. */
  edited: string
  takenDown: { id: string; slug: string }
  receipt: string
  code: string
}

export type ScreenView = {
  name: string
  viewer: Viewer
  at: (sample: Sample) => string
  /** Runs before the screen is opened. */
  before?: (page: Page) => Promise<unknown>
  /** Runs once the screen has loaded. */
  after?: (page: Page) => Promise<unknown>
  /** A state of a screen that is listed already, tested at one width only. */
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

/** Opens the donations and payouts of an own campaign. */
export const toMoney = async (page: Page) => {
  await page.goto(`${await ownCampaign(page)}/money`)
  await page.getByRole('table').first().waitFor()
  await page.waitForLoadState('networkidle')
}

/** Opens an approved campaign of the owner. */
export async function toOwn(page: Page) {
  await page.goto(await ownCampaign(page))
  await page.getByRole('heading', { name: 'Your campaign', exact: true }).waitFor()
}

/** Stores a draft, so that the wizard opens at this tab. */
export const draftOn = (tab: number) => (page: Page) => putDraft(page, tab)
