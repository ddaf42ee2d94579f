import { readFileSync } from 'node:fs'

import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'

import type { Problem } from '#shared/errors.ts'
import { challengeHeader } from '#shared/challenge-header.ts'
import { lagosDay } from '#shared/day.ts'
import { solveChallenge } from '#web/api/solve-challenge.ts'

import { readPdfText } from '../support/documents/pdf-text.ts'
import type { Ajo } from './ajo.ts'
import { sampleTitle } from './story-campaign.ts'

/** The path of the newest email to an address in the development mailbox, once there is one. Some are mailed by jobs that run once a minute, one after another. */
export async function waitForMail(page: Page, to: string, subject: RegExp): Promise<string> {
  let path = ''
  await expect(async () => {
    const mails = (await listMails(page)).filter((mail) => mail.to === to)
    path = mails.find((mail) => subject.test(mail.subject))?.path ?? ''
    expect(path).not.toBe('')
  }).toPass({ timeout: 180_000 })
  return path
}

/** The emails in the development mailbox, newest first. */
export async function listMails(page: Page) {
  const html = await (await page.request.get('/development/mailbox')).text()
  const items = html.matchAll(/<a href="([^"]+)">([^<]*)<\/a>\s*<span>to ([^<]*)<\/span>/g)
  return [...items].map(([, path = '', subject = '', to = '']) => ({
    path,
    subject: decodeHtml(subject),
    to: decodeHtml(to),
  }))
}

const decodeHtml = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')

export async function openNewestMail(page: Page, to: string, subject: RegExp): Promise<void> {
  await page.goto(await waitForMail(page, to, subject))
}

/** The address of the first link to this path in the newest email. */
export async function readMailedLink(
  page: Page,
  mail: { to: string; subject: RegExp; path: string },
): Promise<string> {
  const path = await waitForMail(page, mail.to, mail.subject)
  const html = await (await page.request.get(path)).text()
  const links = [...html.matchAll(/href="(http[^"]+)"/g)].map(([, href = '']) => decodeHtml(href))
  const found = links.find((href) => href.includes(mail.path))
  if (found === undefined) throw new Error(`the mail has no link to ${mail.path}`)
  return found
}

/** Loads the page again once what the server sends has this text. Jobs book payments, holds and settlements. */
export async function reloadUntil(page: Page, text: string): Promise<void> {
  await expect(async () => {
    expect(await (await page.request.get(page.url())).text()).toContain(text)
  }).toPass({ timeout: 150_000 })
  await page.reload()
}

/** Waits until a payment without JavaScript is booked. */
export async function untilThanked(page: Page): Promise<void> {
  const thanks = 'Thank you! Your donation went through.'
  await page.waitForURL(/\/donations\//)
  await reloadUntil(page, thanks)
  await expect(page.getByRole('heading', { name: thanks })).toBeVisible()
}

/**
 * Waits for the page's script: all persons of a test share one network address, so the server soon asks for a challenge, which only the
 * script can solve.
 */
export async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/login')
  await untilHydrated(page.getByLabel('Email'))
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Proceed' }).click()
}

/** Waits until the page's script responds to the element. Before, the browser sends forms, and a script that arrives may move the caret. */
export const untilHydrated = (element: Locator) =>
  expect
    .poll(() =>
      element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__react'))),
    )
    .toBe(true)

/** Signs in a person of the sample data through the API, and opens no page. */
export async function signIn(page: Page, ajo: Ajo, role: string) {
  const ask = (headers: Record<string, string> = {}) =>
    page.request.post('/api/session', {
      data: ajo.person(role),
      headers: { origin: ajo.url, ...headers },
    })
  let answer = await ask()
  if (answer.status() === 429) {
    const { error } = (await answer.json()) as Problem
    if (error.challenge)
      answer = await ask({ [challengeHeader]: await solveChallenge(error.challenge) })
  }
  expect(answer.status()).toBe(200)
}

