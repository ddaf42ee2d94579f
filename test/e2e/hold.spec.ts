import { randomUUID } from 'node:crypto'

import type { Page } from '@playwright/test'

import type { Ajo } from './ajo.ts'
import { beside320, violations } from './accessible.ts'
import { continueAfterWait, goodCard, payWithCard, reloadUntil, signIn } from './steps.ts'
import { addCampaign, withDatabase } from './story-campaign.ts'
import { expect, test } from './story.ts'

const phone = { width: 360, height: 780 }

test(
  'a donation on hold is paid out after an admin releases it, and refunded in part by its organiser',
  { tag: '@long' },
  async ({ person, ajo }) => {
    const donor = await person({ javaScriptEnabled: false, viewport: phone })
    const owner = await person({ viewport: phone })
    const admin = await person({ viewport: phone })
    const { id, address, title } = await addStoppedCampaign(ajo)
    const isAccessible = async (page: Page) => {
      expect.soft(await violations(page)).toEqual([])
      expect.soft(await beside320(page)).toBeLessThanOrEqual(0)
      await page.setViewportSize(phone)
    }
    const settle = async () => {
      await admin.goto('/sandbox/console')
      await admin.getByRole('button', { name: 'Settle all paid payments' }).click()
      await admin.goto('/dashboard/admin?tab=ledger-checks')
      await admin.getByRole('button', { name: 'Run checks now' }).click()
      await expect(admin.getByText(/^Ledger check started/)).toBeVisible()
    }
    await signIn(owner, ajo, 'owner')
    await signIn(admin, ajo, 'admin')

    await test.step('the donor reads that the payout is on hold', async () => {
      await donor.goto(`${address}/donate`)
      await donor.getByRole('textbox', { name: 'Amount' }).fill('4,000')
      await donor.getByLabel('Email address').fill(`held.${randomUUID().slice(0, 8)}@example.org`)
      await donor.getByRole('button', { name: 'Pay now!' }).click()
      await continueAfterWait(donor)
      await payWithCard(donor, goodCard)
      await expect(donor).toHaveURL(/\/donations\//)
      await reloadUntil(donor, 'Payout on hold')
      await expect(donor.getByText('Payout on hold').first()).toBeVisible()
    })

    await test.step('the organiser reads what is on hold, and a settlement pays nothing', async () => {
      await settle()
      await owner.goto(`/dashboard/campaign/${id}/money`)
      await expect(owner.getByText('Payouts are on hold')).toBeVisible()
      await expect(owner.getByText(/A reviewer checks the campaign before payouts/)).toBeVisible()
      await isAccessible(owner)
      await reloadUntil(donor, 'Payout on hold')
      await expect(donor.getByText('Payout on hold').first()).toBeVisible()
    })

    await test.step('an admin releases the payouts, because the reviewer approved the campaign', async () => {
      await admin.goto('/dashboard/reviews')
      const card = admin.getByRole('article', { name: title })
      await expect(card.getByText('₦3,839.00 not paid out')).toBeVisible()
      await card.getByRole('button', { name: 'Release payouts' }).click()
      const dialog = admin.getByRole('dialog')
      await dialog.getByLabel('Reason').fill('I spoke to the head of the school.')
      await dialog.getByRole('button', { name: 'Release payouts' }).click()
      await expect(admin.getByText(`Released for ${title}.`)).toBeVisible()
      await expect(card).toBeHidden()
      await isAccessible(admin)
    })

    await test.step('the next settlement pays the organiser, which the donor reads', async () => {
      await reloadUntil(donor, 'Not paid out yet')
      await expect(donor.getByText('Not paid out yet').first()).toBeVisible()
      // The provider settles once its hold has ended, which a job asks for.
      await expect(async () => {
        await settle()
        await expect(async () => {
          await donor.reload()
          await expect(donor.getByText('Paid out', { exact: true })).toBeVisible({ timeout: 2_000 })
        }).toPass({ timeout: 30_000 })
      }).toPass({ timeout: 150_000 })
    })

    await test.step('the organiser refunds a part and reads who pays what', async () => {
      await owner.goto(`/dashboard/campaign/${id}/money`)
      const donations = owner.getByRole('table', { name: /^Donations to this campaign/ })
      await donations.getByLabel('Details').first().click()
      await owner
        .getByRole('button', { name: /^Refund the donation of ₦4,000\.00/ })
        .first()
        .click()
      const dialog = owner.getByRole('dialog')
      await dialog.getByLabel('Amount to refund').fill('5,000')
      await dialog.getByLabel('Reason').fill('Two families asked for less.')
      await dialog.getByRole('button', { name: 'Check the refund' }).click()
      await expect(
        dialog.getByText('This is more than what is left of this donation.').first(),
      ).toBeVisible()
      await expect(dialog.getByLabel('Reason')).toHaveValue('Two families asked for less.')
      await dialog.getByLabel('Amount to refund').fill('1,500')
      await dialog.getByRole('button', { name: 'Check the refund' }).click()
      await expect(dialog.getByText('Owed to Ajo by the organiser')).toBeVisible()
      expect.soft(await violations(owner)).toEqual([])
      await dialog.getByRole('button', { name: 'Refund ₦1,500.00' }).click()
      await expect(owner.getByText('Refund requested.')).toBeVisible()
    })

    await test.step('the donor reads the refund and its state', async () => {
      await reloadUntil(donor, 'Refund of ₦1,500.00')
      await donor.getByText('Refund of ₦1,500.00').first().click()
      await expect(donor.getByText('Requested by the organiser').first()).toBeVisible()
      // Axe needs the script of the page.
      await owner.goto(donor.url())
      await isAccessible(owner)
    })
  },
)

/** A campaign with a sub-account of its own, so that the hold stops no other campaign. Its payouts wait for a reviewer. */
async function addStoppedCampaign(ajo: Ajo) {
  const campaign = await addCampaign(ajo, 'A fence for the school of Gashua')
  const code = `ACCT_${randomUUID().replaceAll('-', '').slice(0, 15)}`
  await withDatabase(ajo, async (client) => {
    await client.query(
      `insert into sandbox.sub_account select (jsonb_populate_record(known, jsonb_build_object(
         'code', $1::text, 'id', (select max(id) + 1 from sandbox.sub_account)))).*
       from sandbox.sub_account known join campaign on campaign.sub_account_code = known.code where campaign.id = $2`,
      [code, campaign.id],
    )
    await client.query('update campaign set sub_account_code = $1 where id = $2', [
      code,
      campaign.id,
    ])
    await client.query(
      `insert into money_decision (campaign_id, kind, subject, facts, decided_by, at)
      select campaign_id, kind, $1, facts, decided_by, now() from money_decision
      where campaign_id = $2 and kind = 'payee-approved'`,
      [code, campaign.id],
    )
    await client.query(
      `insert into payout_stop (campaign_id, kind, started_at) values ($1, 'reviewer', now())`,
      [campaign.id],
    )
  })
  return campaign
}
