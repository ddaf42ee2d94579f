import type { Page } from '@playwright/test'

import { beside320, violations } from './accessible.ts'
import { signIn } from './steps.ts'
import { expect, test } from './story.ts'

const speaks = (page: Page, language: string) =>
  expect(page.locator('html')).toHaveAttribute('lang', language)

test('a visitor reads and gives in Pidgin with JavaScript switched off', async ({ person }) => {
  const visitor = await person({ javaScriptEnabled: false })
  await visitor.goto('/')
  await speaks(visitor, 'en')
  await visitor.getByRole('button', { name: 'Pidgin' }).click()
  await speaks(visitor, 'pcm')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(/Make Good Work Strong/)

  await visitor.getByRole('article').first().getByRole('link').first().click()
  await visitor.getByRole('link', { name: 'Give', exact: true }).first().click()
  await visitor.getByLabel('Your email address').fill('guest@example.org')
  await visitor.getByRole('textbox', { name: 'How much' }).fill('20')
  await visitor.getByRole('button', { name: 'Pay now!' }).click()
  await expect(
    visitor.getByText('The amount must dey between ₦50.00 and ₦10,000,000.00'),
  ).toBeVisible()

  await visitor.getByRole('button', { name: 'English' }).click()
  await speaks(visitor, 'en')
  await expect(visitor).toHaveURL(/\/donate$/)
})

test('somebody signs up in Pidgin and puts everything wrong', async ({ ajo, person }) => {
  const page = await person()
  await page.goto('/signup', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Pidgin' }).click()
  await expect(page.getByRole('heading', { name: 'Open account' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Continue' }).click()
  for (const sentence of [
    'You must put your First Name',
    'You must choose your Gender',
    'This email address no correct',
    'Password must get at least 8 characters',
    'You must gree with the terms and conditions',
  ])
    await expect(page.getByText(sentence, { exact: true })).toBeVisible()

  await test.step('what the server knows better is said in Pidgin too', async () => {
    const { email } = ajo.person('owner')
    await page.getByLabel('First Name').fill('Ada')
    await page.getByLabel('Last Name').fill('Obi')
    await page.getByLabel('Email Address').fill(email)
    await page.getByLabel('Gender').selectOption('Woman')
    await page.getByLabel('Password', { exact: true }).fill('password')
    await page.getByLabel('Put the Password again').fill('password')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText(/^Too many people dey use this password/)).toBeVisible()

    await page.getByLabel('Password', { exact: true }).fill('a password of her own')
    await page.getByLabel('Put the Password again').fill('a password of her own')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Somebody don already use this email.').first()).toBeVisible()
  })
})

test('the dashboard speaks Pidgin, is accessible and fits', async ({ ajo, person }) => {
  const page = await person({ reducedMotion: 'reduce' })
  await signIn(page, ajo, 'owner')
  await page.getByRole('button', { name: 'Pidgin' }).click()
  await expect(page.getByText('See how your account dey!')).toBeVisible()
  await speaks(page, 'pcm')

  for (const path of [
    '/dashboard/overview',
    '/dashboard/campaigns',
    '/dashboard/campaigns/create',
    '/dashboard/transactions',
    '/dashboard/settings',
    '/dashboard/profile',
    '/login',
    '/fees',
    '/',
  ])
    await test.step(path, async () => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(path, { waitUntil: 'networkidle' })
      await speaks(page, 'pcm')
      await expect.soft(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      expect.soft(await violations(page), path).toEqual([])
      expect.soft(await beside320(page), path).toBe(0)
    })

  await test.step('and back', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/dashboard/overview')
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByText('Get an overview of your account!')).toBeVisible()
  })
})
