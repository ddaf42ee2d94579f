import type { Locator, Page, Route } from '@playwright/test'

import { beside320, violations } from './accessible.ts'
import { galleryAddress, pictures } from './gallery-campaign.ts'
import { expect, test } from './story.ts'

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true }

const link = (page: Page, number: number) =>
  page.getByRole('link', { name: `Open photo ${number} full size` })
const openDialog = (page: Page) => page.locator('dialog[open]')

const shownRatio = `(() => {
  const { naturalWidth, naturalHeight } = document.querySelector('dialog[open] img')
  return naturalWidth / naturalHeight
})()`

async function expectShown(dialog: Locator, number: number) {
  const picture = pictures[number - 1]
  if (!picture) throw new Error(`the gallery has no photo ${number}`)
  await expect(dialog.getByText(`${number} of 4`)).toBeVisible()
  const image = dialog.getByRole('img')
  await expect(image).toHaveCSS('object-fit', 'contain')
  await expect(image).toHaveJSProperty('complete', true)
  const ratio = await dialog.page().evaluate<number>(shownRatio)
  expect(ratio / (picture.width / picture.height)).toBeCloseTo(1, 1)
}

test('a visitor looks through the photos with the keyboard', async ({ ajo, person }) => {
  const address = await galleryAddress(ajo, person)
  const page = await person({ reducedMotion: 'reduce' })
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.goto(address, { waitUntil: 'networkidle' })
  expect(scripts.filter((url) => url.includes('gallery-dialog'))).toEqual([])

  await link(page, 2).focus()
  await page.keyboard.press('Enter')
  const dialog = openDialog(page)
  await expectShown(dialog, 2)
  expect(scripts.filter((url) => url.includes('gallery-dialog'))).toHaveLength(1)
  await expect(dialog.getByRole('heading', { name: 'Photos' })).toBeFocused()
  await expect(dialog).toHaveCSS('animation-duration', '0.001s')
  await expect(page.locator('html')).toHaveCSS('overflow', 'hidden')
  for (const [key, number] of [
    ['ArrowRight', 3],
    ['End', 4],
    ['ArrowRight', 4],
    ['ArrowLeft', 3],
    ['Home', 1],
    ['ArrowLeft', 1],
  ] as const) {
    await page.keyboard.press(key)
    await expectShown(dialog, number)
  }

  await test.step('the focus stays inside', async () => {
    const focused = new Set<string>()
    for (let presses = 0; presses < 9; presses += 1) {
      await page.keyboard.press('Tab')
      focused.add(await page.evaluate<string>(whereFocusIs))
    }
    expect([...focused].filter((name) => name === 'outside')).toEqual([])
    expect([...focused]).toEqual(expect.arrayContaining(['Close', 'Previous photo', 'Next photo']))
  })

  await dialog.getByRole('button', { name: 'Next photo' }).press('Enter')
  await expectShown(dialog, 2)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(link(page, 2)).toBeFocused()
})

/** Between the last control and the first, the browser focuses the document's body. */
const whereFocusIs = `(() => {
  const focused = document.activeElement
  if (focused === document.body) return 'browser'
  return focused.closest('dialog') ? focused.getAttribute('aria-label') ?? 'heading' : 'outside'
})()`

test('a swipe on a phone leads to the next photo, and a vertical movement does not', async ({
  ajo,
  person,
}) => {
  const address = await galleryAddress(ajo, person)
  const page = await person(phone)
  await page.goto(address, { waitUntil: 'networkidle' })
  await link(page, 1).tap()
  const dialog = openDialog(page)
  await expectShown(dialog, 1)
  await swipe(page, { x: -160, y: 20 })
  await expectShown(dialog, 2)
  await swipe(page, { x: -160, y: -20 })
  await expectShown(dialog, 3)
  await swipe(page, { x: 160, y: 0 })
  await expectShown(dialog, 2)
  await swipe(page, { x: -30, y: -160 })
  await swipe(page, { x: -12, y: 0 })
  await expectShown(dialog, 2)
  await dialog.getByRole('button', { name: 'Close' }).tap()
  await expect(dialog).toBeHidden()
})

