import { randomUUID } from 'node:crypto'

import { expectGoodInBoth } from './accessible.ts'
import { continueAfterWait, goodCard, payWithCard, publicCampaign } from './steps.ts'
import { expect, test } from './story.ts'

const phone = { width: 360, height: 780 }

test('a friend gets a personal link without JavaScript, and a donation through it is credited to it', async ({
  person,
}) => {
  const friend = await person({ javaScriptEnabled: false, viewport: phone })
  const donor = await person({ viewport: phone })
  const { address } = await publicCampaign(friend)

  await friend.goto(address)
  await friend.getByRole('link', { name: 'Messages, pictures and posters' }).click()
  await expect(friend.getByRole('heading', { name: 'Share kit' })).toBeVisible()
  await friend.getByRole('button', { name: 'Get a personal link' }).click()
  await expect(friend.getByText('No donation has come through your link yet.')).toBeVisible()
  const link = friend.getByText(new RegExp(`^http[^ ]*${address}/[a-z2-9]{8}$`))
  const shared = (await link.filter({ visible: true }).textContent()) ?? ''

  await expectGoodInBoth(donor, friend.url())

  await donor.goto(new URL(shared).pathname)
  await donor.getByRole('link', { name: 'Donate', exact: true }).click()
  await donor.getByRole('textbox', { name: 'Amount' }).fill('2500')
  await donor.getByLabel('Email address').fill(`friend.${randomUUID().slice(0, 8)}@example.org`)
  await donor.getByRole('button', { name: 'Pay now!' }).click()
  await continueAfterWait(donor)
  await payWithCard(donor, goodCard)
  const heading = donor.getByRole('heading', { name: /^Thank you!/ })
  await expect(heading).toBeVisible({ timeout: 30_000 })
  await donor.getByText('Open my personal link').first().click()
  await expect(donor.getByRole('button', { name: 'Open my personal link' })).toBeVisible()

  await friend.reload()
  await expect(friend.getByText('1 person gave through your link.')).toBeVisible()
})
