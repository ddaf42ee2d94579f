import type { Page } from '@playwright/test'

import { waitForMail, publicCampaign, signIn } from './steps.ts'
import { makeReviewer, withdrawRole } from './story-roles.ts'
import { expect, test } from './story.ts'

const machines = 'Twenty sewing machines for young women in Aba'
const explanation = 'The photos show machines of another project.'

test('a reported campaign is taken down, and another reviewer withdraws that after an appeal', async ({
  ajo,
  person,
}) => {
  const visitor = await person({ javaScriptEnabled: false })
  const owner = await person()
  const first = await person()
  const second = await person()
  const reviewers = { approver: await person(), first, second }
  const { id, slug, address } = await publicCampaign(visitor, machines)

  await test.step('a visitor reports it and gets a report number', async () => {
    await visitor.goto(`${address}/report`)
    await visitor.getByLabel('What is wrong?').selectOption({ label: 'It looks like a scam' })
    await visitor.getByLabel('Tell us more').fill('I know these photos from another project.')
    await visitor.getByRole('button', { name: 'Send report' }).click()
    await expect(visitor.getByText('Your report number:')).toBeVisible()
    await expect(visitor.getByText(/R-[\dA-Z]{4}-[\dA-Z]{4}/)).toBeVisible()
  })

  await test.step('the reviewer who approved it cannot handle the report', async () => {
    await signIn(reviewers.approver, ajo, 'reviewer')
    await reviewers.approver.goto(`/dashboard/cases?q=${encodeURIComponent(machines)}`)
    const card = reviewers.approver.getByRole('article', { name: machines })
    await expect(card.getByText(/Another reviewer has to handle this: you approved/)).toBeVisible()
    await expect(card.getByRole('button', { name: 'Take down' })).toHaveCount(0)
  })

  await test.step('another reviewer takes it down', async () => {
    await signIn(first, ajo, 'admin')
    await first.goto(`/dashboard/cases?q=${encodeURIComponent(machines)}`)
    const card = first.getByRole('article', { name: machines })
    await card.getByRole('button', { name: 'Take down' }).click()
    const dialog = first.getByRole('dialog', { name: 'Take this campaign down' })
    await dialog.getByLabel('Ground').selectOption({ label: 'Fraud' })
    await dialog.getByLabel('Explanation for everyone').fill(explanation)
    await dialog.getByLabel('Reason', { exact: true }).fill('Please send us your own photos.')
    await dialog.getByRole('button', { name: 'Take down' }).click()
    await expect(first.getByText(`${machines} is taken down.`)).toBeVisible()
  })

  await test.step('every public address answers 410 with the reason', async () => {
    for (const path of ['', '/donate', '/report', '/versions/1']) {
      const answer = await visitor.goto(`${address}${path}`)
      expect([path, answer?.status()]).toEqual([path, 410])
      await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(
        'This campaign was taken down',
      )
      await expect(visitor.getByText(explanation)).toBeVisible()
    }
    for (const path of [`/api/campaigns/${id}`, `/api/campaigns/by-slug/${slug}`, `/share/${id}`])
      expect([path, (await visitor.request.get(path)).status()]).toEqual([path, 410])
    await visitor.goto(address)
    await visitor.getByRole('link', { name: 'Public ledger of this campaign' }).click()
    await expect(visitor).toHaveURL(`${address}/ledger`)
    await expect(visitor.getByRole('table').first()).toBeVisible()
  })

  await test.step('the organiser reads the statement of reasons and appeals', async () => {
    await signIn(owner, ajo, 'owner')
    await waitForMail(owner, ajo.person('owner').email, /^Your campaign was taken down/)
    await owner.goto(`/dashboard/campaign/${id}`)
    const statement = owner.getByRole('region', { name: 'Your campaign was taken down' })
    await expect(statement.getByText(explanation)).toBeVisible()
    await expect(statement.getByText('Please send us your own photos.')).toBeVisible()
    await statement
      .getByLabel('Why is the decision wrong?')
      .fill('The other project is also ours. Its page names us.')
    await statement.getByRole('button', { name: 'Send appeal' }).click()
    await expect(owner.getByText('Appeal sent.')).toBeVisible()
    await expect(owner.getByText(/^You appealed/)).toBeVisible()
    await expect(owner.getByRole('button', { name: 'Send appeal' })).toHaveCount(0)
  })

  await test.step('neither the first reviewer nor the approver can decide the appeal', async () => {
    for (const [page, why] of [
      [first, 'you made this decision'],
      [reviewers.approver, 'you approved this campaign'],
    ] as const) {
      const appeal = await openAppeal(page)
      await expect(appeal.getByText(why)).toBeVisible()
      await expect(appeal.getByRole('button')).toHaveCount(0)
    }
  })

  await test.step('a third reviewer withdraws the takedown', async () => {
    await makeReviewer(ajo, ajo.person('donor').email)
    await signIn(second, ajo, 'donor')
    const appeal = await openAppeal(second)
    await appeal.getByRole('button', { name: 'Withdraw the decision' }).click()
    const dialog = second.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('The page of the other project names the organiser.')
    await dialog.getByRole('button', { name: 'Withdraw the decision' }).click()
    await expect(second.getByText(`The decision about ${machines} is withdrawn.`)).toBeVisible()
    await withdrawRole(ajo, ajo.person('donor').email)
  })

  await test.step('the campaign is public again, and its organiser knows', async () => {
    expect((await visitor.goto(address))?.status()).toBe(200)
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(machines)
    await expect(visitor.getByRole('link', { name: 'Donate', exact: true }).first()).toBeVisible()
    await waitForMail(owner, ajo.person('owner').email, /^Your appeal/)
  })
})

async function openAppeal(page: Page) {
  await page.goto(`/dashboard/cases?tab=appeals&q=${encodeURIComponent(machines)}`)
  return page.getByRole('article', { name: machines })
}
