import type { Page } from '@playwright/test'

import { beside320, violations } from './accessible.ts'
import { continueAfterWait, openNewestMail, payWithCard } from './steps.ts'
import { expect, test } from './story.ts'

/** Its refunds need the donor's bank account. */
const card = { number: '4084 0800 0067 1902', cvv: '190' }
const phone = { width: 360, height: 780 }
const reason = 'I typed one zero too many.'

test(
  'a guest requests a refund on a phone and names a bank account without JavaScript',
  { tag: '@long' },
  async ({ person }) => {
    const email = 'regret@example.org'
    const guest = await person({ viewport: phone })
    const mailbox = await person()
    const isAccessible = async () => {
      expect.soft(await violations(guest)).toEqual([])
      expect.soft(await beside320(guest)).toBeLessThanOrEqual(0)
      await guest.setViewportSize(phone)
    }

    await test.step('opens the refund page from the receipt', async () => {
      await donate(guest, email)
      await openRefundPage(guest, mailbox, email)
      await expect(guest.getByText('₦4,000.00')).toBeVisible()
      await isAccessible()
    })
    await test.step('requests the refund', async () => {
      await requestRefund(guest)
      await isAccessible()
    })
    await test.step('enters a wrong account, corrects it and confirms its holder', async () => {
      await openNewestMail(mailbox, email, /^We need your bank account to refund /)
      const link = mailbox.getByRole('link', { name: /\/refund-account\// }).first()
      const address = (await link.getAttribute('href')) ?? ''
      await guest.goto(address)
      await isAccessible()

      const plain = await person({ javaScriptEnabled: false, viewport: phone })
      await plain.goto(address)
      await plain.getByLabel('Bank').selectOption('Test Bank')
      await plain.getByLabel('Account number').fill('012')
      await plain.getByRole('button', { name: 'Check the account' }).click()
      await expect(plain.getByLabel('Account number')).toHaveAttribute('aria-invalid', 'true')
      await expect(plain.getByLabel('Account number')).toHaveValue('012')
      await expect(plain.getByLabel('Bank')).toHaveValue('9001')
      await plain.getByLabel('Account number').fill('0123456789')
      await plain.getByRole('button', { name: 'Check the account' }).click()
      await plain.getByRole('button', { name: 'Yes, send the refund' }).click()
      const sent = /We are sending your refund to this bank account/
      await expect(plain.getByText(sent)).toBeVisible()
      await guest.reload()
      await expect(guest.getByText(sent)).toBeVisible()
      await isAccessible()
    })
  },
)

test('a guest requests a refund without JavaScript', async ({ person }) => {
  const guest = await person({ javaScriptEnabled: false, viewport: phone })
  const email = 'plain@example.org'
  await donate(guest, email)
  await openRefundPage(guest, await person(), email)
  await requestRefund(guest)
})

async function donate(guest: Page, email: string) {
  await guest.goto('/')
  await guest.getByRole('article').first().getByRole('link').first().click()
  await guest.getByRole('link', { name: 'Donate' }).first().click()
  await guest.getByRole('textbox', { name: 'Amount' }).fill('4,000')
  await guest.getByLabel('Email address').fill(email)
  await guest.getByRole('button', { name: 'Pay now!' }).click()
  await continueAfterWait(guest)
  await payWithCard(guest, card)
  await expect(guest).toHaveURL(/\/donations\//)
}

/** The link appears when the payment is booked. What requests the refund is mailed. */
async function openRefundPage(guest: Page, mailbox: Page, email: string) {
  const link = guest.getByRole('link', { name: /refund/i }).first()
  await expect(async () => {
    await guest.reload()
    await link.click({ timeout: 2_000 })
    await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Refund this donation')
  }).toPass({ timeout: 60_000 })
  await guest.getByRole('button', { name: 'Email me the link' }).click()
  await expect(guest.getByText(/^We’ve emailed you a link/)).toBeVisible()
  await openNewestMail(mailbox, email, /^Your link to request a refund/)
  const mailed = mailbox.getByRole('link', { name: /\/refund$/ }).first()
  await guest.goto((await mailed.getAttribute('href')) ?? '')
}

async function requestRefund(guest: Page) {
  await guest.getByRole('textbox').fill(reason)
  await guest.getByRole('button', { name: 'Request the refund' }).click()
  await expect(guest.getByText('We’ve received your request.')).toBeVisible()
}
