import { availableParallelism, loadavg } from 'node:os'

import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test'

import type { Server } from './server.ts'

/** On a machine with more work than cores everything takes longer. */
const waitMs = 10_000 * Math.min(8, Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()))

export type Walk = ReturnType<typeof openWalk>

/** Records checks of statements of the specification. A failed check does not stop the walk. */
export function openWalk(browser: Browser, server: Server) {
  const counts = { checks: 0, failures: 0 }
  return {
    server,
    counts,

    /** Starts a part of the specification. */
    begin: (title: string) => {
      console.log(`\n${title}`)
    },

    /** Succeeds when `prove` neither throws nor returns false. */
    check: async (statement: string, prove: () => unknown) => {
      counts.checks += 1
      const problem = await Promise.resolve()
        .then(prove)
        .then((result) => (result === false ? 'is not so' : undefined))
        .catch((error: unknown) => String(error).split('\n').slice(0, 4).join(' '))
      if (problem !== undefined) counts.failures += 1
      console.log(
        `  ${problem === undefined ? '✓' : '✗'} ${statement}${problem ? `: ${problem}` : ''}`,
      )
    },

    newPage: async (options: BrowserContextOptions = {}): Promise<Page> => {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width: 1280, height: 800 },
        locale: 'en-NG',
        ...options,
      })
      context.setDefaultTimeout(waitMs)
      return context.newPage()
    },
  }
}

/** Waits until a text is visible. */
export async function see(place: Page | Locator, text: string | RegExp, exact = true) {
  const shown = typeof text === 'string' ? place.getByText(text, { exact }) : place.getByText(text)
  await shown.filter({ visible: true }).first().waitFor({ timeout: waitMs })
}

/** Waits until the address is a path, or matches it. */
export async function arrive(page: Page, path: string | RegExp) {
  await page.waitForURL((url) => {
    const shown = url.pathname + url.search
    return typeof path === 'string' ? shown === path : path.test(shown)
  })
}

/** Waits until a value of the page is the expected one, because a page may still be loading when it is read first. */
export async function become(read: () => unknown, expected: unknown) {
  const wanted = JSON.stringify(expected)
  let shown: string | undefined
  const isWanted = async () => (shown = JSON.stringify(await read())) === wanted
  await until(isWanted).catch(() => {
    throw new Error(`${shown} instead of ${wanted}`)
  })
}

/** Waits until a toast shows a text. */
export async function seeToast(page: Page, text: string | RegExp) {
  await see(page.getByRole('region', { name: 'Notifications' }), text, false)
}

export async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/login', { waitUntil: 'networkidle' })
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Proceed' }).click()
}

/** Opens the link of the newest mail to an address whose subject matches. */
export async function openMailLink(page: Page, email: string, subject: RegExp) {
  const mail = page
    .getByRole('listitem')
    .filter({ hasText: email })
    .getByRole('link', { name: subject })
  for (const until = Date.now() + waitMs; Date.now() < until;) {
    await page.goto('/development/mailbox')
    if ((await mail.count()) > 0) break
    await page.waitForTimeout(500)
  }
  await mail.first().click()
  const link = page.getByRole('link', { name: /handle-action/ })
  await page.goto((await link.getAttribute('href')) ?? '')
}

/** The error under a field, which the field names as its description. */
export async function seeFieldError(page: Page, label: string | RegExp, text: string) {
  const field = page.getByLabel(label, { exact: true }).first()
  const described = async () => {
    const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ').filter(Boolean)
    const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).allTextContents()))
    return texts.flat()
  }
  for (const until = Date.now() + waitMs; Date.now() < until;) {
    if ((await described()).some((each) => each.includes(text))) return
    await page.waitForTimeout(100)
  }
  throw new Error(`described by ${JSON.stringify(await described())}`)
}

export const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** The hue of a computed colour in degrees; reds above 335 count as 0. */
export async function readHue(page: Page, colour: string): Promise<number> {
  const hue = await page.evaluate<number>(`(() => {
    const canvas = document.createElement('canvas').getContext('2d')
    canvas.fillStyle = ${JSON.stringify(colour)}
    canvas.fillRect(0, 0, 1, 1)
    const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data
    const max = Math.max(r, g, b), span = max - Math.min(r, g, b)
    const part = max === r ? (g - b) / span : max === g ? 2 + (b - r) / span : 4 + (r - g) / span
    return (part * 60 + 360) % 360
  })()`)
  return hue > 330 ? 0 : hue
}

/** Waits until a condition holds. */
export async function until(holds: () => Promise<boolean>) {
  for (let tries = 0; tries < waitMs / 100; tries += 1) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('did not become so')
}

type Styled = {
  ownerDocument: { defaultView: { getComputedStyle: (element: unknown) => Record<string, string> } }
}

/** A computed style of an element, for example `color`. */
export const readStyle = (place: Locator, name: string): Promise<string> =>
  place.evaluate((element, property) => {
    const { ownerDocument } = element as unknown as Styled
    return ownerDocument.defaultView.getComputedStyle(element)[property] ?? ''
  }, name)
