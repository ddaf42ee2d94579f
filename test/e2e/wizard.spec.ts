import type { Page } from '@playwright/test'

import { seededRandom } from '#dev/sample-data/seed.ts'
import { versionsText } from '#web/text/versions.ts'

import { putDraft } from './forms.ts'
import { layoutShift, noShift, watchLayout } from './layout-shift.ts'
import { photograph, signIn } from './steps.ts'
import { expect, test } from './story.ts'

test('the preview of the wizard shows a photo around its focus point', async ({ ajo, person }) => {
  const page = await person()
  await signIn(page, ajo, 'owner')
  await putDraft(page, 1)
  await page.goto('/dashboard/campaigns/create')
  await page.getByLabel('Images').setInputFiles([await photograph('well.jpg', '#68a')])
  await expect(page.getByLabel('Describe photo 1')).toBeVisible()
  await setFocusPoint(page)
  await page.getByRole('button', { name: 'Preview your page' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'A well for Ife' })).toBeVisible()
  await expect(preview.getByRole('img').first()).toHaveCSS('object-position', '10% 80%')
  await preview.getByRole('link', { name: 'Donate', exact: true }).click()
  await preview.getByRole('button', { name: 'Close' }).click()
})

test.describe('without a connection for the code', () => {
  test.use({ losesRequests: true })
  test('a step of the wizard that cannot be loaded says so, and nothing typed is lost', async ({
    ajo,
    person,
  }) => {
    const page = await person()
    await signIn(page, ajo, 'owner')
    await putDraft(page, 0, { country: 'Nigeria', city: 'Ife', category: 'Career' })
    const code = /\/information-tab-[^/]+\.js$/
    await page.route(code, (route) => route.abort('connectionfailed'))
    await page.goto('/dashboard/campaigns/create')
    const title = page.getByLabel('Campaign Title')
    await title.fill('A well for Ilesa')
    await page.getByRole('button', { name: 'Next' }).click()
    const problem = page.getByRole('alert').filter({ hasText: 'We couldn’t load this part' })
    await expect(problem).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText('Draft saved')).toBeVisible()
    await expect(title).toHaveValue('A well for Ilesa')

    await page.unroute(code)
    await problem.getByRole('button', { name: 'Try again' }).click()
    await page.getByLabel('Description').fill('Clean water for four hundred families.')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(
      page.getByRole('tabpanel').getByText('Campaign Goal Amount is required'),
    ).toBeVisible()
    await expect(title).toHaveValue('A well for Ilesa')
  })
})

test('two tabs and a device that type, save, reload and choose by chance lose no word, and versions that lost move nothing', async ({
  ajo,
  person,
}) => {
  const { next: random } = seededRandom(Number(process.env.DRAFT_SEED ?? 31))
  const [laptop, phone] = [await person(), await person()]
  for (const page of [laptop, phone]) await signIn(page, ajo, 'owner')
  const pages = [laptop, await laptop.context().newPage(), phone]
  const histories = Number(process.env.DRAFT_HISTORIES ?? 1)
  for (let history = 0; history < histories; history++) {
    await putDraft(laptop, 0, { title: 'A well' })
    const typed = await playTabs(pages, random, history)
    await expect.poll(() => listLost(pages, typed), { timeout: 120_000 }).toEqual([])
  }
  await watchLayout(phone)
  await phone.reload()
  await expect(phone.getByText(versionsText.kept)).toBeVisible()
  await phone.waitForLoadState('networkidle')
  expect(await layoutShift(phone)).toEqual(noShift)
})

/** Returns the typed words. */
async function playTabs(pages: readonly Page[], random: () => number, history: number) {
  const typed: string[] = []
  for (const page of pages) await page.goto('/dashboard/campaigns/create')
  for (let step = 0; step < 9; step++) {
    const page = pages[Math.floor(random() * pages.length)] ?? failed()
    const title = page.getByLabel('Campaign Title')
    const chance = random()
    if (chance < 0.5) {
      const word = `w${history}x${step}`
      await title.fill(`${await title.inputValue()} ${word}`)
      typed.push(word)
    } else if (chance < 0.7) await page.reload()
    else await settle(page, chance < 0.85 ? 'Keep mine' : 'Keep the other')
  }
  return typed
}

/** The words that stand neither in the draft nor in a version that is kept. Questions of pages are answered first. */
async function listLost(pages: readonly Page[], typed: readonly string[]) {
  for (const page of pages) await settle(page, 'Keep mine')
  const answer = await pages[0]?.request.get('/api/draft')
  const versions = JSON.stringify(await answer?.json())
  return typed.filter((word) => !new RegExp(`${word}\\b`).test(versions))
}

/** Waits until a page that has something to save has saved it or asks which version counts, and answers that. */
async function settle(page: Page, answer: string) {
  const note = page.getByText(/^(Saving|Couldn’t save)/)
  // A change is sent a second later.
  await page.waitForTimeout(1_200)
  await expect(note).toBeHidden()
  const button = page.getByRole('button', { name: answer })
  if (!(await button.isVisible())) return
  await button.click()
  await expect(button).toBeHidden()
  await expect(note).toBeHidden()
}

/** By a drag on the photo, then by an arrow key. */
async function setFocusPoint(page: Page) {
  await page.getByLabel('Describe photo 1').fill('The dry well')
  await page.getByRole('button', { name: 'Set the focus point of photo 1' }).click()
  // The dialog is laid out anew when the photo has loaded.
  await expect(async () => {
    const target = page.getByTestId('focus-target')
    const { x, y, width, height } = (await target.boundingBox()) ?? failed()
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.1, y + height * 0.9, { steps: 3 })
    await page.mouse.up()
    await expect(page.getByLabel('From the left')).toHaveValue('10', { timeout: 1_000 })
  }).toPass()
  await page.getByLabel('From the top').press('ArrowDown')
  await expect(page.getByLabel('From the top')).toHaveValue('80')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByAltText('The dry well')).toHaveCSS('object-position', '10% 80%')
}

function failed(): never {
  throw new Error('the photo has no box')
}
