import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'

import type { DonationForm } from '#shared/donation.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { listMails } from '#test/support/mail/mails.ts'
import { requestRefundLink } from '#test/support/money/refund-link.ts'
import { openMoneyApp } from '#test/support/money/money-app.ts'
import { ada, as, createPerson, dada, visitor } from '#test/support/people/people.ts'

const { database, owner } = await testDatabase()

it('names no donor’s address in any mail to the organiser from the payment to the cancellation', async () => {
  const at = await openMoneyApp({ database, owner })
  const organiser = await createPerson(database, ada)
  const admin = await createPerson(database, dada)
  const campaign = await insertCampaignBy(at.content, ada, 'approved', { endDate: '2026-06-01' })
  const path = `/api/campaigns/${campaign.id}`
  const post = (who: typeof organiser | typeof visitor, to: string, body: object) =>
    as(at.app, who)(to, { method: 'POST', body, headers: { 'idempotency-key': randomUUID() } })

  const donate = async (email: string, form: Partial<DonationForm> = {}) => {
    const started = await at.startDonation(email, {
      campaign,
      form: { name: 'Ngozi', updates: true, ...form },
    })
    await at.confirmedAddresses.confirmAccount(email)
    const reference = at.provider.lastReference()
    await at.pay(reference, { paidAt: at.clock.now })
    at.pass(1_000)
    const found = await at.donations.findDonation(started.accessCode)
    return { id: found?.id ?? '', accessCode: started.accessCode, reference }
  }
  const regretful = await donate('regretful@unticked-mail.example')
  const refunded = await donate('refunded@unticked-mail.example', { anonymous: true })
  const failing = await donate('failing@unticked-mail.example')
  const disputed = await donate('disputed@unticked-mail.example')
  await donate('settled@unticked-mail.example')

  expect((await post(organiser, `${path}/thank-you-messages`, message)).status).toBe(202)
  const email = 'regretful@unticked-mail.example'
  const token = await requestRefundLink(at, database, { ...regretful, email })
  const asked = await post(visitor, `/api/donations/${token}/refund`, {})
  expect(asked.status).toBe(201)
  const reason = { reason: 'Given twice' }
  expect((await post(organiser, `/api/donations/${refunded.id}/refund`, reason)).status).toBe(201)
  at.provider.addRefund(failing.reference, { status: 'failed' })
  const { disputeId } = at.provider.addDispute(disputed.reference)
  const settle = async () => {
    at.pass(1_000)
    for (const task of ['reconcile-reversals', 'reconcile-settlements']) await at.runTask(task)
    await at.runJobs()
  }
  await settle()
  at.provider.updateDispute(disputeId, { status: 'resolved', resolution: 'merchant-accepted' })
  await settle()
  expect(
    (await post(admin, `${path}/cancel`, { reason: 'The organiser moved away for good.' })).status,
  ).toBeLessThan(300)
  await settle()

  const mails = await listMails(database)
  const toDonors = mails.filter(({ recipient }) => recipient.endsWith('unticked-mail.example'))
  expect(toDonors.length).toBeGreaterThan(10)
  const toOrganiser = mails.filter(({ recipient }) => recipient === ada.email)
  expect(toOrganiser.length).toBeGreaterThan(1)
  for (const { subject, text, html } of toOrganiser)
    expect(`${subject}\n${text}\n${html}`).not.toMatch(/unticked-mail/i)
})

const message = { message: 'The pump is in.', minimum: '50' }
