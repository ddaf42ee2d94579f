import { continueAfterWait, declinedCard, goodCard, payWithCard } from './steps.ts'
import { expect, test } from './story.ts'

test('a guest donates with JavaScript disabled', async ({ person }) => {
  const guest = await person({ javaScriptEnabled: false })
  await guest.goto('/')
  await guest.getByRole('article').first().getByRole('link').first().click()
  await expect(guest).toHaveURL(/\/c\//)
  const raisedBefore = await guest.getByRole('heading', { level: 1 }).textContent()
  await guest.getByRole('link', { name: 'Donate' }).first().click()

  await test.step('keeps the input of an invalid form', async () => {
    await guest.getByRole('textbox', { name: 'Amount' }).fill('20')
    await guest.getByLabel('Email address').fill('guest@example.org')
    await guest.getByRole('button', { name: 'Pay now!' }).click()
    await expect(guest.getByText('Amount must be between ₦50 and ₦10,000,000')).toBeVisible()
    await expect(guest.getByLabel('Email address')).toHaveValue('guest@example.org')
  })

  await guest.getByRole('textbox', { name: 'Amount' }).fill('2,500')
  await guest.getByRole('button', { name: 'Pay now!' }).click()
  await continueAfterWait(guest)
  await test.step('refuses an unknown card and a declined card', async () => {
    await payWithCard(guest, { number: '4242 4242 4242 4242', cvv: '123' })
    await expect(guest.getByText(/test card/i).first()).toBeVisible()
    await payWithCard(guest, declinedCard)
    await expect(guest.getByText('Declined', { exact: true })).toBeVisible()
  })
  await payWithCard(guest, goodCard)
  await expect(guest).toHaveURL(/\/donations\//)
  await expect(async () => {
    await guest.reload()
    await expect(
      guest.getByRole('heading', { name: 'Thank you! Your donation went through.' }),
    ).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(guest.getByText('₦2,500.00').first()).toBeVisible()
  await expect(guest.getByText(raisedBefore ?? '').first()).toBeVisible()
})
