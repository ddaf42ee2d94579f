import type { Page } from '@playwright/test'

import { beside320, violations } from './accessible.ts'
import { layoutShift, noShift, watchLayout } from './layout-shift.ts'
import { viewers, type Sample, type ScreenView } from './screen-view.ts'
import { look, makeSample, screens } from './screens.ts'
import { signIn } from './steps.ts'
import { expect, test } from './story.ts'

let sample: Sample

// A trace of a hundred pages would take longer than looking at them.
test.use({ trace: 'off' })

for (const viewer of viewers)
  test(`every screen of the ${viewer} is accessible, stands still and fits`, async ({
    ajo,
    person,
  }) => {
    test.setTimeout(480_000)
    const page = await person({ reducedMotion: 'reduce' })
    sample ??= await makeSample(page)
    if (viewer !== 'visitor') await signIn(page, ajo, viewer)
    // What all need of the site has arrived before what moves is measured.
    await page.goto('/', { waitUntil: 'networkidle' })
    await watchLayout(page)
    for (const screen of screens.filter((each) => each.viewer === viewer))
      await test.step(screen.name, async () => {
        for (const width of screen.isFace ? [360] : [360, 1280]) await examine(page, screen, width)
        const message = `${screen.name} at 320 scrolls down only`
        await softly.poll(() => beside320(page), { message }).toBe(0)
      })
  })

async function examine(page: Page, screen: ScreenView, width: number) {
  const title = `${screen.name} at ${width}`
  await page.setViewportSize({ width, height: 800 })
  await look(page, screen, sample)
  expect.soft(await layoutShift(page), `${title} stands still`).toEqual(noShift)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const message = `${title}, ${colorScheme}`
    await softly.poll(() => violations(page), { message }).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** A page that only now takes its other colours, or closes its sidebar, is looked at again; what is wrong stays wrong. */
const softly = expect.configure({ soft: true, timeout: 20_000 })
