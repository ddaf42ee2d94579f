import { jpeg } from '#test/support/campaigns/image-files.ts'

import { expectGood, expectGoodInBoth, violations } from './accessible.ts'
import {
  continueAfterWait,
  goodCard,
  listMails,
  openNewestMail,
  payWithCard,
  publicCampaign,
  readMailedLink,
  signIn,
  untilHydrated,
} from './steps.ts'
import { addCampaign } from './story-campaign.ts'
import { expect, test } from './story.ts'

const phone = { width: 360, height: 780 }

test('the sample data shows an update, and words of support with their answer, without JavaScript', async ({
  person,
}) => {
  const visitor = await person({ javaScriptEnabled: false, viewport: phone })
  await visitor.goto((await publicCampaign(visitor, 'Kagoro')).address)
  await expect(visitor.getByText('The timber has arrived')).toBeVisible()
  await expect(visitor.getByText(/The children have read your words aloud/)).toBeVisible()
})

test('an update reaches visitors without JavaScript and the donor who agreed, and is edited and hidden', async ({
  ajo,
  person,
}) => {
  const { address, title } = await addCampaign(ajo, 'A cold store for the market of Jos')
  const donor = await person({ viewport: phone })
  const owner = await person({ viewport: phone })
  const visitor = await person({ javaScriptEnabled: false, viewport: phone })
  const reader = 'reader@example.org'

  await signIn(donor, ajo, 'donor')
  await donor.goto(`${address}/donate`)
  await donor.getByRole('textbox', { name: 'Amount' }).fill('5000')
  await donor.getByText('How you appear').click()
  await donor.getByLabel(/^Email me updates/).check()
  await donor.getByRole('button', { name: 'Pay now!' }).click()
  await continueAfterWait(donor)
  await payWithCard(donor, goodCard)
  await expect(donor.getByText(/^Thank you! Your ₦5,000/)).toBeVisible({ timeout: 30_000 })

  await test.step('a visitor follows without an account, after pressing the button behind the mailed link', async () => {
    await visitor.goto(address)
    await visitor.getByText('Follow this campaign').first().click()
    await visitor.getByRole('textbox', { name: 'Email address' }).fill(reader)
    await visitor.getByRole('button', { name: 'Follow', exact: true }).click()
    await expect(visitor.getByText(/^We emailed you a link/)).toBeVisible()
    const mail = { to: reader, subject: /^Do you want updates/, path: '/follow/' }
    await donor.goto(await readMailedLink(donor, mail))
    await donor.getByRole('button', { name: 'Yes, it was me' }).click()
    await expect(donor.getByText(/^Confirmed/)).toBeVisible()
  })

  await test.step('a donor with an account follows with one tap', async () => {
    await donor.goto(address)
    await donor.getByText('Follow this campaign').first().click()
    await donor.getByRole('button', { name: 'Follow this campaign' }).click()
    await expect(donor.getByRole('button', { name: 'Stop following' })).toBeVisible()
  })

  await signIn(owner, ajo, 'owner')
  await owner.goto(address)
  await owner.getByRole('link', { name: 'Write an update' }).click()
  await owner.getByRole('button', { name: 'Preview' }).click()
  await expect(owner.getByLabel('Heading')).toHaveAttribute('aria-invalid', 'true')
  await expect(owner.getByLabel('Heading'), 'the first wrong field gets the focus').toBeFocused()
  await owner.getByLabel('Heading').fill('The compressor is here')
  await owner.getByLabel('What happened?').fill('It came from Kano.\n\nThe walls come next.')
  await owner.getByRole('button', { name: 'Preview' }).click()
  await expect(owner.getByText('This is what everyone will read')).toBeVisible()
  await owner.getByRole('button', { name: 'Publish update' }).click()
  await expect(owner.getByText('Your update is published and mailed to 2 people.')).toBeVisible()
  await expectGood(owner, 'updates of the organiser')

  const { email } = ajo.person('donor')
  await openNewestMail(donor, email, /^Update from/)
  await expect(donor.getByText('It came from Kano.').first()).toBeVisible()
  await openNewestMail(donor, reader, /^Update from/)
  await expect(donor.getByText(/because you follow this campaign/).first()).toBeVisible()
  const mails = await listMails(donor)
  for (const recipient of [email, reader])
    expect(
      mails.filter(({ to, subject }) => to === recipient && subject.startsWith('Update from')),
    ).toHaveLength(1)

  await test.step('a guest with the link of a mail and an account choose one mail a week, and a mail each again', async () => {
    const weekly = /come in one email a week, on Saturday morning/
    const mail = { to: reader, subject: /^Update from/, path: '/unsubscribe/' }
    await donor.goto(await readMailedLink(donor, mail))
    await donor.getByRole('button', { name: 'Get one email a week instead' }).click()
    await expect(donor.getByText(weekly)).toBeVisible()
    await donor.goto(`${address}/updates`)
    await donor.getByRole('button', { name: 'Get one email a week instead' }).click()
    await expect(donor.getByText(weekly)).toBeVisible()
    await expectGood(donor, 'updates of a follower')
    await donor.getByRole('button', { name: 'Get an email for each update instead' }).click()
    await expect(donor.getByText(/get its updates by email/)).toBeVisible()
  })
  await expectGoodInBoth(await person({ viewport: phone }), `${address}/updates`)

  await visitor.goto(address)
  await expect(visitor.getByRole('heading', { name: 'The compressor is here' })).toBeVisible()
  await visitor.getByRole('link', { name: 'All updates' }).click()
  await expect(visitor.getByText('The walls come next.')).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Hide update' })).toHaveCount(0)

  await owner.getByText('Edit', { exact: true }).click()
  await owner.getByLabel('Heading').last().fill('The compressor runs')
  await owner.getByRole('button', { name: 'Save changes' }).click()
  await expect(owner.getByText('Earlier versions', { exact: true })).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'The compressor runs' })).toBeVisible()

  await owner.getByRole('button', { name: 'Hide update' }).click()
  await expect(owner.getByText('There are no updates yet.')).toBeVisible()
  await visitor.goto(address)
  await expect(visitor.getByRole('heading', { name: title }).first()).toBeVisible()
  await expect(visitor.getByText('The compressor runs')).toHaveCount(0)
})

