import { expectGood } from './accessible.ts'
import { confirmAccount } from './forms.ts'
import { waitForMail, readMailedLink, signIn } from './steps.ts'
import { addCampaign } from './story-campaign.ts'
import { expect, test } from './story.ts'

const phone = { width: 360, height: 780 }

test('a treasurer accepts an invitation and confirms a change of the payee', async ({
  ajo,
  person,
}) => {
  const { id, title, address } = await addCampaign(ajo, 'A grain store for Zaria')
  const people = `/dashboard/campaign/${id}/people`
  const owner = await person({ viewport: phone })
  const treasurer = await person({ viewport: phone })
  const stranger = await person({ viewport: phone, javaScriptEnabled: false })
  const invited = ajo.person('donor')

  await test.step('the organiser invites a treasurer', async () => {
    await stranger.goto(address)
    await expect(stranger.getByText('look after the money')).toHaveCount(0)
    await signIn(owner, ajo, 'owner')
    await owner.goto(`/dashboard/campaign/${id}`)
    await owner.getByRole('link', { name: 'Who looks after the campaign' }).click()
    await owner.getByRole('button', { name: 'Send invitation' }).click()
    await expect(owner.getByText('Invalid email address').first()).toBeVisible()
    await expectGood(owner, 'the invitation with an error')
    await owner.getByLabel('Email address').fill(invited.email)
    await owner.getByRole('button', { name: 'Send invitation' }).click()
    await expect(owner.getByText('Treasurer, invited')).toBeVisible()
  })

  await test.step('the treasurer logs in by the link of the mail and accepts', async () => {
    const path = '/dashboard/invitations/'
    const mail = { to: invited.email, subject: /look after the money/, path }
    await signIn(treasurer, ajo, 'donor')
    await treasurer.goto(await readMailedLink(treasurer, mail))
    await expect(treasurer.getByText(title)).toBeVisible()
    await expectGood(treasurer, 'the invitation')
    await treasurer.getByRole('button', { name: 'Accept' }).click()
    await expect(treasurer.getByText('You now look after this campaign.')).toBeVisible()
    await stranger.goto(address)
    await expect(stranger.getByText('2 people look after the money.')).toBeVisible()
  })

  await test.step('the organiser asks for another payee, and nothing changes', async () => {
    await owner.goto(`/dashboard/campaign/${id}/edit`)
    await owner.getByRole('tab', { name: 'Contact Information' }).click()
    await owner.locator('summary', { hasText: 'Bank account' }).click()
    await owner.getByLabel('Account Number').fill('0123456788')
    await confirmAccount(owner)
    await owner.getByLabel('Current Password').fill(ajo.person('owner').password)
    await owner.getByRole('button', { name: 'Save changes' }).click()
    await expect(
      owner.getByText('Another person who looks after the money must confirm this.').first(),
    ).toBeVisible()
    await owner.goto(people)
    await expect(owner.getByText('account ending 6788')).toBeVisible()
    await expect(owner.getByRole('button', { name: 'Confirm' })).toHaveCount(0)
  })

  await test.step('the treasurer confirms it with the password', async () => {
    await waitForMail(treasurer, invited.email, /Please confirm or decline/)
    await treasurer.goto(people)
    await expect(treasurer.getByText('account ending 6788')).toBeVisible()
    await expectGood(treasurer, 'the request as the treasurer')
    await treasurer.getByRole('button', { name: 'Confirm' }).click()
    const dialog = treasurer.getByRole('dialog')
    await dialog.getByLabel('Current password').fill(invited.password)
    await expectGood(treasurer, 'the confirmation')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(treasurer.getByText('Confirmed.')).toBeVisible()
    await owner.goto(`/dashboard/campaign/${id}`)
    await expect(owner.getByText(/^Waiting for review: Bank account/)).toBeVisible()
  })

  await test.step('the treasurer finds the campaign in the profile and leaves it', async () => {
    await treasurer.goto('/dashboard/profile')
    await treasurer.getByRole('link', { name: title }).click()
    await expect(treasurer.getByText('You are a treasurer of this campaign.')).toBeVisible()
    await treasurer.getByRole('link', { name: 'Donations and payouts' }).click()
    await expect(treasurer.getByRole('heading', { name: 'Donations and payouts' })).toBeVisible()
    await treasurer.goto(people)
    await treasurer.getByRole('button', { name: 'Leave the campaign' }).click()
    const dialog = treasurer.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Leave the campaign' }).click()
    await expect(treasurer.getByText('You left the campaign.')).toBeVisible()
    await stranger.goto(address)
    await expect(stranger.getByText('look after the money')).toHaveCount(0)
    await owner.goto(people)
    await expect(owner.getByText(/^A treasurer left\. Until/)).toBeVisible()
  })
})
