import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { beside320, violations } from './accessible.ts'
import { publicCampaign } from './steps.ts'
import { expect, test } from './story.ts'

/** Another website, whose page of a path has a frame of that path of this server, and a policy that allows nothing else. */
async function openForeignSite(origin: string) {
  const server = createServer(({ url }, response) => {
    const frame = `<iframe src="${origin}${url}" width="360" height="480"></iframe>`
    response.setHeader('content-type', 'text/html')
    response.setHeader('content-security-policy', `default-src 'none'; frame-src ${origin}`)
    response.setHeader('cross-origin-embedder-policy', 'require-corp')
    response.end(`<!doctype html><title>Another website</title>${frame}`)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

test('another website under a strict policy shows the card in a frame, and no other page', async ({
  person,
  browser,
}) => {
  const visitor = await person({ javaScriptEnabled: false })
  const { address } = await publicCampaign(visitor)
  const slug = address.split('/').at(-1) ?? ''
  await visitor.goto(address)
  const { origin } = new URL(visitor.url())
  const title = (await visitor.getByRole('heading', { level: 1 }).textContent()) ?? ''
  const refused = [address, `${address}/share`, `${address}/donate`, '/login', '/']
  await using foreign = await openForeignSite(origin)

  // A browser of its own, because requests to other websites count as faults of ours.
  await using context = await browser.newContext({ javaScriptEnabled: false })
  const reader = await context.newPage()
  for (const path of refused) {
    await reader.goto(foreign.origin + path)
    const isBlocked = () => reader.frames()[1]?.url().startsWith('chrome-error:')
    await expect.poll(isBlocked, path).toBe(true)
  }
  await reader.goto(`${foreign.origin}/embed/${slug}`)
  const card = reader.locator('iframe').contentFrame()
  await expect(card.getByRole('heading', { name: title })).toBeVisible()
  await expect(card.getByRole('progressbar', { name: 'Raised so far' })).toBeVisible()
  expect(await context.cookies()).toEqual([])

  const opened = reader.waitForEvent('popup')
  await card.getByRole('link', { name: 'Donate on Ajo' }).click()
  const page = await opened
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

test(
  'the card is accessible in English and Pidgin, and the badge is a drawing',
  { tag: '@long' },
  async ({ person }) => {
    const visitor = await person()
    const { address } = await publicCampaign(visitor)
    const slug = address.split('/').at(-1) ?? ''
    for (const lang of ['en', 'pcm']) {
      await visitor.goto(`/embed/${slug}?lang=${lang}`, { waitUntil: 'networkidle' })
      expect.soft(await violations(visitor), lang).toEqual([])
      expect.soft(await beside320(visitor), lang).toBeLessThanOrEqual(0)
    }
    await visitor.goto(`${address}/share`, { waitUntil: 'networkidle' })
    const badge = visitor.getByRole('img', { name: /^Badge with what/ })
    await expect(badge).toBeVisible()
    await expect(badge).toHaveJSProperty('naturalHeight', 28)
  },
)

test('the share kit has snippets to select without JavaScript', async ({ person }) => {
  const visitor = await person({ javaScriptEnabled: false })
  const { address } = await publicCampaign(visitor)
  const slug = address.split('/').at(-1) ?? ''
  await visitor.goto(`${address}/share`)
  for (const snippet of [
    `/embed/${slug}" title=`,
    '>Donate to ',
    '/badge.svg" alt=',
    '/badge.svg)](',
  ])
    await expect(visitor.locator('code', { hasText: snippet })).toBeVisible()
  await visitor.getByRole('link', { name: 'See the card' }).click()
  await expect(visitor).toHaveURL(new RegExp(`/embed/${slug}$`))
})
