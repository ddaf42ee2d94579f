import { expectGood } from './accessible.ts'
import { approveItem, inDays, photograph, signIn } from './steps.ts'
import { addCampaign, withDatabase } from './story-campaign.ts'
import { expect, test } from './story.ts'

const phone = { width: 360, height: 780 }

test('an organiser plans a budget and records an expense, and a stranger without JavaScript follows the money to the receipt', async ({
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
  })

  await test.step('the organiser records what was spent of the money that was paid out', async () => {
    await withDatabase(ajo, (client) =>
      client.query(
        `insert into campaign_total (campaign_id, mode, slot, raised_kobo, gross_kobo, reversed_kobo, paid_count, donor_count, paid_out_kobo)
        values ($1, 'sandbox', 0, 100000000, 100000000, 0, 1, 1, 80000000)`,
        [id],
      ),
    )
    await owner.goto(`/dashboard/campaign/${id}`)
    await expect(owner.getByText('₦800,000 of what was paid out is not accounted')).toBeVisible()
    await owner.getByRole('button', { name: 'Record an expense' }).click()
    await owner.getByLabel('Budget line').selectOption('The mill')
    await owner.getByLabel('Amount').fill('900,000')
    await owner.getByLabel('Day').fill(inDays(-1))
    await owner.getByLabel('Who was paid').fill('Oke-Odo Machines')
    await owner.getByLabel('Receipt or invoice').setInputFiles(await photograph('mill.jpg', '#a40'))
    await expect(owner.getByText('mill.webp')).toBeVisible()
    await owner.getByLabel('Visitors may download the document').check()
    await owner.getByRole('button', { name: 'Record expense' }).click()
    await expect(
      owner.getByText(/more than what is left of what was paid out/).first(),
    ).toBeVisible()
    await expectGood(owner, 'the form with an error')
    await owner.getByLabel('Amount').fill('500,000')
    await owner.getByRole('button', { name: 'Record expense' }).click()
    await expect(owner.getByText('The expense is recorded.')).toBeVisible()
    await expect(owner.getByText(/^₦500,000 on .* to Oke-Odo Machines$/)).toBeVisible()
    await expectGood(owner, 'the expenses of the organiser')
  })

  await test.step('a stranger follows the money to the receipt', async () => {
    await stranger.goto(address)
    await expect(stranger.getByText('₦800,000 · 80%')).toBeVisible()
    await expect(stranger.getByText('₦500,000 · 50%')).toBeVisible()
    const row = stranger.getByRole('row', { name: 'The mill' })
    await expect(row.getByRole('cell', { name: '₦500,000' })).toBeVisible()
    await expect(row.getByText('to Oke-Odo Machines')).toBeVisible()
    const downloading = stranger.waitForEvent('download')
    await row.getByRole('link', { name: 'Download mill.webp' }).click()
    expect((await downloading).suggestedFilename()).toBe('mill.webp')
    await owner.goto(address)
    await expectGood(owner, 'the page with an expense')
  })
})
