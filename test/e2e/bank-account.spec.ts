import { violations } from './accessible.ts'
import { openNewestMail, signIn } from './steps.ts'
import { addCampaign } from './story-campaign.ts'
import { expect, test } from './story.ts'
import { turnOffTwoFactor, turnOnTwoFactor } from './two-factor.ts'

const phone = { width: 360, height: 780 }

test('a new bank account needs a fresh code, is mailed to the organiser, and waits for a reviewer', async ({
  person,
  ajo,
}) => {
  const { email, password } = ajo.person('owner')
  const owner = await person({ viewport: phone })
  await signIn(owner, ajo, 'owner')
  const { id, title } = await addCampaign(ajo, 'A generator for the clinic of Gboko')
  const [code = '', lastCode = ''] = await turnOnTwoFactor(owner, password)
  const account = owner.getByLabel('Account Number')
  const proof = owner.getByLabel('6-digit code (or a recovery code)')

  await test.step('a wrong code is refused, and nothing that was typed is lost', async () => {
    await owner.goto(`/dashboard/campaign/${id}/edit`)
    await owner.getByRole('tab', { name: 'Contact Information' }).click()
    await owner.locator('summary', { hasText: 'Bank account' }).click()
    await account.fill('0000000001')
    await owner.getByLabel('Current Password').fill(password)
    await proof.fill('000000')
    const confirmed = owner.getByRole('checkbox', { name: 'Yes, pay out to this account' })
    await confirmed.check()
    expect.soft(await violations(owner)).toEqual([])
    await owner.getByRole('button', { name: 'Save changes' }).click()
    await expect(owner.getByText(/^Incorrect code/).first()).toBeVisible()
    await expect(account).toHaveValue('0000000001')
    await expect(confirmed).toBeChecked()
  })

  await test.step('the right code asks for the account, which a mail says', async () => {
    await proof.fill(code)
    await owner.getByRole('button', { name: 'Save changes' }).click()
    await expect(owner.getByText(/^Your changes are saved and wait/)).toBeVisible()
    await openNewestMail(owner, email, /^A new bank account for your campaign/)
    await expect(owner.getByText(title).first()).toBeVisible()
    await expect(owner.getByText(/0001/).first()).toBeVisible()
  })

  await turnOffTwoFactor(owner, { password, code: lastCode })
  await expect(owner).toHaveURL(/\/login$/)
})
