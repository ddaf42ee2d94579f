import { mkdir, rm } from 'node:fs/promises'
import { chromium, type Browser, type Page } from '@playwright/test'
import { startAjo, type Ajo } from '#test/e2e/ajo.ts'
import { viewers, type Sample, type ScreenView } from '#test/e2e/screen-view.ts'
import { openScreen, makeSample, screens } from '#test/e2e/screens.ts'
import { signIn } from '#test/e2e/steps.ts'
import { findChromium } from './chromium.ts'

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

/** A screen with the most that it may take on a phone. `button` is the name of its main action, which the first screen shows. */
type Budget = { name: string; screens: number; controls?: number; button?: RegExp }

const budgets: Budget[] = [
  { name: 'landing', screens: 3.5, controls: 25, button: /^Start a campaign/i },
  { name: 'public-campaigns', screens: 4, controls: 30 },
  { name: 'public-campaign', screens: 3.5, controls: 22, button: /^Donate/ },
  { name: 'public-donate', screens: 1.3, controls: 16, button: /^Pay now!/ },
  { name: 'receipt', screens: 2, controls: 14, button: /WhatsApp/ },
  { name: 'request-refund', screens: 1.2, controls: 6, button: /^Email me the link/ },
  { name: 'overview', screens: 2.5, controls: 14 },
  { name: 'campaign-money', screens: 3.5, controls: 15 },
  { name: 'transactions-received', screens: 2.5, controls: 12 },
  { name: 'public-ledger', screens: 4, controls: 15 },
  { name: 'wizard-1', screens: 2 },
  { name: 'wizard-2', screens: 2 },
  { name: 'wizard-3', screens: 2 },
]
const phone = { width: 360, height: 740 }

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
    const options = { baseURL, locale: 'en-NG', reducedMotion: 'reduce' } as const
    const context = await chrome.newContext(options)
    const first = await context.newPage()
    // Samples of staff need no second factor in a browser that has the key of the development features.
    await context.request.get(ajo.developmentLink(), { maxRedirects: 0 })
    if (viewer !== 'visitor' && selected.length > 0) await signIn(first, ajo, viewer)
    for (const screen of selected)
      for (const viewport of screen.isFace ? fewViewports : allViewports) {
        // What a screen leaves in its tab would be taken for words of another device, and one leaves no connection.
        const page = await context.newPage()
        await context.setOffline(false)
        await page.goto('/healthz')
        await save(page, screen, sample, viewport).catch((error: unknown) =>
          failures.push(`${screen.name} at ${viewport.width} px: ${String(error)}`),
        )
        await page.close()
      }
    console.log(`${viewer}: ${selected.length} screens`)
    await context.close()
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

async function loadLazyImages(page: Page) {
  await page.evaluate(`(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
    scrollTo(0, 0)
  })()`)
}

/** Prints the length and every control of the main screens on a phone beside their budgets. The footer is not counted. */
async function measureScreens(ajo: Ajo, chrome: Browser, sample: Sample) {
  const busiest = { ...sample, slug: await findBusiest(ajo) }
  const lines: string[][] = [['screen', 'screens', 'controls', 'before the button', 'within']]
  for (const viewer of viewers) {
    const selected = screens.filter(
      (each) => each.viewer === viewer && budgets.some(({ name }) => name === each.name),
    )
    if (selected.length === 0) continue
    const page = await chrome.newPage({ baseURL: ajo.url, locale: 'en-NG', viewport: phone })
    if (viewer !== 'visitor') await signIn(page, ajo, viewer)
    for (const screen of selected) {
      await openScreen(page, screen, busiest)
      const budget = budgets.find(({ name }) => name === screen.name)
      if (budget) lines.push(await measure(page, budget))
    }
    await page.context().close()
  }
  for (const line of lines) console.log(line.map((cell) => cell.padEnd(22)).join(''))
}

async function findBusiest(ajo: Ajo): Promise<string> {
  const answer = await fetch(`${ajo.url}/api/campaigns?limit=50`)
  const { campaigns } = (await answer.json()) as {
    campaigns: { slug: string; donors: number }[]
  }
  return campaigns.toSorted((a, b) => b.donors - a.donors)[0]?.slug ?? ''
}

type Box = { name: string; top: number; bottom: number }

async function measure(page: Page, budget: Budget): Promise<string[]> {
  const { height, controls } = await page.evaluate<{ height: number; controls: Box[] }>(`(() => {
    const footer = document.querySelector('body footer:last-of-type')?.offsetHeight ?? 0
    const main = document.querySelector('main')
    const selector = 'a[href], button, input:not([type=hidden]), select, textarea, summary'
    const shown = [...main.querySelectorAll(selector)].filter((each) => {
      const { width, height } = each.getBoundingClientRect()
      return width > 1 && height > 1 && each.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
    })
    return {
      height: document.documentElement.scrollHeight - footer,
      controls: shown.map((each) => {
        const { top, bottom } = each.getBoundingClientRect()
        return { name: (each.ariaLabel ?? each.textContent).trim(), top, bottom }
      }),
    }
  })()`)
  const long = height / phone.height
  const button = controls.findIndex(({ name }) => budget.button?.test(name))
  const isSeen = budget.button
    ? controls.some(
        ({ name, top, bottom }) => budget.button?.test(name) && top >= 0 && bottom <= phone.height,
      )
    : true
  const { screens: most, controls: manyControls = Infinity } = budget
  const isWithin = long <= most && controls.length <= manyControls && isSeen
  return [
    budget.name,
    `${long.toFixed(1)} of ${most}`,
    budget.controls ? `${controls.length} of ${budget.controls}` : `${controls.length}`,
    budget.button ? `${button}, ${isSeen ? 'seen at once' : 'NOT on the first'}` : '',
    isWithin ? 'yes' : 'NO',
  ]
}
