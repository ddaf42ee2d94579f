import type { Page } from '@playwright/test'

import { goodCard, openFromOverview, payWithCard } from '../../e2e/steps.ts'
import { submitCampaign } from './campaign-form.ts'
import { expectMessage, fill, press, readHue, getToast } from '../screen.ts'
import { expect, signUp, test } from './hosted.ts'

const amount = 'Amount'
const email = 'Email address'
const pay = (page: Page) => press(page, 'Pay now!')

test('a donation is paid at the provider and counted', async ({ row, owner, newPage, hosted }) => {
  const { edge, url } = hosted
  const id = await submitCampaign(owner.page, url, 'A well that is paid for')
  edge.setStatus(id, 'approved')
  const donor = await signUp(await newPage(), hosted)
  const { page } = donor
  await page.goto(`/dashboard/campaign/${id}/donate`, { waitUntil: 'networkidle' })

  await row(['5.40', '5.41'], async () => {
    await fill(page, { [email]: '' })
    await pay(page)
    await expectMessage(page, amount, 'Amount is required')
    await expectMessage(page, email, 'Email is required')
  })
  await row('5.42', async () => {
    await fill(page, { [email]: 'not an address' })
    await pay(page)
    await expectMessage(page, email, 'Invalid email format')
  })
  await row('5.43', async () => {
    for (const outside of ['49.99', '10000000.01']) {
      await fill(page, { [amount]: outside, [email]: donor.email })
      await pay(page)
      await expectMessage(page, amount, 'Amount must be between ₦50 and ₦10,000,000')
    }
  })
  await fill(page, { [amount]: '1234.5', [email]: donor.email })
  await pay(page)
  await page.getByLabel('Card number').waitFor()
  await row('7.28', async () => {
    const sent = edge.last('/transaction/initialize').answer as { data: Record<string, string> }
    expect(page.url()).toBe(sent.data.authorization_url)
  })
  await row(['7.27', '3.15', '9.8'], async () => {
    const { method, path, body } = edge.last('/transaction/initialize')
    const account = edge.sanity.documents.get(`campaign.${id}`)?.subAccountId
    expect({ method, path }).toEqual({
      method: 'POST',
      path: '/sandbox/api/transaction/initialize',
    })
    expect(body).toMatchObject({
      email: donor.email,
      amount: 123_450,
      currency: 'NGN',
      subaccount: account,
      transaction_charge: 100,
      bearer: 'subaccount',
      callback_url: `${url}/dashboard/transactions`,
      metadata: { campaignId: id },
    })
  })
  await row('3.16', async () => {
    const { metadata } = edge.last('/transaction/initialize').body as { metadata: object }
    expect(metadata).toMatchObject({ userId: owner.uid, campaignId: id })
  })
  await payWithCard(page, goodCard)
  await row('4.18', async () => {
    await expect(page).toHaveURL(/\/dashboard\/transactions\?/)
    await expect(page.getByText(/^Thank you! Your ₦1,234\.50 donation/)).toBeVisible()
  })
  await row('3.17', async () => {
    const { path, answer } = edge.find((each) => /transaction\/verify\//.test(each.path))
    expect(path).toMatch(/^\/sandbox\/api\/transaction\/verify\//)
    const account = edge.sanity.documents.get(`campaign.${id}`)
    expect(answer).toMatchObject({
      data: {
        id: expect.any(Number),
        amount: 123_450,
        status: 'success',
        created_at: expect.stringMatching(/^\d{4}-/),
        customer: { email: donor.email },
        subaccount: { business_name: account?.title },
        metadata: { userId: owner.uid, campaignId: id },
      },
    })
  })

  const seen = owner.page
  await seen.goto('/dashboard/transactions')
  const paid = seen.getByRole('row').filter({ hasText: 'success' })
  await row('9.10', () => expect(paid).toContainText(/₦1,234\.50(?!\d)/))
  await seen.goto('/dashboard/overview')
  const stat = (name: string) => seen.getByRole('main').locator(':has(> :text-is("' + name + '"))')
  await row(['7.20', '7.22', '9.9'], () =>
    expect(stat('Total Donations').first()).toContainText(/₦1,234\.50(?!\d)/),
  )
  await row('7.24', async () => {
    await submitCampaign(seen, url, 'A well in review')
    await seen.reload()
    await expect(stat('Total Campaigns').first()).toContainText(/^Total Campaigns\s*2$/)
  })
  await row('7.23', () => expect(stat('Total Donors').first()).toContainText(/^Total Donors\s*1$/))
})

test('transactions that cannot be loaded are named in red and as a toast', async ({
  row,
  owner: { page },
}) => {
  await page.route('**/api/transactions?*', (route) => route.fulfill({ status: 500 }))
  await openFromOverview(page, '/dashboard/transactions')
  const message = 'Failed to fetch transactions.'
  await row('8.33', async () => {
    await expect(getToast(page, message)).toBeVisible()
    const title = page.getByRole('main').getByText(message, { exact: true })
    await expect(title).toBeVisible()
    const hue = await readHue(title)
    expect(Math.abs(hue)).toBeLessThan(15)
  })
})