/** Moves a finger in ten steps from the middle of the shown picture. */
async function swipe(page: Page, by: { x: number; y: number }) {
  const box = await openDialog(page).getByRole('img').boundingBox()
  if (!box) throw new Error('the dialog shows no picture')
  const touch = await page.context().newCDPSession(page)
  const start = { x: box.x + box.width / 2 - by.x / 2, y: box.y + box.height / 2 - by.y / 2 }
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', share?: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        share === undefined ? [] : [{ x: start.x + by.x * share, y: start.y + by.y * share }],
    })
  await send('touchStart', 0)
  for (let step = 1; step <= 10; step += 1) await send('touchMove', step / 10)
  await send('touchEnd')
}

const dialogOverflow = `(() => {
  const { scrollWidth, clientWidth } = document.querySelector('dialog[open]')
  return scrollWidth - clientWidth
})()`

test(
  'photos are accessible in English and Pidgin at each width and in forced colours',
  { tag: '@long' },
  async ({ ajo, person }) => {
    const address = await galleryAddress(ajo, person)
    // Axe measures contrasts, which a dialog has when its animation has ended.
    const page = await person({ reducedMotion: 'reduce' })
    await page.goto(address, { waitUntil: 'networkidle' })
    for (const language of ['Pidgin', 'English']) {
      await page.getByRole('button', { name: language }).click()
      await page.waitForLoadState('networkidle')
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 740 })
        await page.getByRole('link', { name: /Open photo 1/ }).click()
        const dialog = openDialog(page)
        for (const { alt } of pictures) {
          await expect(dialog.getByRole('img')).toHaveJSProperty('complete', true)
          if (alt) await expect(dialog.getByRole('img', { name: alt })).toBeVisible()
          expect.soft(await violations(page), `${language} at ${width} px`).toEqual([])
          await page.keyboard.press('ArrowRight')
        }
        await page.emulateMedia({ forcedColors: 'active' })
        for (const button of await dialog.getByRole('button').all())
          await expect.soft(button, `${language} in forced colours`).toBeInViewport()
        expect.soft(await violations(page), `${language} in forced colours`).toEqual([])
        await page.emulateMedia({ forcedColors: 'none' })
        expect.soft(await beside320(page), language).toBeLessThanOrEqual(0)
        const wider = await page.evaluate<number>(dialogOverflow)
        expect.soft(wider, `${language}: the dialog at 320 px`).toBeLessThanOrEqual(0)
        await page.keyboard.press('Escape')
      }
    }
  },
)

const isFullSize = /\/images\/[0-9a-f]{64}\?w=1600$/

/** Chromium's own page around a picture logs errors under the strict policy of the picture. */
function showBlank(route: Route) {
  return route.request().isNavigationRequest()
    ? route.fulfill({ contentType: 'text/plain', body: '' })
    : route.continue()
}

test('opens the plain link without JavaScript and on a modified click', async ({ ajo, person }) => {
  const address = await galleryAddress(ajo, person)
  const reader = await person({ javaScriptEnabled: false, viewport: phone.viewport })
  await reader.context().route(isFullSize, showBlank)
  await reader.goto(address)
  await expect(reader.getByText('The tower, as a portrait')).toBeVisible()
  await link(reader, 2).click()
  await expect(reader).toHaveURL(isFullSize)

  const visitor = await person()
  await visitor.context().route(isFullSize, showBlank)
  await visitor.goto(address, { waitUntil: 'networkidle' })
  const clicks: NonNullable<Parameters<Locator['click']>[0]>[] = [
    { modifiers: ['Control'] },
    { button: 'middle' },
  ]
  for (const how of clicks) {
    const opened = visitor.context().waitForEvent('page')
    await link(visitor, 2).click(how)
    await expect(await opened).toHaveURL(isFullSize)
    await expect(openDialog(visitor)).toHaveCount(0)
  }
})

test.describe('on a connection that loses requests', () => {
  test.use({ losesRequests: true })

  test('opens the plain link if the code of the dialog cannot be loaded', async ({
    ajo,
    person,
  }) => {
    const address = await galleryAddress(ajo, person)
    const page = await person()
    await page.context().route(isFullSize, showBlank)
    await page.context().route('**/*gallery-dialog*', (route) => route.abort())
    await page.goto(address, { waitUntil: 'networkidle' })
    await link(page, 3).click()
    await expect(page).toHaveURL(isFullSize)
  })
})
