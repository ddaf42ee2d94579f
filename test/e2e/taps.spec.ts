import { goodCard, payWithCard, signIn } from './steps.ts'
import { addCampaign, withDatabase } from './story-campaign.ts'
import { expect, test } from './story.ts'

const phone = { width: 360, height: 740 }

test('the main jobs take few presses on a phone', async ({ ajo, person }) => {
  const { id, address, title } = await addCampaign(ajo, 'A ferry for the pupils of Epe')
  // Other stories of the worker may have filled the first page of the organiser's list with campaigns of the same time.
  await withDatabase(ajo, (client) =>
    client.query('update campaign set created_at = now() where id = $1', [id]),
  )

  await test.step('a guest gives ₦5,000 from a shared link with 3 presses before the payment, and 2 fields', async () => {
    const guest = await person({ viewport: phone })
    await guest.goto(address)
    await guest.getByRole('link', { name: 'Donate', exact: true }).first().click()
    const required = guest.getByRole('main').locator('input[required]:visible')
    await expect(guest.getByRole('button', { name: /^Pay now!/ })).toBeInViewport()
    expect(await required.count()).toBeLessThanOrEqual(2)
    await guest.getByText('₦5,000', { exact: true }).first().click()
    await guest.getByLabel('Email address').fill('taps@example.org')
    await guest.getByRole('button', { name: /^Pay now!/ }).click()
    const ways = await guest.getByRole('navigation', { name: 'Ways to pay' }).boundingBox()
    expect(ways?.height, 'the ways to pay are one row').toBeLessThan(60)
    await payWithCard(guest, goodCard)
    await expect(guest.getByRole('heading', { name: /^Thank you!/ })).toBeVisible()
  })

  await test.step('an organiser posts an update with 3 presses from the dashboard', async () => {
    const owner = await person({ viewport: phone })
    await signIn(owner, ajo, 'owner')
    await owner.goto('/dashboard/profile')
    await owner.getByRole('link', { name: title }).first().click()
    await expect(owner.getByRole('main'), 'the link is gone with its page').toBeFocused()
    const low = await owner.evaluate<string[]>(lowTargets)
    expect(low, 'links and summaries are as tall as a thumb').toEqual([])
    await owner.getByRole('link', { name: 'Post an update' }).first().click()
    await owner.getByLabel('Heading').fill('The ferry is ordered')
    await owner.getByLabel('What happened?').fill('The yard of Epe builds it until May.')
    await owner.getByRole('button', { name: 'Publish update' }).click()
    await expect(owner.getByText(/^Your update is published/)).toBeVisible()
    const link = owner.getByRole('link', { name: 'Share on WhatsApp' }).first()
    await expect(link).toHaveAttribute('href', /wa\.me\/\?text=\*The%20ferry%20is%20ordered\*/)
  })
})

const lowTargets = `[...document.querySelectorAll('main summary, main .tap')]
  .filter((each) => each.checkVisibility() && each.offsetHeight < 44)
  .map((each) => each.textContent)`
