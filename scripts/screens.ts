import { mkdir, rm } from 'node:fs/promises'

import { chromium, type Browser, type Page } from '@playwright/test'

import { startAjo, type Ajo } from '#test/e2e/ajo.ts'
import { viewers, type Sample, type ScreenView } from '#test/e2e/screen-view.ts'
import { look, makeSample, screens } from '#test/e2e/screens.ts'
import { signIn } from '#test/e2e/steps.ts'

import { findChromium } from './chromium.ts'

/**
 * Pictures of every screen in three widths, light and dark, and of each face of one in a single light and a single dark one, in screens/:
 * `npm run screens`, or `npm run screens -- landing` for those whose name holds a word.
 */
const folder = 'screens'
const widths = [360, 768, 1440]
const schemes = ['light', 'dark'] as const
const [wanted = ''] = process.argv.slice(2)

type Light = { width: number; colorSchemes: readonly ('light' | 'dark')[] }

const all = widths.map((width): Light => ({ width, colorSchemes: schemes }))
const few: Light[] = [
  { width: 360, colorSchemes: ['light'] },
  { width: 1440, colorSchemes: ['dark'] },
]

await rm(folder, { recursive: true, force: true })
await mkdir(folder)
await using ajo = await startAjo()
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  await photographAll(ajo, browser)
} finally {
  await browser.close()
}

async function photographAll(ajo: Ajo, camera: Browser) {
  const baseURL = ajo.url
  const guest = await camera.newPage({ baseURL })
  const sample = await makeSample(guest)
  await guest.context().close()

  for (const viewer of viewers) {
    const shown = screens.filter((each) => each.viewer === viewer && each.name.includes(wanted))
    const page = await camera.newPage({ baseURL, locale: 'en-NG', reducedMotion: 'reduce' })
    if (viewer !== 'visitor' && shown.length > 0) await signIn(page, ajo, viewer)
    for (const screen of shown)
      for (const light of screen.isFace ? few : all) await photograph(page, screen, sample, light)
    console.log(`${viewer}: ${shown.length} screens`)
    await page.context().close()
  }
}

async function photograph(page: Page, screen: ScreenView, sample: Sample, light: Light) {
  const { width, colorSchemes } = light
  await page.setViewportSize({ width, height: width < 700 ? 780 : 900 })
  await look(page, screen, sample)
  await fetchPictures(page)
  // Behind an open dialog only what is in view is darkened.
  const fullPage = (await page.locator('dialog[open]').count()) === 0
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(
      'new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))',
    )
    await page.screenshot({
      path: `${folder}/${screen.name}-${width}-${colorScheme}.png`,
      fullPage,
    })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Pictures further down come only when one goes there. */
async function fetchPictures(page: Page) {
  await page.evaluate(`(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
    scrollTo(0, 0)
  })()`)
}
