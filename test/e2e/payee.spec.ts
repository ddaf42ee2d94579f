import { randomUUID } from 'node:crypto'

import { expectGood, violations } from './accessible.ts'
import { bringDraft, openWizard } from './forms.ts'
import { approveItem, readMailedLink, signIn } from './steps.ts'
import { expect, test } from './story.ts'

const phone = { width: 360, height: 780 }

test('a person confirms without JavaScript that money is for them, before a reviewer approves, and withdraws later', async ({
  person,
  ajo,
}) => {
  const mark = randomUUID().slice(0, 8)
  const title = `Treatment ${mark}`
  const email = `payee.${mark}@example.org`
  const owner = await person({ viewport: phone })
  const payee = await person({ javaScriptEnabled: false, viewport: phone })
  const reviewer = await person({ viewport: phone })
  await signIn(owner, ajo, 'owner')

  await test.step('the organiser names the payee and confirms whose account it is', async () => {
    await bringDraft(owner, title)
    await openWizard(owner)
    await owner.getByLabel('Name', { exact: true }).fill('Ada Obi')
    await owner.getByLabel('Email', { exact: true }).fill('ada@example.org')
    await owner.getByLabel('Phone Number').fill('08012345678')
    await owner.locator('summary', { hasText: 'Bank account' }).click()
    await owner.getByLabel('Bank', { exact: true }).selectOption({ label: 'Guaranty Trust Bank' })
    await owner.getByLabel('Who receives the money?').selectOption('Another person')
    await owner.getByLabel('Name of the person').fill('Adaeze Okafor')
    await owner.getByLabel('Email of the person').fill(email)
    await owner.getByLabel('Account Number').fill('0200000005')
    await expect(owner.getByText('Is this Adaeze Okafor?')).toBeVisible()
    await owner.getByRole('button', { name: 'Submit' }).click()
    await expect(owner.getByText('Please confirm whose account this is.').first()).toBeVisible()
    expect.soft(await violations(owner)).toEqual([])
    await owner.getByRole('checkbox', { name: 'Yes, pay out to this account' }).check()
    await owner.getByRole('button', { name: 'Submit' }).click()
    await owner.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
    await expect(owner).toHaveURL(/\/dashboard\/profile$/)
  })

  const item = reviewer.getByRole('article', { name: title })
  await test.step('a reviewer cannot approve before the answer', async () => {
    await signIn(reviewer, ajo, 'reviewer')
    await reviewer.goto(`/dashboard/reviews?q=${encodeURIComponent(title)}`)
    await expect(item.getByText('Asked, no answer yet')).toBeVisible()
    await approveItem(item)
    await expect(
      reviewer.getByText(/^The person who receives the money has not confirmed it/).first(),
    ).toBeVisible()
  })

  await test.step('the payee reads the campaign and confirms', async () => {
    const mail = { to: email, subject: /^Is this money for you\?/, path: '/payee/' }
    const address = await readMailedLink(owner, mail)
    await owner.goto(address)
    await expectGood(owner, 'the question to the payee')
    await payee.goto(address)
    await expect(payee.getByText(title)).toBeVisible()
    await expect(payee.getByText('number ending 0005')).toBeVisible()
    await payee.getByRole('button', { name: 'Yes, this is right' }).click()
    await expect(payee.getByText(/^Thank you, you confirmed it/)).toBeVisible()
  })

  await test.step('the reviewer approves, and the payee withdraws', async () => {
    await reviewer.goto(`/dashboard/reviews?q=${encodeURIComponent(title)}`)
    await expect(item.getByText('Confirmed by the person')).toBeVisible()
    await approveItem(item)
    await expect(reviewer.getByText(`${title} is approved and live.`)).toBeVisible({
      timeout: 30_000,
    })
    await payee.getByRole('button', { name: 'Withdraw my answer' }).click()
    await expect(payee.getByText(/^You withdrew your answer/)).toBeVisible()
    await reviewer.goto('/dashboard/cases')
    await expect(reviewer.getByText(title).first()).toBeVisible()
  })
})