test('an edit of an update that another device overtook is kept for its writer, with a choice', async ({
  ajo,
  person,
}) => {
  const { address } = await addCampaign(ajo, 'A footbridge for the pupils of Zing')
  const laptop = await person({ viewport: phone })
  await signIn(laptop, ajo, 'owner')
  await laptop.goto(`${address}/updates`)
  await laptop.getByLabel('Heading').fill('The bridge')
  await laptop.getByLabel('What happened?').fill('The planks are cut.')
  await laptop.getByRole('button', { name: 'Publish update' }).click()
  await expect(laptop.getByText(/^Your update is published/)).toBeVisible()
  const storageState = await laptop.context().storageState()
  const old = await person({ javaScriptEnabled: false, viewport: phone, storageState })
  const modern = await person({ viewport: phone, storageState })
  for (const [name, page] of [
    ['without JavaScript', old],
    ['with JavaScript', modern],
  ] as const)
    await test.step(name, async () => {
      const edit = async (device: typeof page, words: string) => {
        await device.getByText('Edit', { exact: true }).click()
        const text = device.getByLabel('What happened?').last()
        if (device !== old) await untilHydrated(text)
        await text.fill(words)
        await device.getByRole('button', { name: 'Save changes' }).click()
      }
      await page.goto(`${address}/updates`)
      await laptop.goto(`${address}/updates`)
      await edit(laptop, `Laptop ${name}`)
      await expect(laptop.getByText(`Laptop ${name}`).first()).toBeVisible()
      await edit(page, `Phone ${name}`)
      await expect(page.getByText(/We keep both versions for 30 days/)).toBeVisible()
      await expect(page.getByLabel('What happened?').last()).toHaveValue(`Phone ${name}`)
      if (page === modern) {
        await expectGood(page, 'two versions of an update')
      }
      await page.getByRole('link', { name: 'Keep the other' }).click()
      await expect(page.getByText(/We keep both versions/)).toHaveCount(0)
      await expect(page.getByLabel('What happened?').last()).toHaveValue(`Laptop ${name}`)

      await laptop.goto(`${address}/updates`)
      await laptop.getByText('Other versions', { exact: true }).click()
      await laptop.getByRole('button', { name: /^Open the version of/ }).click()
      await expect(laptop.getByLabel('What happened?').last()).toHaveValue(`Phone ${name}`)
      await laptop.getByRole('button', { name: 'Save changes' }).click()
      await expect(laptop.getByText('Other versions', { exact: true })).toHaveCount(0)
      await page.goto(`${address}/updates`)
      await expect(page.getByText(`Phone ${name}`).first()).toBeVisible()
    })
})

