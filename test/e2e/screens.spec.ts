import type { Page } from '@playwright/test'

import { beside320, violations } from './accessible.ts'
import type { Sample } from './screen-view.ts'
import { look, makeSample, screens } from './screens.ts'
import { logIn } from './steps.ts'
import { expect, test } from './story.ts'

type Layout = { shift: number; parts: string[] }

let sample: Sample

// A trace of a hundred pages would take longer than looking at them.
test.use({ trace: 'off' })

for (const viewer of ['visitor', 'owner', 'donor', 'reviewer', 'admin'] as const)
  test(`every screen of the ${viewer} is accessible, stands still and fits`, async ({
    ajo,
    person,
  }) => {
    test.setTimeout(480_000)
    const page = await person({ reducedMotion: 'reduce' })
    sample ??= await makeSample(page)
    if (viewer !== 'visitor') {
      await logIn(page, ajo.person(viewer))
      await expect(page).toHaveURL(/overview/)
    }
    await page.addInitScript({ content: watchLayout })
    for (const screen of screens.filter((each) => each.viewer === viewer))
      await test.step(screen.name, async () => {
        for (const width of screen.isFace ? [360] : [360, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          await look(page, screen, sample)
          expect.soft(await layoutShift(page), `${screen.name} at ${width} stands still`).toEqual({
            shift: 0,
            parts: [],
          })
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme })
            const message = `${screen.name} at ${width}, ${colorScheme}`
            await softly.poll(() => violations(page), { message }).toEqual([])
          }
          await page.emulateMedia({ colorScheme: 'light' })
        }
        const message = `${screen.name} at 320 scrolls down only`
        await softly.poll(() => beside320(page), { message }).toBe(0)
      })
  })

/** A page that only now takes its other colours, or closes its sidebar, is looked at again; what is wrong stays wrong. */
const softly = expect.configure({ soft: true, timeout: 20_000 })

/** Sums what moves by itself; what a person has just pressed may move. */
const watchLayout = `
  window.layout = { shift: 0, parts: [] }
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
      if (hadRecentInput) continue
      layout.shift += value
      layout.parts.push(...sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? ''))
    }
  }).observe({ type: 'layout-shift', buffered: true })
`

const layoutShift = (page: Page) => page.evaluate<Layout>('layout')
