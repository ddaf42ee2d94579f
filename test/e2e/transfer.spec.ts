import { randomUUID } from 'node:crypto'

import { expectGood } from './accessible.ts'
import { readMailedLink, reloadUntil, signIn } from './steps.ts'
import { addCampaign, withDatabase } from './story-campaign.ts'
import { expect, test } from './story.ts'

const phone = { width: 360, height: 780 }

test('a transfer to a campaign’s account number becomes a donation, and its sender gets the receipt without JavaScript', async ({
  person,
  ajo,
}) => {
  const email = `sender.${randomUUID().slice(0, 8)}@example.org`
  const donor = await person({ javaScriptEnabled: false, viewport: phone })
  const owner = await person({ viewport: phone })
  const { id, address } = await addCampaign(ajo, 'Seeds for the farmers of Zuru')
  // The job asks for numbers of campaigns that were approved in the last days.
  await withDatabase(ajo, (client) =>
    client.query('update campaign_history set at = now() where campaign_id = $1', [id]),
  )

  const accountNumber = await test.step('the campaign gets an account number', async () => {
    await donor.goto(`${address}/donate`)
    await reloadUntil(donor, 'Transfer from your bank app')
    const number = donor.getByText(/^98\d{8}$/)
    await expect(number).toBeVisible()
    return number.innerText()
  })

  await test.step('the donor’s bank sends a transfer', async () => {
    await donor.goto('/sandbox/console')
    await donor.getByLabel('Account number').fill(accountNumber)
    await donor.getByLabel('Amount (₦)').fill('7350')
    await donor.getByLabel('Name of the sender').fill('AMINA BELLO')
    await donor.getByLabel('Last 4 digits of the sender’s account').fill('4821')
    await donor.getByRole('button', { name: 'Send a transfer' }).click()
    await expect(donor.getByText('₦7,350.00').first()).toBeVisible()
    await donor.goto(address)
    await reloadUntil(donor, '₦7,350')
    await expect(donor.getByText('₦7,350').first()).toBeVisible()
  })

  await test.step('the sender claims the receipt by a link', async () => {
    await donor.goto(`${address}/donate`)
    await donor.getByRole('link', { name: 'Sent a transfer? Get your receipt' }).click()
    await donor.getByLabel('Amount that you sent (₦)').fill('7350')
    await donor.getByLabel('Last 4 digits of the account that you sent it from').fill('48')
    await donor.getByLabel('Email address').fill(email)
    await donor.getByRole('button', { name: 'Email me the link' }).click()
    const digits = donor.getByLabel('Last 4 digits of the account that you sent it from')
    await expect(digits).toHaveAttribute('aria-invalid', 'true')
    await expect(donor.getByLabel('Email address')).toHaveValue(email)
    await digits.fill('4821')
    await donor.getByRole('button', { name: 'Email me the link' }).click()
    await expect(donor.getByText(/^If we have the transfer/)).toBeVisible()
    const path = '/claim-transfer/'
    await donor.goto(await readMailedLink(donor, { to: email, subject: /./, path }))
    await donor.getByRole('button', { name: 'This transfer is mine' }).click()
    await expect(donor).toHaveURL(/\/donations\//)
    await expect(donor.getByText('₦7,350.00').first()).toBeVisible()
  })

  await test.step('the organiser sees the sender', async () => {
    await signIn(owner, ajo, 'owner')
    await owner.goto(`${address}/donate`)
    await expectGood(owner, 'the form with an account number')
    await owner.goto(`/dashboard/campaign/${id}/money`)
    await expect(owner.getByText('AMINA BELLO').first()).toBeVisible()
  })
})