test(
  'an organiser without JavaScript adds pictures to an update, and takes one out again',
  { tag: '@long' },
  async ({ ajo, person }) => {
    const { address } = await addCampaign(ajo, 'A borehole for the school of Owo')
    const owner = await person({ viewport: phone })
    await signIn(owner, ajo, 'owner')
    const storageState = await owner.context().storageState()
    const quiet = await person({ javaScriptEnabled: false, viewport: phone, storageState })
    for (const [name, page] of [
      ['without JavaScript', quiet],
      ['with JavaScript', owner],
    ] as const)
      await test.step(name, async () => {
        await page.goto(`${address}/updates`)
        const form = page.getByRole('region', { name: 'Write an update' })
        await form.getByRole('button', { name: 'Add picture' }).click()
        await expect(form.getByText('No file provided.')).toBeVisible()
        for (const shade of [30, 60]) {
          const buffer = await jpeg(shade)
          await form
            .getByLabel('Picture to add')
            .setInputFiles({ name: 'well.jpg', mimeType: 'image/jpeg', buffer })
          await form.getByRole('button', { name: 'Add picture' }).click()
          await expect(form.getByLabel(/^What does picture/)).toHaveCount(shade / 30)
        }
        await form.getByRole('button', { name: 'Remove picture 2' }).click()
        await expect(form.getByLabel(/^What does picture/)).toHaveCount(1)
        await form.getByLabel('Heading').fill(`Water ${name}`)
        await form.getByLabel('What happened?').fill('Clear water since Monday.')
        // Enter asks for the preview and removes no picture.
        await form.getByLabel('Heading').press('Enter')
        await expect(form.getByLabel('What does picture 1 show?')).toHaveAttribute(
          'aria-invalid',
          'true',
        )
        await form.getByLabel('What does picture 1 show?').fill(`A child drinks ${name}`)
        await form.getByRole('button', { name: 'Preview' }).click()
        await expect(form.getByRole('link', { name: 'Open photo 1 full size' })).toBeVisible()
        if (page === owner) {
          await expectGood(page, 'the preview of an update')
        }
        await form.getByRole('button', { name: 'Publish update' }).click()
        await expect(page.getByText(/^Your update is published/)).toBeVisible()
        await expect(page.getByText(`A child drinks ${name}`).first()).toBeVisible()
      })

    const visitor = await person({ viewport: phone })
    await visitor.goto(`${address}/updates`)
    for (const language of ['Pidgin', 'English']) {
      await visitor.getByRole('button', { name: language }).click()
      expect.soft(await violations(visitor)).toEqual([])
    }
    await expect(visitor.getByRole('img', { name: 'A child drinks with JavaScript' })).toBeVisible()

    await owner.getByText('Edit', { exact: true }).first().click()
    await owner.getByRole('button', { name: 'Remove picture 1' }).first().click()
    await owner.getByRole('button', { name: 'Save changes' }).first().click()
    await expect(owner.getByText('Earlier versions', { exact: true })).toBeVisible()
  },
)
