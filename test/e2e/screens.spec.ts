import type { Page } from '@playwright/test'

import { beside320, violations } from './accessible.ts'
import { layoutShift, noShift, watchLayout } from './layout-shift.ts'
import { brokenLines } from './line-breaks.ts'
import { chooseAppearances, type Appearance } from './appearances.ts'
import { viewers, type Sample, type ScreenView } from './screen-view.ts'
import { openScreen, makeSample, screens } from './screens.ts'
import { signIn } from './steps.ts'
import { expect, test } from './story.ts'

let sample: Sample

const chosenScreens = chooseAppearances(screens)

// The longest stories of all would otherwise run one after the other when everything else has ended.
test.describe.configure({ mode: 'parallel' })

/** A worker that took all screens of a visitor would go on when the others have ended. */
const perTest = 10
const parts = viewers.flatMap((viewer) => {
  const own = chosenScreens.filter(({ screen }) => screen.viewer === viewer)
  return Array.from({ length: Math.ceil(own.length / perTest) }, (_, part) => ({
    title: `every screen of the ${viewer} is accessible, does not shift and fits (${part + 1})`,
    viewer,
    own: own.slice(part * perTest, (part + 1) * perTest),
  }))
})

for (const { title, viewer, own } of parts)
  test(title, async ({ ajo, person }) => {
    const page = await person({ reducedMotion: 'reduce' })
    sample ??= await makeSample(page, ajo)
    if (viewer !== 'visitor') await signIn(page, ajo, viewer)
    // Shared assets are cached before layout shifts are measured.
    for (const language of ['pcm', 'en'] as const) {
      await page.goto('/', { waitUntil: 'networkidle' })
      await chooseLanguage(page, language)
    }
    await watchLayout(page)
    for (const { screen, appearances, textWidths } of own)
      await test.step(screen.name, async () => {
        for (const appearance of appearances) await examine(page, screen, appearance)
        for (const width of textWidths)
          expect
            .soft(await brokenLines(page, width), `lines of ${screen.name} at ${width}`)
            .toEqual([])
      })
  })

const chooseLanguage = (page: Page, language: Appearance['language']) =>
  page.context().addCookies([{ name: 'language', value: language, url: page.url() }])

async function examine(page: Page, screen: ScreenView, appearance: Appearance) {
  const { width, colorSchemes } = appearance
  // Steps press buttons by their English names.
  const language = screen.after ? 'en' : appearance.language
  const title = `${screen.name} at ${width} in ${language}`
  await chooseLanguage(page, language)
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme: colorSchemes[0] })
  await openScreen(page, screen, sample)
  expect.soft(await layoutShift(page), `${title} does not shift`).toEqual(noShift)
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme })
    const message = `${title}, ${colorScheme}`
    const rules = colorScheme === colorSchemes[0] ? undefined : ['color-contrast']
    expect.soft(await violations(page, rules), message).toEqual([])
  }
  expect.soft(await beside320(page), `${title} does not scroll sideways at 320`).toBe(0)
}
