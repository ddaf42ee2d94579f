import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { APIRequestContext, Browser } from '@playwright/test'
import sharp from 'sharp'

import { readPdfText } from '#test/support/documents/pdf-text.ts'

import { startAjo, type Ajo } from './ajo.ts'
import { expectGood } from './accessible.ts'
import { signIn } from './steps.ts'
import { expect, test } from './story.ts'

const phone = { width: 360, height: 740 }
/** A crawl ends after so many addresses. */
const largest = 160

test('an installation with a brand names Ajo on no page, in no mail, document or file', async ({
  browser,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'brand-'))
  const logo = join(folder, 'logo.png')
  const square = { width: 512, height: 512, channels: 3, background: '#7a1f5c' } as const
  await sharp({ create: square }).png().toFile(logo)
  const env = {
    BRAND: 'Susu & Co',
    BRAND_LOGO: logo,
    BRAND_COLOUR: '#7a1f5c',
    BRAND_TITLE: 'Give together',
  }
  await using susu = await startAjo({ env, template: process.env.AJO_DATA })

  await test.step('the first screen has its words, logo and colour, also with JavaScript', async () => {
    const page = await browser.newPage({ baseURL: susu.url, viewport: phone })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Give together')
    await expect(page).toHaveTitle(/Susu & Co/)
    await expect(page.getByRole('link', { name: 'Susu & Co home' }).first()).toBeVisible()
    const button = page.getByRole('link', { name: 'Start a campaign' }).first()
    await expect(button).toHaveCSS('background-color', 'rgb(122, 31, 92)')
    await expectGood(page, 'the landing page with a brand')
    expect(await page.locator('body').textContent()).not.toMatch(/\bAjo\b/)
    await page.close()
  })

  // A reviewer sees pages that an admin sees too.
  for (const role of ['visitor', 'owner', 'donor', 'admin'])
    await test.step(`nothing that a ${role} can open names Ajo`, async () => {
      const { request, close } = await enter(browser, susu, role)
      expect
        .soft(await findNamed(request, ['/', '/app.webmanifest', '/dashboard/overview']))
        .toEqual([])
      await close()
    })

  await test.step('no mail names Ajo', async () => {
    const { request, close } = await enter(browser, susu, 'visitor')
    expect(await findNamed(request, ['/development/mails'])).toEqual([])
    await close()
  })
  await rm(folder, { recursive: true })
})

async function enter(browser: Browser, ajo: Ajo, role: string) {
  const context = await browser.newContext({ baseURL: ajo.url })
  await context.request.get(ajo.developmentLink(), { maxRedirects: 0 })
  if (role !== 'visitor') await signIn(await context.newPage(), ajo, role)
  return { request: context.request, close: () => context.close() }
}

/** Follows links from these addresses, and answers those that name Ajo, with the words around it. */
async function findNamed(request: APIRequestContext, from: string[]): Promise<string[]> {
  const waiting = [...from]
  const seen = new Set(waiting.map(toPattern))
  const named: string[] = []
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const response = await request.get(path)
    const type = response.headers()['content-type'] ?? ''
    const body = await response.body()
    const text = type.startsWith('application/pdf') ? readPdfText(body) : body.toString()
    const [found] = /.{0,40}\bAjo\b.{0,40}/.exec(text) ?? []
    if (found !== undefined && !/^(image|font|text\/javascript)/.test(type))
      named.push(`${path}: ${found}`)
    if (!type.startsWith('text/html')) continue
    for (const [, link = ''] of text.matchAll(/(?:href|src)="(\/[^"#]*)/g)) {
      const next = link.replaceAll('&amp;', '&')
      if (seen.has(toPattern(next)) || seen.size > largest) continue
      seen.add(toPattern(next))
      waiting.push(next)
    }
  }
  return named
}

/** Pages of one kind differ in what people wrote, so one of each is enough. */
const toPattern = (path: string) =>
  path.replace(/\?.*$/, '').replaceAll(/(?<=\/)(?=[\w-]*[\d-])[\w-]{8,}/g, ':id')
