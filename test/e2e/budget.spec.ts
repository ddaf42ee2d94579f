import { beside320, expectGood } from './accessible.ts'
import { approveItem, signIn } from './steps.ts'
import { addCampaign } from './story-campaign.ts'
import { expect, test } from './story.ts'

const phone = { width: 360, height: 780 }

test('an organiser plans a budget, a reviewer approves it, and a stranger without JavaScript reads its lines', async ({
  ajo,
  person,
}) => {
  const { id, address, title } = await addCampaign(ajo, 'A mill for the farmers of Oke-Odo')
  const owner = await person({ viewport: phone })
  const reviewer = await person()
  const stranger = await person({ viewport: phone, javaScriptEnabled: false })
  await stranger.goto(address)
  await expect(stranger.getByRole('heading', { name: 'Budget' })).toHaveCount(0)

  await test.step('the lines must add up to the goal', async () => {
    await signIn(owner, ajo, 'owner')
    await owner.goto(`/dashboard/campaign/${id}/edit`)
    await owner.getByLabel('Campaign Title').waitFor()
    await owner.getByRole('tab', { name: 'Campaign Information' }).click()
    await expect(owner.getByLabel('Line 1: what for')).toBeHidden()
    await owner.getByText('Budget (optional)').first().click()
    const lines = ['The mill', 'Transport', 'A roof above it']
    for (const [index, line] of lines.entries()) {
      await owner.getByLabel(`Line ${index + 1}: what for`).fill(line)
      await owner.getByLabel(`Line ${index + 1}: amount`).fill('700000')
    }
    await owner.getByLabel('Line 3: amount').fill('600000')
    await expect(owner.getByText('Together ₦2,000,000 of ₦2,100,000')).toBeVisible()
    await owner.getByRole('button', { name: 'Save changes' }).click()
    const problem = owner.locator('form').getByText('The lines of the budget must add up')
    await expect(problem).toBeVisible()
    await expect(owner.getByLabel('Line 1: what for')).toBeFocused()
    await expectGood(owner, 'the budget with an error')
    await owner.getByLabel('Line 3: amount').fill('700000')
    await expect(problem).toHaveCount(0)
    await owner.getByRole('button', { name: 'Save changes' }).click()
    await expect(owner.getByText(/^Your changes are saved and wait/)).toBeVisible()
  })

  await test.step('a reviewer sees it, and approves it', async () => {
    await signIn(reviewer, ajo, 'admin')
    await reviewer.goto(`/dashboard/reviews?q=${encodeURIComponent(title)}`)
    const item = reviewer.getByRole('article', { name: title })
    await expect(item.getByText('The mill: ₦700,000')).toBeVisible()
    await approveItem(item)
    await expect(item).toHaveCount(0)
  })

  await test.step('a stranger reads it', async () => {
    await stranger.goto(address)
    const row = stranger.getByRole('row', { name: 'A roof above it' })
    await expect(row.getByRole('cell', { name: '₦700,000' })).toBeVisible()
    await owner.goto(address)
    await expectGood(owner, 'the campaign page')
    expect(await beside320(owner)).toBeLessThanOrEqual(0)
  })
})
