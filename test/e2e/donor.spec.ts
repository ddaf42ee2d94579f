import { randomUUID } from 'node:crypto'

import type { Page } from '@playwright/test'

import { verificationSchema } from '#shared/receipt.ts'

import { layoutShift, noShift, watchLayout } from './layout-shift.ts'
import {
  downloadPdf,
  goodCard,
  listMails,
  payWithCard,
  publicCampaign,
  readMailedLink,
  reloadUntil,
  signIn,
} from './steps.ts'
import { expect, test } from './story.ts'

const numberForm = /\d{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/

test('a guest donates, gets a receipt and has it verified', async ({ person }) => {
  const guest = await person()
  const email = `guest.${randomUUID().slice(0, 8)}@example.org`

  await test.step('donates and sees the confirmation', async () => {
    const { address } = await publicCampaign(guest)
    await guest.goto(`${address}/donate`)
    await guest.getByRole('textbox', { name: 'Amount' }).fill('7500')
    await guest.getByLabel('Email address').fill(email)
    await guest.getByLabel('Your name (optional)').fill('Ọ̀ṣun Adébáyọ̀')
    await guest.getByText('Add a message').click()
    await guest.getByLabel('Leave a message (optional)').fill('Ẹ kú iṣẹ́!')
    await guest.getByRole('button', { name: 'Pay now!' }).click()
    await expect(guest.getByLabel('Card number')).toBeVisible()
    await guest.goBack()
    await expect(guest.getByText('Your payment was not finished')).toBeInViewport()
    await expect(guest.getByRole('textbox', { name: 'Amount' })).toHaveValue('7,500')
    await expect(guest.getByLabel('Email address')).toHaveValue(email)
    await expect(guest.getByLabel('Your name (optional)')).toHaveValue('Ọ̀ṣun Adébáyọ̀')
    await expect(guest.getByLabel('Leave a message (optional)')).toHaveValue('Ẹ kú iṣẹ́!')
    await guest.getByRole('button', { name: 'Pay now!' }).click()
    await payWithCard(guest, goodCard)
    await expect(guest).toHaveURL(/\/donations\//)
    await expect(
      guest.getByRole('heading', { name: 'Thank you! Your donation went through.' }),
    ).toBeVisible()
  })
  const receipt = guest.url()
  const number = await guest.getByText(numberForm).first().innerText()

  await test.step('downloads the PDF with number and amount', async () => {
    const text = await download(guest, 'Download receipt (PDF)')
    for (const expected of [number, '₦7,500.00', 'Adébáyọ̀'])
      expect(text.normalize('NFC')).toContain(expected.normalize('NFC'))
  })

  await test.step('downloads it with a company and its TIN', async () => {
    await guest.getByText('Receipt for a company').click()
    await guest.getByLabel('Company name').fill('Okoro & Sons Ltd')
    await guest.getByLabel('Tax Identification Number (TIN)').fill('12345678-0001')
    const button = guest.getByRole('button', { name: 'Download company receipt' })
    const text = await downloadPdf(guest, button)
    for (const expected of [number, 'Okoro & Sons Ltd', '12345678-0001'])
      expect(text).toContain(expected)
    await expect(guest.getByText(number)).toBeVisible()
  })

  await test.step('opens the link in the email', async () => {
    const mail = { to: email, subject: /donation receipt/, path: '/donations/' }
    await guest.goto(await readMailedLink(guest, mail))
    await expect(guest.getByText(number)).toBeVisible()
  })

  await test.step('has the receipt sent again', async () => {
    await guest.getByRole('button', { name: 'Email it to me again' }).click()
    await expect(guest.getByText('We’ve emailed the receipt to you again.')).toBeVisible()
    const countMails = async () => (await listMails(guest)).filter(({ to }) => to === email).length
    await expect.poll(countMails).toBe(2)
  })

  await test.step('prints it without menu, footer and buttons', async () => {
    await guest.goto(receipt)
    await guest.emulateMedia({ media: 'print' })
    await expect(guest.getByText('₦7,500.00').first()).toBeVisible()
    await expect(guest.getByText('Receipt number')).toBeVisible()
    await expect(guest.getByRole('banner')).toBeHidden()
    await expect(guest.getByRole('contentinfo')).toBeHidden()
    const buttons = guest.getByRole('main').getByRole('button')
    await expect(buttons.filter({ visible: true })).toHaveCount(0)
    await guest.emulateMedia({ media: 'screen' })
  })

  await guest.getByRole('link', { name: 'Verify this receipt' }).click()
  await expect(guest.getByRole('heading', { name: 'This receipt is genuine' })).toBeVisible()
  const { pathname } = new URL(guest.url())

  await test.step('the browser checks the proof without moving anything', async () => {
    await watchLayout(guest)
    await reloadUntil(guest, 'Our server checked the proof')
    await expect(guest.getByText(/^Your browser checked the proof/)).toBeVisible()
    expect(await layoutShift(guest)).toEqual(noShift)
  })

  const answer = await guest.request.get(`/api${pathname}`)
  const proof = verificationSchema.parse(await answer.json()).logged?.proof ?? ''

  await test.step('the browser refuses a proof that was changed on the way', async () => {
    const tampered = await person()
    await changeOnTheWay(tampered, proof.split('\n')[1] ?? '')
    await tampered.goto(pathname)
    await expect(
      tampered.getByRole('heading', { name: 'Do not rely on this receipt' }),
    ).toBeVisible()
    await expect(tampered.getByRole('alert')).toContainText('The proof is wrong.')
    await expect(tampered.getByText(/^Your browser checked/)).toBeHidden()
  })

  await test.step('another visitor verifies the code without JavaScript', async () => {
    const code = pathname.split('/').at(-1) ?? ''
    const checker = await person({ javaScriptEnabled: false })
    await checker.goto('/verify')
    await checker.getByLabel('Code').fill(code.toLowerCase().replaceAll('-', ' '))
    await checker.getByRole('button', { name: 'Verify' }).click()
    await expect(checker.getByRole('heading', { name: 'This receipt is genuine' })).toBeVisible()
    await expect(checker.getByText('₦7,500.00')).toBeVisible()
    await expect(checker.getByText('Adébáyọ̀')).toHaveCount(0)
    await expect(checker.getByText(/^Our server checked the proof/).first()).toBeVisible()
    await expect(checker.getByText(/^Your browser checked/)).toBeHidden()
    const link = checker.getByRole('link', { name: 'Download the proof' })
    const file = await checker.request.get((await link.getAttribute('href')) ?? '')
    expect(await file.text()).toBe(proof)
    await checker.goto('/verify/AAAAA-AAAAA-AAAAA-AAAAA')
    await expect(checker.getByRole('heading', { name: 'Receipt not found' })).toBeVisible()
  })
})

test('a logged-in donor donates and downloads the yearly statement', async ({ ajo, person }) => {
  const donor = await person()
  await signIn(donor, ajo, 'donor')

  await test.step('donates', async () => {
    const { id } = await publicCampaign(donor)
    await donor.goto(`/dashboard/campaign/${id}/donate`)
    await donor.getByRole('textbox', { name: 'Amount' }).fill('1,234.50')
    await donor.getByRole('button', { name: 'Pay now!' }).click()
    await donor.getByRole('link', { name: 'Cancel payment' }).click()
    await expect(donor).toHaveURL(`/dashboard/campaign/${id}/donate`)
    await expect(donor.getByText('Your payment was not finished')).toBeVisible()
    await expect(donor.getByRole('textbox', { name: 'Amount' })).toHaveValue('1,234.50')
    await donor.getByRole('button', { name: 'Pay now!' }).click()
    await payWithCard(donor, goodCard)
    await expect(donor).toHaveURL(/\/dashboard\/transactions/)
    await expect(donor.getByText(/^Thank you! Your ₦1,234.50/)).toBeVisible()
  })

  await test.step('finds it on the overview, with its receipt', async () => {
    await donor.goto('/dashboard/overview')
    const given = donor.getByRole('region', { name: 'What you gave' })
    const row = given.getByRole('row').filter({ hasText: '₦1,234.50' }).first()
    await row.getByRole('link').click()
    await expect(donor).toHaveURL(/\/donations\//)
    await expect(donor.getByText('₦1,234.50').first()).toBeVisible()
  })

  await test.step('finds it in the list of own donations', async () => {
    await donor.goto('/dashboard/transactions?tab=given')
    await expect(donor.getByRole('row').filter({ hasText: '₦1,234.50' }).first()).toBeVisible()
  })

  await test.step('finds it on the yearly statement and in its PDF', async () => {
    await donor.getByRole('link', { name: 'Yearly statement' }).click()
    await expect(donor).toHaveURL(/\/dashboard\/statement/)
    // The list before has the same row until the statement is shown.
    await expect(donor.getByRole('link', { name: 'Download PDF' })).toBeVisible()
    const row = donor.getByRole('row').filter({ hasText: '₦1,234.50' }).first()
    const number = await row.getByRole('link').innerText()
    expect(number).toMatch(numberForm)
    const text = await download(donor, 'Download PDF')
    expect(text).toContain(number)
    expect(text).toContain('₦1,234.50')
    await row.getByRole('link').click()
    await expect(donor.getByText(number)).toBeVisible()
    await expect(donor.getByRole('link', { name: 'Verify this receipt' })).toBeVisible()
  })
})

const download = (page: Page, link: string) =>
  downloadPdf(page, page.getByRole('link', { name: link }))

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
