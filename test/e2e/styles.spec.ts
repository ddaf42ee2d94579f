import type { Page } from '@playwright/test'

import { examinesAll, takeOne } from './appearances.ts'
import { layoutShift, noShift, watchLayout } from './layout-shift.ts'
import { publicCampaign } from './steps.ts'
import { expect, test } from './story.ts'

const media = [{}, { colorScheme: 'dark' }, { forcedColors: 'active' }, { media: 'print' }] as const
const neutral = { media: null, colorScheme: null, forcedColors: null }
const widths = [360, 1280]

test('the styles in a document leave out nothing that its markup needs', async ({ person }) => {
  test.slow()
  const page = await person({ javaScriptEnabled: false, reducedMotion: 'reduce' })
  const { address } = await publicCampaign(await person())
  const paths = ['/', address, `${address}/donate`, '/login']
  for (const [place, path] of paths.entries())
    await test.step(path, async () => {
      await page.goto(path, { waitUntil: 'networkidle' })
      expect(await countSheets(page)).toBe(1)
      await page.evaluate(addSheet)
      await expect.poll(() => countSheets(page)).toBe(2)
      // A picture or a font that arrives between both changes the height of what is around it.
      await expect(async () => {
        await page.evaluate('document.styleSheets[1].disabled = true')
        const own = await readStyles(page, place)
        await page.evaluate('document.styleSheets[1].disabled = false')
        expect(own).toEqual(await readStyles(page, place))
      }).toPass({ timeout: 60_000 })
    })
})

test('nothing moves when the style sheet arrives after the page has loaded', async ({
  ajo,
  person,
}) => {
  const page = await person()
  const { address } = await publicCampaign(page)
  await watchLayout(page)
  for (const path of ['/', address, '/login'])
    await test.step(path, async () => {
      await page.goto(ajo.url + path)
      await expect.poll(() => countSheets(page)).toBe(2)
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate<boolean>(isSheetLate)).toBe(true)
      expect(await layoutShift(page)).toEqual(noShift)
    })
})

const countSheets = (page: Page) => page.evaluate<number>('document.styleSheets.length')
const isSheetLate = `(() => {
  const [page] = performance.getEntriesByType('navigation')
  const sheets = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.css'))
  return sheets.length === 1 && sheets[0].startTime >= page.loadEventStart
})()`

/** The computed styles of every element, for a width and a preference. SCREENS=all reads them for all. */
async function readStyles(page: Page, place: number): Promise<string[]> {
  const computed: string[] = []
  for (const width of examinesAll ? widths : takeOne(widths, place)) {
    await page.setViewportSize({ width, height: 800 })
    for (const each of examinesAll ? media : takeOne(media, place)) {
      await page.emulateMedia({ ...neutral, ...each })
      computed.push(...(await page.evaluate<string[]>(readComputed)))
    }
  }
  return computed
}

/** One of the elements with the same tag and classes, because every computed style takes a millisecond. */
const readComputed = `(() => {
  const all = [...document.querySelectorAll('html, body *:not(script)')]
  const kinds = new Map(all.map((element) => [element.tagName + element.getAttribute('class'), element]))
  return [...kinds].flatMap(([kind, element]) =>
    [undefined, '::before'].map((part) => {
      const style = getComputedStyle(element, part)
      let hash = 0
      // A style sheet registers custom properties that only its other rules use.
      const names = [...style].filter((name) => !name.startsWith('--'))
      for (const character of names.map((name) => style.getPropertyValue(name)).join())
        hash = (hash * 31 + character.codePointAt(0)) | 0
      return kind + (part ?? '') + ' ' + hash
    }))
})()`

const addSheet = `(() => {
  const { styles } = JSON.parse(document.getElementById('page-data').textContent)
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = styles[0]
  document.head.append(link)
})()`
