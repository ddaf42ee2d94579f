import type { BrowserContextOptions, Page } from '@playwright/test'

import { beside320, violations } from './accessible.ts'
import { goodCard, payWithCard, publicCampaign, untilHydrated } from './steps.ts'
import { expect, test } from './story.ts'

const phone = { viewport: { width: 360, height: 740 } }
const london: BrowserContextOptions = {
  ...phone,
  locale: 'en-GB',
  timezoneId: 'Europe/London',
}

const sums = (page: Page) => page.getByText(/^≈/)
const choice = (page: Page) => page.getByRole('form', { name: 'Show sums also in' })
const chargedInNaira = 'You are charged in naira (₦), and your bank decides the rate.'

test('a reader in London sees £ on the campaign, the form and the receipt', async ({ person }) => {
  const reader = await person(london)
  const { slug } = await publicCampaign(reader)
  await reader.goto(`/c/${slug}`)
  await untilHydrated(choice(reader).getByRole('button').first())
  await expect(sums(reader)).toHaveCount(0)
  const names = () =>
    reader
      .context()
      .cookies()
      .then((all) => all.map(({ name }) => name))
  expect(await names()).not.toContain('currency')

  await test.step('chooses pounds', async () => {
    await expect(choice(reader).getByRole('button').first()).toHaveText('£ pounds')
    expect(await beside320(reader)).toBe(0)
    await choice(reader).getByRole('button', { name: '£ pounds' }).click()
    await expect(sums(reader)).toHaveText(/^≈ £[\d,.]+ of £[\d,]+$/)
    expect(await names()).toContain('currency')
    await reader.getByText(chargedInNaira).click()
    await expect(choice(reader)).toBeVisible()
    expect(await violations(reader)).toEqual([])
    expect(await beside320(reader)).toBe(0)
    await reader.setViewportSize(phone.viewport)
  })

  await test.step('sees the sum of what they type, keeps it, and pays naira', async () => {
    await reader.goto(`/c/${slug}/donate`)
    await expect(reader.getByText('₦10,000 ≈ £5.00')).toBeVisible()
    const amount = reader.getByRole('textbox', { name: 'Amount' })
    await untilHydrated(amount)
    await amount.fill('30,000')
    await expect(sums(reader)).toHaveText('≈ £15')
    await reader.getByText(chargedInNaira).click()
    await choice(reader).getByRole('button', { name: '€ euros' }).click()
    await expect(sums(reader)).toHaveText('≈ €19')
    await reader.getByLabel('Email address').fill('guest@example.org')
    await reader.getByRole('button', { name: 'Pay now!' }).click()
    await payWithCard(reader, goodCard)
    await expect(reader.getByText('₦30,000.00').first()).toBeVisible()
    await expect(sums(reader)).toHaveText('≈ €19')
  })

  await test.step('goes back to naira alone', async () => {
    await reader.getByText(chargedInNaira).click()
    await choice(reader).getByRole('button', { name: '₦ only' }).click()
    await expect(reader.getByText('₦30,000.00').first()).toBeVisible()
    await expect(sums(reader)).toHaveCount(0)
    await expect(choice(reader)).toHaveCount(0)
  })
})

test('the same without JavaScript, in Pidgin', async ({ person }) => {
  const reader = await person({ ...london, javaScriptEnabled: false })
  const { slug } = await publicCampaign(reader)
  await reader.goto(`/c/${slug}`)
  await choice(reader).getByRole('button', { name: '£ pounds' }).click()
  await expect(sums(reader)).toHaveText(/^≈ £[\d,.]+ of £[\d,]+$/)
  await reader.getByRole('button', { name: 'Pidgin' }).click()
  await expect(sums(reader)).toHaveText(/^≈ £[\d,.]+ out of £[\d,]+$/)
  await expect(reader.getByText(/na your bank dey decide the rate/)).toBeVisible()

  await reader.goto(`/c/${slug}/donate`)
  await expect(reader.getByText('₦10,000 ≈ £5.00')).toBeVisible()
  await reader.getByRole('textbox', { name: 'Amount' }).fill('30,000')
  await reader.getByRole('button', { name: 'Pay now!' }).click()
  await expect(sums(reader)).toHaveText('≈ £15')
  await expect(reader.getByRole('textbox', { name: 'Amount' })).toHaveValue('30,000')
})

// As phones leave the factory.
test('a phone in Nigeria with American English proposes no currency', async ({ person }) => {
  const reader = await person({ ...phone, locale: 'en-US', timezoneId: 'Africa/Lagos' })
  const { slug } = await publicCampaign(reader)
  await reader.goto(`/c/${slug}`)
  await untilHydrated(reader.getByRole('link', { name: 'Donate', exact: true }).first())
  await expect(choice(reader)).toHaveCount(0)
  await expect(sums(reader)).toHaveCount(0)
})