/** The public campaign whose title contains this, or any public campaign. */
export async function publicCampaign(page: Page, title = '') {
  const asked = new URLSearchParams(title === '' ? { limit: '1' } : { limit: '50', q: title })
  const answer = await page.request.get(`/api/campaigns?${asked}`)
  type Found = { id: string; slug: string; title: string }
  const { campaigns } = (await answer.json()) as { campaigns: Found[] }
  // Campaigns of other stories may have similar titles.
  const campaign = campaigns.find((each) => each.title.includes(title))
  if (!campaign) throw new Error(`no public campaign has the title '${title}'`)
  return { ...campaign, address: `/c/${campaign.slug}` }
}

/** Dashboard path of the sample organiser's campaign that stories do not change. */
export async function ownCampaign(page: Page): Promise<string> {
  const answer = await page.request.get('/api/account/campaigns?status=approved&limit=50')
  const { campaigns } = (await answer.json()) as { campaigns: { id: string; title: string }[] }
  return `/dashboard/campaign/${campaigns.find((each) => each.title === sampleTitle)?.id}`
}

/** Pays on the sandbox's checkout page with a published test card. */
export async function payWithCard(page: Page, card: { number: string; cvv: string }) {
  await page.getByLabel('Card number').fill(card.number)
  await page.getByLabel('Expiry date').fill('12/30')
  await page.getByLabel('CVV').fill(card.cvv)
  await page.getByRole('button', { name: /^Pay/ }).click()
}

/** All people of a test share one network address, so the server may ask to wait before it starts a payment. */
export async function continueAfterWait(page: Page) {
  const wait = page.getByRole('heading', { name: 'One moment, please' })
  const card = page.getByLabel('Card number')
  await expect(wait.or(card)).toBeVisible()
  await expect(async () => {
    if (await wait.isVisible()) await page.getByRole('button', { name: 'Continue' }).click()
    await expect(card).toBeVisible({ timeout: 1_000 })
  }).toPass({ intervals: [11_000] })
}

export const goodCard = { number: '4084 0840 8408 4081', cvv: '408' }
export const declinedCard = { number: '4084 0800 0000 5408', cvv: '001' }

/** The date in Lagos in `days` days as 'YYYY-MM-DD'. */
export const inDays = (days: number) => lagosDay(new Date(Date.now() + days * 86_400_000))

/** A photo with a location in its metadata. A browser shrinks one that is wider than 1,600 pixels. */
export async function photograph(name: string, colour: string, width = 900) {
  const buffer = await sharp({
    create: { width, height: (width * 2) / 3, channels: 3, background: colour },
  })
    .jpeg()
    .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitude: '7/1 29/1 0/1' } })
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** A reviewer approves the item of the queue, and writes why where the checks warn. */
export async function approveItem(item: Locator) {
  await item.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = item.page().locator('dialog[open]')
  const confirm = dialog.getByRole('button', { name: 'Approve' })
  await confirm.waitFor()
  const reason = dialog.getByLabel('Why can this be approved despite the warnings?')
  if (await reason.isVisible()) await reason.fill('The organiser is the matron of the ward.')
  await confirm.click()
}

/** The text of the PDF that a link or a button downloads. */
export async function downloadPdf(page: Page, button: Locator): Promise<string> {
  const downloading = page.waitForEvent('download')
  await button.click()
  return readPdfText(readFileSync(await (await downloading).path()))
}

/** Opens a page of the dashboard from another one, so that the browser loads its data, which a test can hold or refuse. */
export async function openFromOverview(page: Page, path: string) {
  await page.goto('/dashboard/overview')
  await untilHydrated(page.locator('main'))
  await followInApp(page, path)
}

/** Follows an address within the app. */
export async function followInApp(page: Page, path: string) {
  const to = JSON.stringify(path)
  await page.evaluate(
    `history.pushState(null, '', ${to}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
}

/** Fills the open donation form, pays, and waits for the receipt. */
export async function donateAsGuest(page: Page, amount = '5000', email = 'guest@example.org') {
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Pay now!' }).click()
  await payWithCard(page, goodCard)
  await page.getByRole('heading', { name: 'Thank you! Your donation went through.' }).waitFor()
}
