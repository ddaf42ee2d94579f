import {
  arrive,
  become,
  logIn,
  readHue,
  readStyle,
  see,
  seeToast,
  until,
  type Walk,
} from './walk.ts'

/** Specification §8 and §9: toasts, failures and constants that a browser can see. */
export async function walkCatalogue(walk: Walk) {
  await walkToasts(walk)
  await walkFailures(walk)
  await walkScripts(walk)
}

async function walkToasts({ begin, check, newPage }: Walk) {
  begin('§8, §9 Toasts')
  const page = await newPage()
  await page.goto('/login', { waitUntil: 'networkidle' })
  const wrong = async () => {
    await page.getByLabel('Email').fill('walker@example.org')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Proceed' }).click()
  }
  await wrong()
  const region = page.getByRole('region', { name: 'Notifications' })
  const toast = region.getByText('Username or password is incorrect.').first()
  await toast.waitFor()
  const shownAt = performance.now()
  await check('at the top right', async () => {
    const box = await region.boundingBox()
    return box !== null && box.y < 40 && box.x + box.width > 1280 - 40
  })
  await check('356 px wide', () =>
    become(async () => Math.round((await region.boundingBox())?.width ?? 0), 356),
  )
  await check('14 px apart', () => become(() => readStyle(region, 'rowGap'), '14px'))
  await page.mouse.move(10, 700)
  await toast.waitFor({ state: 'hidden', timeout: 60_000 })
  const shownMs = performance.now() - shownAt
  await check('for about 4000 ms', () => {
    if (shownMs < 3_000 || shownMs > 6_500) throw new Error(`${Math.round(shownMs)} ms`)
  })
  await page.context().close()
}

async function walkFailures({ begin, check, newPage, server }: Walk) {
  begin('§8 Failures')
  const page = await newPage()
  await logIn(page, server.login('owner'))
  await arrive(page, /^\/dashboard/)
  await page.route(/\/api\/transactions/, (route) => route.abort())
  await page.getByRole('link', { name: 'Transactions' }).click()
  await check("'Failed to fetch transactions.' in red", async () => {
    const shown = page.getByRole('main').getByText('Failed to fetch transactions.')
    await shown.first().waitFor({ timeout: 30_000 })
    await until(async () => (await readHue(page, await readStyle(shown.first(), 'color'))) < 30)
  })
  await check('and as a toast', () => seeToast(page, 'Failed to fetch transactions.'))
  await page.unroute(/\/api\/transactions/)
  await page.route(/\/api\/campaigns/, (route) => route.abort())
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'Campaigns', exact: true })
    .click()
  await check('a failed list says that it could not load, with Retry', () =>
    see(page, /retry|try again/i),
  )
  await page.unroute(/\/api\/campaigns/)
  await page.route(/\/api\/session/, (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Log out' }).click()
  await check('a failed sign-out shows a message', () =>
    see(page.getByRole('region', { name: 'Notifications' }), /\w+/),
  )
  await page.context().close()
}

async function walkScripts({ begin, check, newPage, server }: Walk) {
  begin('§7 No provider in the browser')
  const page = await newPage()
  const scripts = new Set<string>()
  page.on('response', (response) => {
    if (/\.js(\?|$)/.test(response.url())) scripts.add(response.url())
  })
  for (const path of ['/', '/login', '/dashboard/overview', '/dashboard/campaigns'])
    await page.goto(path, { waitUntil: 'networkidle' })
  const texts = await Promise.all([...scripts].map(async (url) => (await fetch(url)).text()))
  for (const host of [
    'api.paystack.co',
    'identitytoolkit',
    'api.sanity.io',
    'sk_test_',
    'sk_live_',
  ])
    await check(`no script names ${host}`, () => !texts.some((text) => text.includes(host)))
  await check('no inline script', async () => {
    const html = await (await fetch(server.url)).text()
    return !/<script(?![^>]*\bsrc=)(?![^>]*type="application\/(ld\+)?json")[^>]*>/.test(html)
  })
  await page.context().close()
}
