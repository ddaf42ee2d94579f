import { randomUUID } from 'node:crypto'

import { expectGood } from './accessible.ts'
import {
  continueAfterWait,
  goodCard,
  payWithCard,
  publicCampaign,
  reloadUntil,
  signIn,
  untilThanked,
} from './steps.ts'
import { expect, test } from './story.ts'

const phone = { width: 360, height: 780 }

test('a dispute of a donation that was made without JavaScript is declined with evidence', async ({
  person,
  ajo,
}) => {
  const email = `disputer.${randomUUID().slice(0, 8)}@example.org`
  const donor = await person({ javaScriptEnabled: false, viewport: phone })
  const reviewer = await person({ viewport: phone })

  await test.step('a donor gives, and their bank disputes it', async () => {
    const { address } = await publicCampaign(donor, 'Clean water')
    await donor.goto(`${address}/donate`)
    await donor.getByRole('textbox', { name: 'Amount' }).fill('4,321')
    await donor.getByLabel('Email address').fill(email)
    await donor.getByRole('button', { name: 'Pay now!' }).click()
    await continueAfterWait(donor)
    await payWithCard(donor, goodCard)
    await untilThanked(donor)
    await donor.goto('/sandbox/console')
    await donor
      .getByRole('listitem')
      .filter({ hasText: email })
      .getByRole('button', { name: /^Open a dispute/ })
      .click()
  })

  await signIn(reviewer, ajo, 'reviewer')
  await test.step('a reviewer reads the evidence and declines', async () => {
    const item = reviewer.getByRole('row').filter({ hasText: '₦4,321.00' })
    await reviewer.goto('/dashboard/disputes')
    await reloadUntil(reviewer, '₦4,321.00')
    await expectGood(reviewer, 'the list of disputes')
    await item.first().getByRole('link').click()
    await expect(reviewer.getByText(email)).toBeVisible()
    await expect(reviewer.getByText('Receipt mailed to the donor')).toBeVisible()
    await expectGood(reviewer, 'a dispute')
    const decline = reviewer.getByRole('button', { name: 'Decline with the evidence' })
    await decline.click()
    const dialog = reviewer.getByRole('dialog')
    await dialog.getByLabel('What the bank should read').fill('The donor has a signed receipt.')
    await dialog.getByRole('button', { name: 'Decline with the evidence' }).click()
    await expect(reviewer.getByText('Declined: the donation stays')).toBeVisible()
    await expect(reviewer.getByText('Declined with evidence')).toBeVisible()
    await expect(decline).toHaveCount(0)
  })
})
