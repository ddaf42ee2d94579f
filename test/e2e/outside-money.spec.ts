import { expectGood } from './accessible.ts'
import { inDays, photograph, signIn } from './steps.ts'
import { addCampaign } from './story-campaign.ts'
import { makeReviewer, withdrawRole } from './story-roles.ts'
import { expect, test } from './story.ts'

const phone = { width: 360, height: 780 }
const sentence = '₦120,000 received outside Ajo, says the organiser'

test('an organiser records money from outside, a stranger without JavaScript reads its sum, and a reviewer strikes it', async ({
  ajo,
  person,
}) => {
  const { id, address } = await addCampaign(ajo, 'A cold room for the fishers of Epe')
  const dashboard = `/dashboard/campaign/${id}`
  const owner = await person({ viewport: phone })
  const stranger = await person({ viewport: phone, javaScriptEnabled: false })
  const reviewer = await person({ viewport: phone })
  const { email } = ajo.person('donor')

  await stranger.goto(address)
  await expect(stranger.getByText('received outside Ajo')).toHaveCount(0)
  await expect(stranger.locator('.bar-hatched')).toHaveCount(0)

  await test.step('the organiser adds it with a document', async () => {
    await signIn(owner, ajo, 'owner')
    await owner.goto(dashboard)
    const record = owner.getByRole('button', { name: 'Record money received outside Ajo' })
    await record.waitFor()
    await expect(owner.getByRole('heading', { name: 'Received outside Ajo' })).toHaveCount(0)
    await record.click()
    await owner.getByLabel('Amount').fill('120,000')
    await owner.getByLabel('Day').fill(inDays(-2))
    await owner.getByLabel('Where the money came from').fill('Collected at the harvest service')
    await owner.getByRole('button', { name: 'Record amount' }).click()
    await expect(
      owner.getByText('Add a document: it is required above ₦50,000').first(),
    ).toBeVisible()
    await expect(owner.getByLabel('Amount')).toHaveValue('120,000')
    await expectGood(owner, 'the form with an error')
    await owner.getByLabel('Document').setInputFiles(await photograph('list.jpg', '#204080'))
    await expect(owner.getByText('list.webp')).toBeVisible()
    await owner.getByRole('button', { name: 'Record amount' }).click()
    await expect(owner.getByText('The amount is recorded.')).toBeVisible()
    await expect(owner.getByText(/^₦120,000 on /)).toBeVisible()
  })

  await test.step('a stranger reads the sum apart from what was raised', async () => {
    await stranger.goto(address)
    await expect(stranger.getByText(sentence)).toBeVisible()
    await expect(stranger.locator('.bar-hatched')).toBeVisible()
    await expect(stranger.getByText('₦0.00')).toBeVisible()
    await expect(stranger.getByText('harvest')).toHaveCount(0)
    await stranger.goto(`${address}/share`)
    await expect(stranger.getByText('received outside Ajo')).toHaveCount(0)
    await owner.goto(address)
    await expect(owner.getByText(sentence)).toBeVisible()
    await expectGood(owner, 'the page')
  })

  await test.step('a reviewer strikes it, and the organiser reads why', async () => {
    await makeReviewer(ajo, email)
    await signIn(reviewer, ajo, 'donor')
    await reviewer.goto(dashboard)
    await expect(reviewer.getByRole('link', { name: 'Download list.webp' })).toBeVisible()
    await reviewer.getByRole('button', { name: 'Strike' }).click()
    const dialog = reviewer.getByRole('dialog')
    await dialog.getByLabel('Reason for the organiser').fill('The list is of another campaign.')
    await expectGood(reviewer, 'the dialog')
    await dialog.getByRole('button', { name: 'Strike' }).click()
    await expect(reviewer.getByText('The amount is struck.')).toBeVisible()
    await expect(reviewer.getByText('The list is of another campaign.')).toBeVisible()
    await withdrawRole(ajo, email)
    await owner.goto(dashboard)
    await expect(owner.getByText('The list is of another campaign.')).toBeVisible()
    await stranger.goto(address)
    await expect(stranger.getByText('received outside Ajo')).toHaveCount(0)
  })
})
