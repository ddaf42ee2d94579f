import sharp from 'sharp'

import { expect, test } from './story.ts'

test('a card at 360 px with two pixels per pixel loads the small copy', async ({ person }) => {
  const page = await person({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 })
  const loaded: Promise<{ width: number; bytes: number }>[] = []
  page.on('response', (response) => {
    // A busy server asks browsers to load a picture later.
    if (!new URL(response.url()).pathname.startsWith('/images/') || !response.ok()) return
    loaded.push(
      response.body().then(async (body) => {
        const { width } = await sharp(body).metadata()
        return { width, bytes: body.length }
      }),
    )
  })
  await page.goto('/campaigns', { waitUntil: 'networkidle' })
  const card = page.getByRole('article').first().locator('img')
  await expect(card).toHaveJSProperty('complete', true)
  const copies = await Promise.all(loaded)
  expect(copies.length).toBeGreaterThan(0)
  for (const { width, bytes } of copies) {
    expect(width).toBeLessThanOrEqual(640)
    expect(bytes).toBeLessThanOrEqual(60_000)
  }
})
