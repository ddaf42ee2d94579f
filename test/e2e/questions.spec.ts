import type { Page } from '@playwright/test'

import { beside320, violations } from './accessible.ts'
import { openNewestMail, signIn } from './steps.ts'
import { addCampaign } from './story-campaign.ts'
import { expect, test } from './story.ts'

const phone = { width: 360, height: 780 }
const asker = 'ngozi.asks@example.com'

/** In both languages, and in English at the end. */
async function expectGood(page: Page, paths: string[]) {
  for (const language of ['Pidgin', 'English']) {
    await page.goto('/', { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: language }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', language === 'Pidgin' ? 'pcm' : 'en')
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'networkidle' })
      expect.soft(await violations(page), `${path} in ${language}`).toEqual([])
      expect.soft(await beside320(page), `${path} in ${language}`).toBeLessThanOrEqual(0)
      await page.setViewportSize(phone)
    }
  }
}

test('a visitor without JavaScript asks, confirms, and reads the answer of an organiser whose address stays hidden', async ({
  ajo,
  person,
}) => {
  const { address } = await addCampaign(ajo, 'A borehole for the clinic of Wukari')
  const visitor = await person({ javaScriptEnabled: false, viewport: phone })
  const owner = await person({ viewport: phone })
  const organiser = ajo.person('owner').email

  await visitor.goto(address)
  await visitor.getByRole('link', { name: 'Ask the organiser' }).click()
  await visitor.getByLabel('Your name').fill('Ngozi')
  await visitor.getByLabel('Your email').fill(asker)
  await visitor.getByLabel('Your question').fill('Who drills it? Call me on 0803 123 4567.')
  await visitor.getByRole('button', { name: 'Send question' }).click()
  await expect(visitor.getByLabel('Your question')).toHaveAttribute('aria-invalid', 'true')
  await expect(visitor.getByLabel('Your question')).toHaveValue(/Who drills it/)
  await expect(visitor.getByLabel('Your name')).toHaveValue('Ngozi')
  await visitor.getByLabel('Your question').fill('Who drills the borehole?')
  await visitor.getByRole('button', { name: 'Send question' }).click()
  await expect(visitor.getByText(/Look in your mailbox/)).toBeVisible()

  await openNewestMail(visitor, asker, /^Confirm your question/)
  const mails = [await visitor.content()]
  await visitor.getByRole('link', { name: /confirm-question/ }).click()
  const link = new URL(visitor.url()).pathname
  await visitor.getByRole('button', { name: 'Send my question' }).click()
  await expect(visitor.getByText(/^Your question is sent/)).toBeVisible()

  const pages = ['', '?confirm', '?sent'].map((query) => `${address}/ask${query}`)
  await expectGood(owner, [...pages, link, `${link}?done`, `${link}?expired`])

  await signIn(owner, ajo, 'owner')
  await openNewestMail(owner, organiser, /^A question about/)
  expect(await owner.content()).not.toContain(asker)
  await owner.getByRole('link', { name: /questions$/ }).click()
  await expect(owner.getByText('Who drills the borehole?')).toBeVisible()
  const questions = new URL(owner.url()).pathname
  expect(await owner.content()).not.toContain(asker)
  await expectGood(owner, [questions])
  await owner.getByRole('button', { name: 'Send answer' }).click()
  await expect(owner.getByLabel('Your answer')).toHaveAttribute('aria-invalid', 'true')
  await owner.getByLabel('Your answer').fill('The drillers of Wukari, in May.')
  await owner.getByRole('button', { name: 'Send answer' }).click()
  await expect(owner.getByText('You answered:')).toBeVisible()
  await expectGood(owner, [questions])

  await openNewestMail(visitor, asker, /^Answer to your question/)
  await expect(visitor.getByText('The drillers of Wukari, in May.').first()).toBeVisible()
  mails.push(await visitor.content())
  for (const mail of mails) expect(mail).not.toContain(organiser)
})
