import type { Page } from '@playwright/test'

import { verificationSchema } from '#shared/receipt.ts'
import { layoutShift, noShift, watchLayout } from './layout-shift.ts'
import { goodCard, payWithCard, publicCampaign } from './steps.ts'
import { expect, test } from './story.ts'

test('the browser checks the proof of a receipt, and refuses a changed one', async ({ person }) => {
  const guest = await person()
  const code = await donate(guest)
  const address = `/verify/${code}`

  await test.step('checks the proof without moving anything', async () => {
    await guest.goto(address, { waitUntil: 'networkidle' })
    await watchLayout(guest)
    await expect(async () => {
      await guest.goto(address, { waitUntil: 'networkidle' })
      await expect(guest.getByRole('heading', { name: 'This receipt is genuine' })).toBeVisible()
      await expect(guest.getByText(/^Your browser checked the proof/)).toBeVisible({
        timeout: 1_000,
      })
    }).toPass({ timeout: 30_000 })
    expect(await layoutShift(guest)).toEqual(noShift)
  })

  const answer = await guest.request.get(`/api${address}`)
  const { logged } = verificationSchema.parse(await answer.json())
  const [, leaf = '', , hash = ''] = logged?.proof.split('\n') ?? []
  const [root = '', , signature = ''] = logged?.proof.split('\n').slice(-4) ?? []
  for (const { part, line } of [
    { part: 'the leaf', line: leaf },
    { part: 'a hash', line: hash },
    { part: 'the root', line: root },
    { part: 'the signature', line: signature },
  ])
    await test.step(`refuses ${part} that was changed on the way`, async () => {
      const tampered = await person()
      await changeOnTheWay(tampered, line)
      await tampered.goto(address)
      await expect(
        tampered.getByRole('heading', { name: 'Do not rely on this receipt' }),
      ).toBeVisible()
      await expect(tampered.getByRole('alert')).toContainText('The proof is wrong.')
      await expect(tampered.getByText(/^Your browser checked/)).toBeHidden()
    })

  await test.step('shows the check of the server without JavaScript, and offers the proof', async () => {
    const checker = await person({ javaScriptEnabled: false })
    await checker.goto(address)
    await expect(checker.getByText(/^Our server checked the proof/).first()).toBeVisible()
    await expect(checker.getByText(/^Your browser checked/)).toBeHidden()
    const href = await checker
      .getByRole('link', { name: 'Download the proof' })
      .getAttribute('href')
    const file = await checker.request.get(href ?? '')
    expect(await file.text()).toBe(logged?.proof)
  })
})

async function donate(guest: Page): Promise<string> {
  const { address } = await publicCampaign(guest)
  await guest.goto(`${address}/donate`)
  await guest.getByRole('textbox', { name: 'Amount' }).fill('3000')
  await guest.getByLabel('Email address').fill('checker@example.org')
  await guest.getByRole('button', { name: 'Pay now!' }).click()
  await payWithCard(guest, goodCard)
  await guest.getByRole('link', { name: 'Verify this receipt' }).click()
  await expect(guest).toHaveURL(/\/verify\//)
  return new URL(guest.url()).pathname.split('/').at(-1) ?? ''
}

/** Changes one letter of the line in the page that the server sends, which keeps its security policy. */
async function changeOnTheWay(page: Page, line: string) {
  const place = line.length - 20
  const changed = line.slice(0, place) + (line[place] === 'A' ? 'B' : 'A') + line.slice(place + 1)
  await page.route('**/verify/*', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    expect(html).toContain(line)
    await route.fulfill({ response, body: html.replaceAll(line, changed) })
  })
}
