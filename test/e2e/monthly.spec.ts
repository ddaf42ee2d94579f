import { randomUUID } from 'node:crypto'

import type { Page } from '@playwright/test'

import { lagosDay } from '#shared/day.ts'

import { expectGood, expectGoodInBoth } from './accessible.ts'
import type { Ajo } from './ajo.ts'
import {
  goodCard,
  inDays,
  listMails,
  openNewestMail,
  payWithCard,
  readMailedLink,
  reloadUntil,
  signIn,
} from './steps.ts'
import { addCampaign, withDatabase } from './story-campaign.ts'
import { expect, test } from './story.ts'

const phone = { width: 360, height: 780 }

test('a guest gives every month, is told of the next charge, is charged and ends it, without JavaScript', async ({
  ajo,
  person,
}) => {
  const { id, address } = await addCampaign(ajo, 'A clinic that stays open in Jos')
  const email = `monthly.${randomUUID().slice(0, 8)}@example.org`
  const guest = await person({ viewport: phone, javaScriptEnabled: false })
  const mailbox = await person({ viewport: phone })
  const owner = await person({ viewport: phone })
  const box = (page: Page) => page.getByLabel('Give this every month')

  await test.step('is asked only where the campaign has no end', async () => {
    await guest.goto(`${address}/donate`)
    await expect(guest.getByRole('button', { name: 'Pay now!' })).toBeVisible()
    await expect(box(guest)).toHaveCount(0)
    await withDatabase(ajo, async (client) => {
      await client.query('update campaign set end_date = null where id = $1', [id])
      await client.query('update campaign_listing set end_date = null where campaign_id = $1', [id])
    })
    await reloadUntil(guest, 'Give this every month')
    await expect(box(guest)).toBeVisible()
    await expectGoodInBoth(mailbox, `${address}/donate`)
  })

  await test.step('pays the first donation by card', async () => {
    await guest.getByRole('textbox', { name: 'Amount' }).fill('2,500')
    await guest.getByLabel('Email address', { exact: true }).fill(email)
    await box(guest).check()
    await guest.getByRole('button', { name: 'Pay now!' }).click()
    await expect(guest.getByText('Bank transfer')).toHaveCount(0)
    await payWithCard(guest, goodCard)
    await expect(guest.getByText('₦2,500.00').first()).toBeVisible()
    await expect(guest.getByText('Next charge')).toBeVisible()
    const end = guest.getByRole('link', { name: 'End it' })
    await expect(end).toHaveAttribute('href', /^\/end-monthly\/./)
    await openNewestMail(mailbox, email, /^Your ₦2,500.00 donation receipt/)
    await expect(mailText(mailbox)).toContainText('You give this every month.')
  })

  await test.step('is told three days before', async () => {
    await moveTo(ajo, id, inDays(3))
    await openNewestMail(mailbox, email, /^Your ₦2,500.00 donation to "A clinic/)
    await expect(mailText(mailbox)).toContainText('End my monthly donation')
  })

  await test.step('is charged on the day and gets a receipt', async () => {
    await moveTo(ajo, id, lagosDay())
    await expect.poll(() => countPaid(ajo, id), { timeout: 90_000 }).toBe(2)
    await expect.poll(() => countReceipts(ajo, id)).toBe(2)
    const isReceipt = (mail: { to: string; subject: string }) =>
      mail.to === email && mail.subject.startsWith('Your ₦2,500.00 donation receipt')
    await expect
      .poll(async () => (await listMails(mailbox)).filter(isReceipt).length, { timeout: 90_000 })
      .toBe(2)
  })

  await test.step('the organiser sees what to expect', async () => {
    await signIn(owner, ajo, 'owner')
    await owner.goto(`/dashboard/campaign/${id}/money`)
    await expect(
      owner.getByText('1 donor gives every month: ₦2,500.00 expected next month.'),
    ).toBeVisible()
    await expectGood(owner, 'payouts with a forecast')
  })

  await test.step('finds it in the list of a guest', async () => {
    await guest.goto('/my-donations')
    await guest.getByLabel('Email address you donated with').fill(email)
    await guest.getByRole('button', { name: 'Email me the link' }).click()
    const mail = { to: email, subject: /^Your donations on Ajo/, path: '/my-donations/' }
    const list = await readMailedLink(guest, mail)
    await expectGoodInBoth(mailbox, list)
    await guest.goto(list)
    await expect(guest.getByRole('heading', { name: 'Every month' })).toBeVisible()
    await guest.getByRole('link', { name: /^End it/ }).click()
    await expect(guest.getByRole('heading', { name: 'End your monthly donation' })).toBeVisible()
    await expectGoodInBoth(mailbox, guest.url())
  })

  await test.step('ends it with one press', async () => {
    await guest.getByRole('button', { name: 'End my monthly donation' }).click()
    await expect(guest.getByText('Your monthly donation has ended.')).toBeVisible()
    await moveTo(ajo, id, lagosDay())
    expect(await countPaid(ajo, id)).toBe(2)
    await owner.reload()
    await expect(owner.getByRole('table').first()).toBeVisible()
    await expect(owner.getByText(/expected next month/)).toHaveCount(0)
  })
})

const mailText = (page: Page) => page.getByRole('region', { name: 'Text' })

/** The next charge is on this day, and the job that looks for it has run. */
async function moveTo(ajo: Ajo, campaignId: string, day: string) {
  await withDatabase(ajo, async (client) => {
    await client.query('update monthly_donation set next_on = $2 where campaign_id = $1', [
      campaignId,
      day,
    ])
    await client.query(`select job.enqueue('monthly-donations', '{}', null, null, 1, null, 0)`)
  })
}

const countRows = (ajo: Ajo, query: string, campaignId: string) =>
  withDatabase(ajo, async (client) => {
    const { rows } = await client.query<{ count: number }>(query, [campaignId])
    return rows[0]?.count
  })

const countPaid = (ajo: Ajo, campaignId: string) =>
  countRows(
    ajo,
    `select count(*)::integer as count from donation where campaign_id = $1 and state = 'paid'`,
    campaignId,
  )

const countReceipts = (ajo: Ajo, campaignId: string) =>
  countRows(
    ajo,
    `select count(*)::integer as count from donation
     where campaign_id = $1 and state = 'paid' and not receipt_due`,
    campaignId,
  )
