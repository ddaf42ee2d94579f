import { violations } from './accessible.ts'
import { donateAsGuest, publicCampaign, signIn } from './steps.ts'
import { addCampaign, sampleTitle } from './story-campaign.ts'
import { expect, test } from './story.ts'

const club = 'A chess club for Ilorin'

test('a deletion is refused under a legal hold with its reasons, and leaves evidence for reviewers', async ({
  ajo,
  person,
}) => {
  const owner = await person()
  const reviewer = await person()
  const visitor = await person()
  const { password } = ajo.person('owner')
  const reports = { headers: { origin: ajo.url }, data: {} }
  await signIn(owner, ajo, 'owner')
  await signIn(reviewer, ajo, 'reviewer')

  await test.step('the account stays while its campaigns have money', async () => {
    // Another story may have had all earlier donations paid out.
    const { address } = await publicCampaign(visitor, sampleTitle)
    await visitor.goto(`${address}/donate`)
    await donateAsGuest(visitor)
    await owner.goto('/dashboard/settings')
    await owner.getByRole('tab', { name: 'Security' }).click()
    await owner.getByRole('button', { name: 'Delete my account' }).click()
    const data = owner.getByRole('region', { name: 'Your data' })
    await data.getByLabel('Current Password').fill(password)
    await data.getByRole('button', { name: 'Delete my account permanently' }).click()
    const note = data.getByRole('alert')
    await expect(note).toContainText('Your account can’t be deleted yet')
    await expect(note).toContainText('End it on its page, or wait until it ends.')
    await expect(note).toContainText('it hasn’t been paid out yet')
    await expect(data.getByLabel('Current Password')).toHaveValue(password)
    await owner.reload()
    await expect(owner).toHaveURL(/settings/)
  })

  const { id, slug } = await addCampaign(ajo, club)

  await test.step('a reported campaign stays, and its owner does not learn of the report', async () => {
    await visitor.goto(`/c/${slug}/report`)
    await visitor.getByLabel('What is wrong?').selectOption({ label: 'The information is false' })
    await visitor.getByLabel('Tell us more').fill('There is no such school.')
    await visitor.getByRole('button', { name: 'Send report' }).click()
    await expect(visitor.getByText('Thank you. Our team will review your report.')).toBeVisible()

    await owner.goto(`/dashboard/campaign/${id}`)
    await owner.getByRole('button', { name: 'Delete Campaign' }).click()
    await owner.getByRole('button', { name: 'Delete', exact: true }).click()
    const note = owner.getByRole('alert')
    await expect(note).toContainText('This campaign can’t be deleted yet')
    await expect(note).toContainText('We’re still checking a campaign.')
    await expect(note).not.toContainText(/report/i)
    await expect(note).toBeFocused()
    expect(await violations(owner)).toEqual([])
  })

  await test.step('is deleted after the report was decided', async () => {
    // The sample reviewer approved the campaign, so another one decides.
    const admin = await person()
    await signIn(admin, ajo, 'admin')
    const listed = await admin.request.get('/api/cases')
    const { cases } = (await listed.json()) as { cases: { id: number; campaignId: string }[] }
    const opened = cases.find(({ campaignId }) => campaignId === id)
    const dismissed = await admin.request.post(`/api/cases/${opened?.id}/dismiss`, reports)
    expect(dismissed.status()).toBe(204)
    await owner.getByRole('button', { name: 'Delete Campaign' }).click()
    await owner.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(owner.getByText('Campaign deleted successfully')).toBeVisible()
    // Without donations, no one needs the address.
    expect((await visitor.goto(`/c/${slug}`))?.status()).toBe(404)
  })

  await test.step('a reviewer reads what it contained', async () => {
    await reviewer.goto('/dashboard/reviews')
    await reviewer.getByRole('link', { name: 'Deleted campaigns' }).click()
    await reviewer.getByRole('link', { name: club }).click()
    await expect(reviewer.getByRole('heading', { level: 1, name: club })).toBeVisible()
    await expect(reviewer.getByText('There is no such school.')).toBeVisible()
    const picture = reviewer.getByRole('article').getByRole('img').first()
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() =>
        picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
      )
      .toBeGreaterThan(0)
    expect((await owner.request.get(`/api/evidence/${id}`)).status()).toBe(404)
  })
})
