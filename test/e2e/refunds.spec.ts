import type { Page } from '@playwright/test'

import { expectGood } from './accessible.ts'
import { continueAfterWait, payWithCard, readMailedLink, reloadUntil } from './steps.ts'
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
    const isAccessible = () => expectGood(guest, guest.url())

    await test.step('opens the refund page from the receipt', async () => {
      await donate(guest, email)
      await openRefundPage(guest, email)
      await expect(guest.getByText('₦4,000.00')).toBeVisible()
      await isAccessible()
    })
    await test.step('requests the refund', async () => {
      await requestRefund(guest)
      await isAccessible()
    })
    await test.step('enters a wrong account, corrects it and confirms its holder', async () => {
      const subject = /^We need your bank account to refund /
      const address = await readMailedLink(guest, { to: email, subject, path: '/refund-account/' })
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
  await openRefundPage(guest, email)
  await requestRefund(guest)
})

async function donate(guest: Page, email: string) {
  await guest.goto('/')
  await guest.getByRole('article').first().getByRole('link').first().click()
  await guest.getByRole('link', { name: 'Donate', exact: true }).first().click()
  await guest.getByRole('textbox', { name: 'Amount' }).fill('4,000')
  await guest.getByLabel('Email address').fill(email)
  await guest.getByRole('button', { name: 'Pay now!' }).click()
  await continueAfterWait(guest)
  await payWithCard(guest, card)
  await expect(guest).toHaveURL(/\/donations\//)
}

/** The link appears when the payment is booked. What requests the refund is mailed. */
async function openRefundPage(guest: Page, email: string) {
  await reloadUntil(guest, '/refund"')
  await guest
    .getByRole('link', { name: /refund/i })
    .first()
    .click()
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Refund this donation')
  await guest.getByRole('button', { name: 'Email me the link' }).click()
  await expect(guest.getByText(/^We’ve emailed you a link/)).toBeVisible()
  const mail = { to: email, subject: /^Your link to request a refund/, path: '/refund' }
  await guest.goto(await readMailedLink(guest, mail))
}

async function requestRefund(guest: Page) {
  await guest.getByRole('textbox').fill(reason)
  await guest.getByRole('button', { name: 'Request the refund' }).click()
  await expect(guest.getByText('We’ve received your request.')).toBeVisible()
}
