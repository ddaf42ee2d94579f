import { mkdir, rm } from 'node:fs/promises'

import { chromium, type Browser, type Page } from '@playwright/test'

import { startAjo, type Ajo } from '#test/e2e/ajo.ts'
import { viewers, type Sample, type ScreenView } from '#test/e2e/screen-view.ts'
import { openScreen, makeSample, screens } from '#test/e2e/screens.ts'
import { signIn } from '#test/e2e/steps.ts'

import { findChromium } from './chromium.ts'
import { measureScreens } from './screen-measures.ts'

/**
 * Saves screenshots of every screen in three widths, light and dark, to screens/: `npm run screens`. Variants of a screen get two.
 * `npm run screens -- landing` saves only screens whose name contains the word, `-- admin` also those that an admin sees. A screen that
 * cannot be opened is reported at the end, after all others. The length of the main screens on a phone is printed beside its budget;
 * `-- measures` prints only that.
 */
const folder = 'screens'
const widths = [360, 768, 1440]
const schemes = ['light', 'dark'] as const
const [nameFilter = ''] = process.argv.slice(2)

type Viewport = { width: number; colorSchemes: readonly ('light' | 'dark')[] }

const allViewports = widths.map((width): Viewport => ({ width, colorSchemes: schemes }))
const fewViewports: Viewport[] = [
  { width: 360, colorSchemes: ['light'] },
  { width: 1440, colorSchemes: ['dark'] },
]

const failures: string[] = []

if (nameFilter === '') await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
await using ajo = await startAjo()
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  await saveAll(ajo, browser)
} finally {
  await browser.close()
}
if (failures.length > 0) {
  console.error(failures.join('\n'))
  process.exitCode = 1
}

async function saveAll(ajo: Ajo, chrome: Browser) {
  const baseURL = ajo.url
  const guest = await chrome.newPage({ baseURL })
  const sample = await makeSample(guest, ajo)
  await guest.context().close()
  if (['', 'measures'].includes(nameFilter)) await measureScreens(ajo, chrome, sample)

  for (const viewer of viewers) {
    const selected = screens.filter(
      (each) => each.viewer === viewer && (viewer === nameFilter || each.name.includes(nameFilter)),
    )
    const page = await chrome.newPage({ baseURL, locale: 'en-NG', reducedMotion: 'reduce' })
    if (viewer !== 'visitor' && selected.length > 0) await signIn(page, ajo, viewer)
    for (const screen of selected)
      for (const viewport of screen.isFace ? fewViewports : allViewports)
        await save(page, screen, sample, viewport).catch((error: unknown) =>
          failures.push(`${screen.name} at ${viewport.width} px: ${String(error)}`),
        )
    console.log(`${viewer}: ${selected.length} screens`)
    await page.context().close()
  }
}

async function save(page: Page, screen: ScreenView, sample: Sample, viewport: Viewport) {
  const { width, colorSchemes } = viewport
  await page.setViewportSize({ width, height: width < 700 ? 780 : 900 })
  await openScreen(page, screen, sample)
  await loadLazyImages(page)
  // The backdrop of an open dialog covers only the viewport.
  const fullPage = (await page.locator('dialog[open]').count()) === 0
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
    )
    await page.screenshot({
      path: `${folder}/${screen.name}-${width}-${colorScheme}.png`,
      fullPage,
    })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Loads lazy images before the screenshot. */
async function loadLazyImages(page: Page) {
  await page.evaluate(`(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
    scrollTo(0, 0)
  })()`)
}
