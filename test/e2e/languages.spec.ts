import type { Page } from '@playwright/test'

import { beside320, violations } from './accessible.ts'
import { signIn } from './steps.ts'
import { expect, test } from './story.ts'

const expectLanguage = (page: Page, language: string) =>
  expect(page.locator('html')).toHaveAttribute('lang', language)

test('a visitor browses and donates in Pidgin with JavaScript switched off', async ({ person }) => {
  const visitor = await person({ javaScriptEnabled: false })
  await visitor.goto('/')
  await expectLanguage(visitor, 'en')
  await visitor.getByRole('button', { name: 'Pidgin' }).click()
  await expectLanguage(visitor, 'pcm')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(/Help Good Things Happen/)

  await visitor.getByRole('article').first().getByRole('link').first().click()
  await visitor.getByRole('link', { name: 'Donate', exact: true }).first().click()
  await visitor.getByLabel('Email address').fill('guest@example.org')
  await visitor.getByRole('textbox', { name: 'Amount' }).fill('20')
  await visitor.getByRole('button', { name: 'Pay now!' }).click()
  await expect(visitor.getByText('The amount must dey between ₦50 and ₦10,000,000')).toBeVisible()

  await visitor.getByRole('button', { name: 'English' }).click()
  await expectLanguage(visitor, 'en')
  await expect(visitor).toHaveURL(/\/donate$/)
})

test('shows validation errors of the sign-up form in Pidgin', async ({ ajo, person }) => {
  const page = await person()
  await page.goto('/signup', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Pidgin' }).click()
  await expect(page.getByRole('heading', { name: 'Open account' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Continue' }).click()
  for (const sentence of [
    'You must put your First Name',
    'You must choose your Gender',
    'Abeg put correct email address',
    'Password must get at least 8 characters',
    'You must gree with the terms and conditions',
  ])
    await expect(page.getByText(sentence, { exact: true })).toBeVisible()

  await test.step('shows errors from the server in Pidgin', async () => {
    const { email } = ajo.person('owner')
    await page.getByLabel('First Name').fill('Ada')
    await page.getByLabel('Last Name').fill('Obi')
    await page.getByLabel('Email Address').fill(email)
    await page.getByLabel('Gender').selectOption('Woman')
    await page.getByLabel('Password', { exact: true }).fill('password')
    await page.getByLabel('Confirm Password').fill('password')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText(/^Too many people dey use this password/)).toBeVisible()

    await page.getByLabel('Password', { exact: true }).fill('a password of her own')
    await page.getByLabel('Confirm Password').fill('a password of her own')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Another person don already use this email.').first()).toBeVisible()
  })
})

test(
  'the dashboard in Pidgin is accessible and fits narrow screens',
  { tag: '@long' },
  async ({ ajo, person }) => {
    const page = await person({ reducedMotion: 'reduce' })
    await signIn(page, ajo, 'owner')
    await page.goto('/dashboard/overview')
    await page.getByRole('button', { name: 'Pidgin' }).click()
    await expect(page.getByText('See how your account dey!')).toBeVisible()
    await expectLanguage(page, 'pcm')

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
        await expectLanguage(page, 'pcm')
        await expect.soft(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        expect.soft(await violations(page), path).toEqual([])
        expect.soft(await beside320(page), path).toBe(0)
      })

    await test.step('switches back to English', async () => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto('/dashboard/overview')
      await page.getByRole('button', { name: 'English' }).click()
      await expect(page.getByText('Get an overview of your account!')).toBeVisible()
    })
  },
)
