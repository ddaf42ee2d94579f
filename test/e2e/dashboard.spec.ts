import type { Page, Request } from '@playwright/test'

import { signIn } from './steps.ts'
import { expect, test } from './story.ts'

const addresses = {
  owner: [
    '/dashboard/overview',
    '/dashboard/campaigns',
    '/dashboard/campaigns?q=well',
    '/dashboard/transactions',
    '/dashboard/transactions?tab=given',
    '/dashboard/statement',
    '/dashboard/payouts',
    '/dashboard/settings',
    '/dashboard/profile',
    '/dashboard/nothing-here',
  ],
  reviewer: ['/dashboard/overview', '/dashboard/disputes', '/dashboard/reviews'],
} as const

/** On a busy machine the data may be late, which makes the page a shell. */
async function openRendered(page: Page, path: string) {
  const asked: string[] = []
  const record = (request: Request) => asked.push(new URL(request.url()).pathname)
  page.on('request', record)
  await expect(async () => {
    // So that nothing of the page before is counted.
    await page.goto('about:blank')
    asked.length = 0
    const response = await page.goto(path)
    expect(await response?.text()).not.toContain('"hydration":null')
  }).toPass()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  page.off('request', record)
  return asked
}

const viewports = { owner: { width: 360, height: 740 }, reviewer: { width: 1280, height: 800 } }

for (const role of ['owner', 'reviewer'] as const)
  test(`the pages of the ${role} come with their data, and the script finds the same page`, async ({
    ajo,
    person,
  }) => {
    const page = await person({ viewport: viewports[role] })
    await signIn(page, ajo, role)
    for (const path of addresses[role])
      await test.step(path, async () => {
        const asked = await openRendered(page, path)
        expect(asked.filter((each) => each.startsWith('/api/'))).toEqual([])
      })
  })

test('the first page of the dashboard can be read before its script, and works with it', async ({
  ajo,
  person,
}) => {
  const page = await person({ viewport: { width: 360, height: 740 } })
  await signIn(page, ajo, 'owner')
  const { promise, resolve: release } = Promise.withResolvers<undefined>()
  await page.route('**/assets/main-*.js', async (route) => {
    await promise
    await route.continue()
  })
  await openRendered(page, '/dashboard/overview')
  await expect(page.getByRole('heading', { name: 'On-going Campaigns' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeHidden()
  release(undefined)
  const link = page.getByRole('link', { name: 'Transactions', exact: true })
  await expect(async () => {
    // A press whose answer came late opened the menu, which covers the button.
    if (!(await link.isVisible()))
      await page.getByRole('button', { name: 'Open menu' }).click({ timeout: 1_000 })
    await expect(link).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await link.click()
  await expect(page).toHaveURL(/\/dashboard\/transactions$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible()
})

test('two people who load the dashboard at once get their own data, which no cache may store', async ({
  ajo,
  person,
}) => {
  const people = await Promise.all(
    (['owner', 'reviewer'] as const).map(async (role) => {
      const page = await person()
      await signIn(page, ajo, role)
      return { page, email: ajo.person(role).email }
    }),
  )
  const shown = [0, 0]
  // A busy machine sends the page without its data.
  for (let round = 0; round < 10 || Math.min(...shown) === 0; round++)
    await Promise.all(
      people.map(async ({ page, email }, index) => {
        const response = await page.request.get('/dashboard/overview')
        const html = await response.text()
        expect(response.headers()['cache-control']).toBe('no-store')
        expect(html).not.toContain(people[1 - index]?.email)
        if (html.includes(email)) shown[index] = (shown[index] ?? 0) + 1
      }),
    )
})

test('a session that the server does not know leads to the login', async ({ ajo, person }) => {
  const page = await person()
  await page.context().addCookies([{ name: 'token', value: 'unknown', url: ajo.url }])
  await page.goto('/dashboard/transactions')
  await expect(page).toHaveURL(/\/login$/)
})
