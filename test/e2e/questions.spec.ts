import { expectGood, expectGoodInBoth } from './accessible.ts'
import { openNewestMail, signIn } from './steps.ts'
import { addCampaign } from './story-campaign.ts'
import { expect, test } from './story.ts'

const phone = { width: 360, height: 780 }
const asker = 'ngozi.asks@example.com'

test('a visitor without JavaScript asks, confirms, and reads the answer of an organiser whose address stays hidden', async ({
  ajo,
  person,
}) => {
  const { address } = await addCampaign(ajo, 'A borehole for the clinic of Wukari')
  const visitor = await person({ javaScriptEnabled: false, viewport: phone })
  const owner = await person({ viewport: phone })
  const organiser = ajo.person('owner').email

  await visitor.goto(address)
  await visitor.getByRole('link', { name: 'Ask the organiser' }).click()
  await visitor.getByLabel('Your name').fill('Ngozi')
  await visitor.getByLabel('Your email').fill(asker)
  await visitor.getByLabel('Your question').fill('Who drills it? Call me on 0803 123 4567.')
  await visitor.getByRole('button', { name: 'Send question' }).click()
  await expect(visitor.getByLabel('Your question')).toHaveAttribute('aria-invalid', 'true')
  await expect(visitor.getByLabel('Your question')).toHaveValue(/Who drills it/)
  await expect(visitor.getByLabel('Your name')).toHaveValue('Ngozi')
  await visitor.getByLabel('Your question').fill('Who drills the borehole?')
  await visitor.getByRole('button', { name: 'Send question' }).click()
  await expect(visitor.getByText(/Open the link we emailed you/)).toBeVisible()

  await openNewestMail(visitor, asker, /^Confirm your question/)
  const mails = [await visitor.content()]
  await visitor.getByRole('link', { name: /confirm-question/ }).click()
  await visitor.getByRole('button', { name: 'Send my question' }).click()
  await expect(visitor.getByText(/^Question sent/)).toBeVisible()

  await signIn(owner, ajo, 'owner')
  await openNewestMail(owner, organiser, /^A question about/)
  expect(await owner.content()).not.toContain(asker)
  await owner.getByRole('link', { name: /questions$/ }).click()
  await expect(owner.getByText('Who drills the borehole?')).toBeVisible()
  expect(await owner.content()).not.toContain(asker)
  await owner.getByRole('button', { name: 'Send answer' }).click()
  await expect(owner.getByLabel('Your answer')).toHaveAttribute('aria-invalid', 'true')
  await expectGood(owner, 'questions with an error')
  await owner.getByLabel('Your answer').fill('The drillers of Wukari, in May.')
  await owner.getByRole('button', { name: 'Send answer' }).click()
  await expect(owner.getByText('You answered:')).toBeVisible()
  await expectGoodInBoth(owner, owner.url())
  await openNewestMail(visitor, asker, /^Answer to your question/)
  await expect(visitor.getByText('The drillers of Wukari, in May.').first()).toBeVisible()
  mails.push(await visitor.content())
  for (const mail of mails) expect(mail).not.toContain(organiser)
})
