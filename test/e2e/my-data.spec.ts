import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { expectGood } from './accessible.ts'
import { continueAfterWait, goodCard, payWithCard, readMailedLink, untilThanked } from './steps.ts'
import { expect, test } from './story.ts'

const phone = { width: 360, height: 780 }
const email = 'leaver@example.org'

test('a guest downloads and erases the data of a donation by the mailed link, without JavaScript', async ({
  person,
}) => {
  const guest = await person({ javaScriptEnabled: false, viewport: phone })
  const withScript = await person({ viewport: phone })
  const isAccessible = async (address: string) => {
    await withScript.goto(address)
    await expectGood(withScript, address)
  }

  await donate(guest)
  await test.step('requests a link from the receipt page', async () => {
    await guest.getByRole('link', { name: 'All my donations, and my data' }).click()
    await guest.getByLabel('Email address you donated with').fill('leaver')
    await guest.getByRole('button', { name: 'Email me the link' }).click()
    await expect(guest.getByLabel('Email address you donated with')).toHaveValue('leaver')
    await guest.getByLabel('Email address you donated with').fill(email)
    await guest.getByRole('button', { name: 'Email me the link' }).click()
    await expect(guest.getByText(/a link is on its way to it/)).toBeVisible()
  })

  const mail = { to: email, subject: /^Your donations on Ajo/, path: '/my-donations/' }
  await guest.goto(await readMailedLink(guest, mail))
  await guest.getByRole('link', { name: 'Download or erase my data' }).click()
  await expect(guest).toHaveURL(/\/my-data\//)
  const address = guest.url()
  await isAccessible(address)

  await test.step('downloads everything about the donation', async () => {
    const started = guest.waitForEvent('download')
    await guest.getByRole('button', { name: 'Download my data' }).click()
    const file = await (await started).path()
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      email,
      donations: [{ donorEmail: email, donorName: 'Leah Leaver', amountKobo: 250_000 }],
    })
    await guest.reload()
    await expect(guest.getByText(/This link has downloaded your data/)).toBeVisible()
  })
  await test.step('erases it after a question', async () => {
    await guest.getByRole('link', { name: 'Erase my data' }).click()
    await isAccessible(guest.url())
    await guest.getByRole('button', { name: 'Yes, erase my data' }).click()
    await expect(guest.getByText(/Your data is erased/)).toBeVisible()
    await guest.goto(address)
    await expect(guest.getByText(/Your data is erased/)).toBeVisible()
  })
})

async function donate(guest: Page) {
  await guest.goto('/')
  await guest.getByRole('article').first().getByRole('link').first().click()
  await guest.getByRole('link', { name: 'Donate', exact: true }).first().click()
  await guest.getByRole('textbox', { name: 'Amount' }).fill('2,500')
  await guest.getByLabel('Email address').fill(email)
  await guest.getByLabel(/^Your name/).fill('Leah Leaver')
  await guest.getByRole('button', { name: 'Pay now!' }).click()
  await continueAfterWait(guest)
  await payWithCard(guest, goodCard)
  await untilThanked(guest)
}
