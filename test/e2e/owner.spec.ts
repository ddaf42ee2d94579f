import type { Page } from '@playwright/test'

import { approveItem, openNewestMail, signIn } from './steps.ts'
import { addCampaign } from './story-campaign.ts'
import { expect, test } from './story.ts'

const room = 'A reading room for Enugu Road'
const ovens = 'Three ovens for the bakers of Aba'

test('an organiser edits text, changes the goal after review, downloads donations and ends a campaign', async ({
  ajo,
  person,
}) => {
  const owner = await person()
  const reviewer = await person()
  const visitor = await person()
  const ngozi = ajo.person('owner')
  await signIn(owner, ajo, 'owner')
  const { address } = await addCampaign(ajo, room)

  await test.step('publishes text edits immediately and shows the earlier version', async () => {
    await openOwn(owner, room)
    await owner.getByRole('link', { name: 'Edit campaign' }).click()
    await owner.getByRole('tab', { name: 'Campaign Information' }).click()
    const description = owner.getByLabel('Description')
    const before = await description.inputValue()
    await description.fill(`${before}\n\nThe shelves have arrived.`)
    await owner.getByRole('button', { name: 'Save changes' }).click()
    await expect(owner.getByText('Your changes are saved.')).toBeVisible()

    await visitor.goto(address)
    await expect(visitor.getByText('The shelves have arrived.').first()).toBeVisible()
    await expect(visitor.getByRole('heading', { name: 'Edits' })).toBeVisible()
    await visitor.getByText('Description, before').first().click()
    await expect(visitor.getByText(before.slice(0, 60)).last()).toBeVisible()
    await visitor.getByRole('link', { name: 'See the campaign before this edit' }).first().click()
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(/^Version \d+ of /)
    await expect(visitor.getByText(/You are reading an earlier version/)).toBeVisible()
    await expect(visitor.getByText(before.slice(0, 60)).first()).toBeVisible()
    await visitor.getByRole('link', { name: 'Later version' }).click()
    await expect(visitor.locator('ins').filter({ hasText: 'shelves' }).first()).toBeVisible()
    await expect(visitor.getByRole('img').first()).toBeVisible()
  })

  await test.step('keeps a changed goal private until it is reviewed', async () => {
    await owner.getByRole('link', { name: 'Edit campaign' }).click()
    await owner.getByRole('tab', { name: 'Campaign Information' }).click()
    await owner.getByLabel('Goal Amount').fill('9999000')
    await owner.getByRole('button', { name: 'Save changes' }).click()
    await expect(owner.getByText(/Waiting for review: Funding goal/)).toBeVisible()
    await visitor.goto(address)
    await expect(visitor.getByText('₦9,999,000.00')).toHaveCount(0)
    await expect(visitor.getByRole('link', { name: 'Donate', exact: true }).first()).toBeVisible()
  })

  await test.step('a reviewer compares old and new goal and approves', async () => {
    await signIn(reviewer, ajo, 'admin')
    await reviewer.goto(`/dashboard/reviews?q=${encodeURIComponent(room)}`)
    const item = reviewer.getByRole('article', { name: room })
    await expect(item.getByText('Change to a public campaign')).toBeVisible()
    await expect(item.locator('del').filter({ hasText: '₦' })).toBeVisible()
    await approveItem(item)
    // The organiser's campaigns of other stories have the same mail.
    await expect(async () => {
      await openNewestMail(owner, ngozi.email, /^The change to your campaign was approved/)
      await expect(owner.getByRole('region', { name: 'Text' })).toContainText(room)
    }).toPass({ timeout: 180_000 })
    await visitor.goto(address)
    await expect(visitor.getByText('₦9,999,000.00').first()).toBeVisible()
    await expect(visitor.getByText('Funding goal, before')).toBeVisible()
  })

  await test.step('shows the history to the organiser', async () => {
    await openOwn(owner, room)
    await owner.getByText('History').click()
    const lines = owner.getByRole('listitem').filter({ hasText: ', by ' })
    await expect(lines.last()).toContainText('Change approved')
    await expect(lines.last()).toContainText('by a reviewer')
    await expect(lines).toHaveCount(5)
  })

  await test.step('ends a campaign, which stays readable without donations', async () => {
    const other = await addCampaign(ajo, ovens)
    await openOwn(owner, ovens)
    await owner.getByRole('button', { name: 'End campaign' }).click()
    const dialog = owner.getByRole('alertdialog', { name: 'End this campaign' })
    await dialog.getByRole('button', { name: 'End campaign' }).click()
    await expect(owner.getByText('Your campaign has ended.')).toBeVisible()
    await expect(owner.getByRole('link', { name: 'Edit campaign' })).toHaveCount(0)

    await visitor.goto(other.address)
    await expect(visitor.getByText('Campaign Ended')).toBeVisible()
    await expect(visitor.getByText('This campaign has ended and no')).toBeVisible()
    await expect(visitor.getByRole('link', { name: 'Donate', exact: true })).toHaveCount(0)
  })
})

async function openOwn(page: Page, title: string) {
  await page.goto('/dashboard/profile')
  const card = page.getByRole('article').filter({ hasText: title })
  // The link of the title covers the picture.
  await card.locator('img').click({ force: true })
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
}
