import { randomUUID } from 'node:crypto'

import type { Locator, Page } from '@playwright/test'

import {
  goodCard,
  openNewestMail,
  ownCampaign,
  payWithCard,
  readMailedLink,
  signIn,
} from './steps.ts'
import { addCampaign } from './story-campaign.ts'
import { expect, test } from './story.ts'

const mark = randomUUID().slice(0, 8)

test('an organiser sees a donation, thanks the donor and sees the payout', async ({
  ajo,
  person,
}) => {
  const donorEmail = `thanked.${mark}@example.org`
  const owner = await person()
  await signIn(owner, ajo, 'owner')
  const campaign = await ownCampaign(owner)

  await test.step('a donor donates and opts in to emails from the organiser', async () => {
    const donor = await person()
    await donateAs(donor, await publicDonate(owner, campaign), {
      email: donorEmail,
      amount: '7,500',
    })
    const mail = { to: donorEmail, subject: /receipt/, path: '/confirm-address/' }
    await donor.goto(await readMailedLink(donor, mail))
    await donor.getByRole('button', { name: 'Confirm my email address' }).click()
    await expect(donor.getByText(/^Your email address is confirmed/)).toBeVisible()
  })

  await test.step('the organiser opens the donations of the campaign', async () => {
    await owner.goto(campaign)
    await owner.getByRole('link', { name: 'Donations and payouts' }).click()
    await expect(owner.getByRole('heading', { name: 'Summary' })).toBeVisible()
    const row = owner.getByRole('row').filter({ hasText: donorEmail })
    await expect(row.getByText('₦7,500.00')).toBeVisible()
    // 1.5 % and ₦100 to the provider, ₦1 to Ajo.
    await expect(row.getByText('₦7,286.50')).toBeVisible()
    await expect(row.getByText('Not paid out yet')).toBeVisible()
    await owner.getByText('Show as a table').click()
    await expect(owner.getByRole('table', { name: 'Donations by day' })).toBeVisible()
  })

  await test.step('downloads them as CSV', async () => {
    const download = owner.waitForEvent('download')
    await owner.getByRole('link', { name: 'Download CSV' }).click()
    const stream = await (await download).createReadStream()
    const text = Buffer.concat(await stream.toArray()).toString('utf8')
    expect(text).toContain(`${donorEmail},7500.00,0.00,212.50,1.00,7286.50,success,waiting`)
  })

  await test.step('thanks the donor, who unsubscribes with one press and without login', async () => {
    const thank = async () => {
      await owner
        .getByRole('row')
        .filter({ hasText: donorEmail })
        .getByRole('button', { name: /^Thank the donor/ })
        .click()
      await owner.getByLabel('Your message').fill('The pump is in. Thank you!')
      await owner.getByRole('button', { name: 'Send thank-you' }).click()
    }
    await thank()
    await expect(owner.getByText('Thank-you sent to 1 donor.')).toBeVisible()
    const donor = await person()
    await openNewestMail(donor, donorEmail, /A thank-you from/)
    await expect(donor.getByText('The pump is in. Thank you!').first()).toBeVisible()
    await donor.getByRole('link', { name: /\/unsubscribe\// }).click()
    await donor.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
    await expect(donor.getByText('You’re unsubscribed from this campaign.')).toBeVisible()
    await expect(
      owner
        .getByRole('row')
        .filter({ hasText: donorEmail })
        .getByRole('button', { name: /^Thank the donor/ }),
    ).toHaveCount(0)
  })

  await test.step('shows the payout after a settlement and a ledger check', async () => {
    const admin = await person()
    await admin.goto('/sandbox/console')
    await admin.getByRole('button', { name: 'Settle all paid payments' }).click()
    await signIn(admin, ajo, 'admin')
    await admin.goto('/dashboard/admin?tab=ledger-checks')
    await admin.getByRole('button', { name: 'Run checks now' }).click()
    await expect(admin.getByText(/^Ledger check started/)).toBeVisible()
    const row = owner.getByRole('row').filter({ hasText: donorEmail })
    await reloadUntilShown(owner, row.getByText(/^Paid out/))
  })
})

test(
  'an admin replays a webhook, checks the ledger, sees a dispute and cancels a campaign',
  { tag: '@long' },
  async ({ ajo, person }) => {
    const emails = [`disputes.${mark}@example.org`, `cancelled.${mark}@example.org`] as const
    const owner = await person()
    await signIn(owner, ajo, 'owner')
    const { id } = await addCampaign(ajo, 'A well for the families of Iwo')
    const campaign = `/dashboard/campaign/${id}`
    const donate = await publicDonate(owner, campaign)
    const guest = await person()
    const admin = await person()

    await test.step('two guests donate', async () => {
      for (const email of emails) await donateAs(guest, donate, { email, amount: '3,210' })
    })

    await test.step('shows the admin page to admins only', async () => {
      await expect(owner.getByRole('link', { name: 'Admin' })).toHaveCount(0)
      await owner.goto('/dashboard/admin')
      await expect(owner.getByRole('heading', { name: 'Something went wrong.' })).toBeVisible()
      await signIn(admin, ajo, 'admin')
      await admin.goto('/dashboard/overview')
      await admin.getByRole('link', { name: 'Admin' }).click()
      await expect(admin.getByRole('heading', { name: 'Admin', level: 1 })).toBeVisible()
    })

    await test.step('books a replayed webhook only once', async () => {
      await admin.getByRole('tab', { name: 'Webhooks' }).click()
      const events = admin.getByRole('row').filter({ hasText: 'charge.success' })
      const booked = '₦3,210.00 booked in 1 ledger entry'
      await expect(events.first().getByText(booked)).toBeVisible()
      await events
        .first()
        .getByRole('button', { name: /^Replay/ })
        .click()
      await expect(admin.getByText('Event queued for replay.')).toBeVisible()
      await reloadUntilShown(admin, events.first().getByText('2 attempts'))
      await expect(events.first().getByText(booked)).toBeVisible()
    })

    await test.step('runs the ledger checks, which pass', async () => {
      await admin.getByRole('tab', { name: 'Ledger checks' }).click()
      await admin.getByRole('button', { name: 'Run checks now' }).click()
      const check = admin.getByRole('listitem').filter({ hasText: 'Internal ledger' })
      await reloadUntilShown(admin, check.first().getByText('All checks passed'))
    })

    await test.step('lists a new dispute and emails the support address', async () => {
      await guest.goto('/sandbox/console')
      await guest
        .getByRole('listitem')
        .filter({ hasText: emails[0] })
        .getByRole('button', { name: /^Open a dispute/ })
        .click()
      await admin.goto('/dashboard/disputes')
      const dispute = admin.getByRole('table', { name: 'Disputes' }).getByText('₦3,210.00')
      await reloadUntilShown(admin, dispute.first())
      // The deadline of the sandbox may be less than four hours away.
      await openNewestMail(
        admin,
        'support@ajo.example',
        /^(New dispute|Dispute due in less than \d+ hours): /,
      )
      await expect(admin.getByText(/A donor's bank has disputed/).first()).toBeVisible()
    })

    await test.step('refunds a cancelled campaign and shows it to admin, organiser and donor', async () => {
      await admin.goto(`${campaign}/money`)
      await admin.getByRole('button', { name: 'Cancel this campaign' }).click()
      await admin.getByLabel(/^Reason/).fill('The organiser has moved away for good.')
      await admin.getByRole('button', { name: 'Cancel campaign and refund everyone' }).click()
      await expect(
        admin.getByText('Campaign cancelled. All donations are being refunded.'),
      ).toBeVisible()
      await admin.goto('/dashboard/admin?tab=refunds')
      const row = admin.getByRole('row').filter({ hasText: 'moved away for good' })
      await reloadUntilShown(admin, row.getByRole('cell').nth(3).filter({ hasNotText: /^0$/ }))
      await owner.goto(`${campaign}/money`)
      await expect(
        owner.getByRole('heading', { name: 'This campaign was cancelled' }),
      ).toBeVisible()
      // Refunds are sent by age at the pace that the provider allows.
      await openNewestMail(guest, emails[1], /Your refund is on its way: ₦3,210\.00/)
      await expect(guest.getByText('moved away for good').first()).toBeVisible()
    })

    await test.step('lists the actions in the audit log', async () => {
      await admin.goto('/dashboard/admin?tab=audit-log')
      await expect(admin.getByRole('cell', { name: 'Replayed a webhook' }).first()).toBeVisible()
      await expect(admin.getByRole('cell', { name: 'Ran ledger check' }).first()).toBeVisible()
    })
  },
)

/** Reloads until a job has finished. The browser loads the lists of an admin, so what the server sends does not tell. */
async function reloadUntilShown(page: Page, shown: Locator) {
  await expect(async () => {
    await page.reload()
    await expect(shown).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 150_000 })
}

async function publicDonate(page: Page, campaign: string): Promise<string> {
  const answer = await page.request.get(`/api/campaigns/${campaign.split('/').at(-1)}`)
  const { campaign: found } = (await answer.json()) as { campaign: { slug: string } }
  return `/c/${found.slug}/donate`
}

async function donateAs(page: Page, address: string, donor: { email: string; amount: string }) {
  await page.goto(address)
  await page.getByRole('textbox', { name: 'Amount' }).fill(donor.amount)
  await page.getByLabel('Email address').fill(donor.email)
  await page.getByText('How you appear').click()
  await page.getByLabel('Email me updates and thank-yous from the organiser').check()
  await page.getByLabel('Share my email with the organiser').check()
  await page.getByRole('button', { name: 'Pay now!' }).click()
  await payWithCard(page, goodCard)
  await expect(
    page.getByRole('heading', { name: 'Thank you! Your donation went through.' }),
  ).toBeVisible()
}
