import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { openNewestMail, publicCampaign, signIn } from './steps.ts'
import { expect, test } from './story.ts'

const room = 'A reading room for the children of Nsukka'
const machines = 'Twenty sewing machines for young women in Aba'

test('an owner’s day: words at once, terms by a reviewer, the money, and the end', async ({
  ajo,
  person,
}) => {
  const owner = await person()
  const reviewer = await person()
  const visitor = await person()
  const ngozi = ajo.person('owner')
  await signIn(owner, ajo, 'owner')
  const { address } = await publicCampaign(visitor, room)

  await test.step('edits the words of an approved campaign, and everybody reads what they were', async () => {
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
    await expect(visitor.getByRole('heading', { name: 'What was changed' })).toBeVisible()
    await visitor.getByText('Description, before').click()
    await expect(visitor.getByText(before.slice(0, 60)).last()).toBeVisible()
  })

  await test.step('asks for another goal, which waits for a reviewer', async () => {
    await owner.getByRole('link', { name: 'Edit campaign' }).click()
    await owner.getByRole('tab', { name: 'Campaign Information' }).click()
    await owner.getByLabel('Goal Amount').fill('9999000')
    await owner.getByRole('button', { name: 'Save changes' }).click()
    await expect(owner.getByText(/A change waits for a reviewer: Funding goal/)).toBeVisible()
    await visitor.goto(address)
    await expect(visitor.getByText('₦9,999,000.00')).toHaveCount(0)
    await expect(visitor.getByRole('link', { name: 'Donate' }).first()).toBeVisible()
  })

  await test.step('which a reviewer reads side by side, and approves', async () => {
    await signIn(reviewer, ajo, 'admin')
    await reviewer.goto('/dashboard/reviews')
    const item = reviewer.getByRole('article', { name: room })
    await expect(item.getByText('Change of a public campaign')).toBeVisible()
    await expect(item.getByText(/^Before: ₦/)).toBeVisible()
    await item.getByRole('button', { name: 'Approve' }).click()
    await openNewestMail(owner, ngozi.email, /^The change of your campaign was approved/)
    await visitor.goto(address)
    await expect(visitor.getByText('₦9,999,000.00').first()).toBeVisible()
    await expect(visitor.getByText('Funding goal, before')).toBeVisible()
  })

  await test.step('reads what was done', async () => {
    await openOwn(owner, room)
    await owner.getByText('History').click()
    const lines = owner.getByRole('listitem').filter({ hasText: ', by ' })
    await expect(lines.last()).toContainText('The change was approved')
    await expect(lines.last()).toContainText('by a reviewer')
    await expect(lines).toHaveCount(5)
  })

  await test.step('sees the gifts, and takes them along', async () => {
    await owner.goto('/dashboard/transactions')
    await expect(owner.getByRole('row').filter({ hasText: room }).first()).toBeVisible()
    await openOwn(owner, room)
    await owner.getByRole('link', { name: 'Money of this campaign' }).click()
    const downloading = owner.waitForEvent('download')
    await owner.getByRole('link', { name: 'Download as CSV' }).click()
    const csv = await readFile(await (await downloading).path(), 'utf8')
    expect(csv.split('\n').length).toBeGreaterThan(3)
  })

  await test.step('ends a campaign, which takes no gifts and stays readable', async () => {
    const other = await publicCampaign(visitor, machines)
    await openOwn(owner, machines)
    await owner.getByRole('button', { name: 'End campaign' }).click()
    const dialog = owner.getByRole('alertdialog', { name: 'End this campaign' })
    await dialog.getByRole('button', { name: 'End campaign' }).click()
    await expect(owner.getByText('Your campaign has ended.')).toBeVisible()
    await expect(owner.getByRole('link', { name: 'Edit campaign' })).toHaveCount(0)

    await visitor.goto(other.address)
    await expect(visitor.getByText('Campaign Ended')).toBeVisible()
    await expect(visitor.getByText('This campaign has ended. Thank you')).toBeVisible()
    await expect(visitor.getByRole('link', { name: 'Donate' })).toHaveCount(0)
  })
})

async function openOwn(page: Page, title: string) {
  await page.goto('/dashboard/profile')
  await page.getByRole('link', { name: `View Project: ${title}` }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
}
