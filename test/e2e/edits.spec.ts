import type { Page } from '@playwright/test'

import { photograph, signIn } from './steps.ts'
import { addCampaign } from './story-campaign.ts'
import { expect, test } from './story.ts'

const wallet = 'Pay into my wallet bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq, not on this page.'

test('a swapped story and picture wait while the approved ones stay public, and a reviewer rejects them', async ({
  ajo,
  person,
}) => {
  const owner = await person()
  const reviewer = await person()
  const visitor = await person({ javaScriptEnabled: false })
  await signIn(owner, ajo, 'owner')
  const { id, address, title } = await addCampaign(ajo, 'A library for the children of Awka')
  const story = await readStory(owner, id)

  await test.step('the swapped story and picture wait', async () => {
    await owner.goto(`/dashboard/campaign/${id}/edit`)
    await owner.getByLabel('Campaign Title').waitFor()
    await expect(owner.getByText(/New photos, links or numbers, larger rewrites/)).toBeVisible()
    await owner.getByRole('tab', { name: 'Campaign Information' }).click()
    await owner.getByLabel('Description').fill(wallet)
    await owner
      .getByLabel('Images', { exact: true })
      .setInputFiles(await photograph('qr.jpg', '#204080'))
    await owner.getByRole('button', { name: 'Remove photo 3' }).waitFor()
    await owner.getByRole('button', { name: 'Save changes' }).click()
    await expect(owner.getByText(/^Your changes are saved and wait/)).toBeVisible()
    await expect(owner.getByText(/Waiting for review: Description, Photos/)).toBeVisible()

    await visitor.goto(address)
    await expect(visitor.getByText(story.slice(0, 60)).first()).toBeVisible()
    await expect(visitor.getByText('wallet')).toHaveCount(0)
    await expect(visitor.getByRole('link', { name: 'Donate', exact: true }).first()).toBeVisible()
  })

  await test.step('a reviewer sees what would change, and rejects it', async () => {
    await signIn(reviewer, ajo, 'admin')
    await reviewer.goto(`/dashboard/reviews?q=${encodeURIComponent(title)}`)
    const item = reviewer.getByRole('article', { name: title })
    await expect(item.locator('ins').filter({ hasText: 'wallet' }).first()).toBeVisible()
    await expect(item.getByText('Photos after')).toBeVisible()
    await item.getByRole('button', { name: 'Reject', exact: true }).click()
    const dialog = reviewer.getByRole('dialog')
    await dialog.getByLabel('Reason').selectOption('forbidden')
    await dialog.getByLabel('Explanation').fill('Donations go through Ajo only.')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(item).toHaveCount(0)
  })
})

async function readStory(page: Page, id: string): Promise<string> {
  const answer = await page.request.get(`/api/campaigns/${id}`)
  const { campaign } = (await answer.json()) as { campaign: { description: string } }
  return campaign.description
}
