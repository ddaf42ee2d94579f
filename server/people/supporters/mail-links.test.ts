import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { StoredCampaign } from '#server/providers/content/content.ts'
import { caseReportsSchema, casesSchema } from '#shared/moderation.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { listMails, withOtherEnd } from '#test/support/mail/mails.ts'
import { findLink, pressLink } from '#test/support/mail/pressed-links.ts'
import { freshMoneyApp } from '#test/support/money/money-app.ts'
import {
  ada,
  as,
  bola,
  chidi,
  createPerson,
  testOrigin,
  unverified,
  visitor,
  type Person,
} from '#test/support/people/people.ts'

import { sql } from '../../platform/database/sql.ts'

const { at, database, owner, people } = await freshMoneyApp({ ada, chidi })
let campaign: StoredCampaign

beforeEach(async () => {
  campaign = await insertCampaignBy(at.content, ada, 'approved', { endDate: '2026-06-01' })
})

const stranger = 'stranger@example.com'

/** A paid donation with updates, through the form. */
async function donate(email: string, who: Person | typeof visitor = visitor) {
  const response = await as(at.app, who)(`/api/campaigns/${campaign.id}/donations`, {
    method: 'POST',
    body: { amount: '100', email, updates: true },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(response.status).toBe(201)
  await at.pay(at.provider.lastReference())
  await at.runJobs()
}

async function thank(message: string) {
  const response = await as(at.app, people.ada)(
    `/api/campaigns/${campaign.id}/thank-you-messages`,
    {
      method: 'POST',
      body: { message, minimum: '50' },
      headers: { 'idempotency-key': randomUUID() },
    },
  )
  await at.runJobs()
  return response.status
}

async function findMail(email: string, subject: string) {
  const mails = await listMails(database, email)
  return mails.findLast((mail) => mail.subject.includes(subject)) ?? { text: '', html: '' }
}

const press = (path: string) => pressLink(at.app, path)
/** The link to confirm the address in the receipt's mail. */
const findConfirmation = async () =>
  findLink([await findMail(stranger, 'receipt')], '/confirm-address/')

describe("an organiser's message", () => {
  it('does not reach an address that its owner has not confirmed', async () => {
    await donate(stranger)
    expect(await thank('Your account is closed: https://evil.example/login')).toBe(409)
    expect((await findMail(stranger, 'thank-you')).text).toBe('')
  })

  it("reaches the address after one click in the receipt's mail", async () => {
    await donate(stranger)
    const link = await findConfirmation()
    // Mail programs open links, which must change nothing.
    await as(at.app, visitor)(link)
    expect(await thank('Thanks')).toBe(409)

    const confirmed = await press(link)
    expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, `${link}?done`])
    expect(await thank('Thanks')).toBe(202)
    expect((await findMail(stranger, 'thank-you')).text).toContain('Thanks')
  })

  it('reaches the verified account of the donor, whose receipt asks for no confirmation', async () => {
    const donor = await createPerson(database, bola)
    await donate(donor.email, donor)
    expect((await findMail(donor.email, 'receipt')).text).not.toContain('/confirm-address/')
    expect(await thank('Thanks')).toBe(202)
  })

  it("does not reach a stranger's address that a verified or an unverified account typed", async () => {
    await donate(stranger, await createPerson(database, bola))
    const other = { ...unverified(chidi), uid: randomUUID(), email: 'new@example.com' }
    await donate(other.email, await createPerson(database, other))
    expect(await thank('Thanks')).toBe(409)
  })

  it('shows the links of the organiser as text, and only our own pages as links', async () => {
    await donate(stranger)
    await press(await findConfirmation())
    await thank('Log in at https://evil.example/login\n\n<a href="https://evil.example">here</a>')
    const { html } = await findMail(stranger, 'thank-you')
    expect(html).toContain('https://evil.example/login')
    const targets = [...html.matchAll(/href="([^"]*)"/g)].map(([, url = '']) => new URL(url).origin)
    expect(new Set(targets)).toEqual(new Set([testOrigin]))
    expect(html).toContain('Ajo has not checked it')
  })

  it('is reported to the reviewers with one click and without login, once', async () => {
    await donate(stranger)
    await press(await findConfirmation())
    await thank('Send me your password')
    const link = findLink([await findMail(stranger, 'thank-you')], '/report-message/')
    for (let click = 0; click < 3; click++) expect((await press(link)).status).toBe(303)

    const asReviewer = as(at.app, people.chidi)
    const { cases } = z.parse(casesSchema, await (await asReviewer('/api/cases')).json())
    expect(cases).toMatchObject([{ campaignId: campaign.id, title: campaign.title, reports: 1 }])
    const answer = await asReviewer(`/api/cases/${cases[0]?.id}/reports`)
    const { reports } = z.parse(caseReportsSchema, await answer.json())
    expect(reports.map(({ details }) => details)).toEqual([
      'A donor reported this thank-you message: Send me your password',
    ])
  })

  it.each(['/confirm-address/', '/report-message/'])(
    'refuses a forged link to %s',
    async (path) => {
      await donate(stranger)
      const link = await findConfirmation()
      const forged = withOtherEnd(link.split('/').at(-1) ?? '')
      expect((await press(path + forged)).status).toBe(404)
      expect(await thank('Thanks')).toBe(409)
    },
  )
})

it('reports no message with the link that confirms an address', async () => {
  await donate(stranger)
  const link = await findConfirmation()
  expect((await press(link.replace('confirm-address', 'report-message'))).status).toBe(404)
})

it('forgets a confirmed address together with its account', async () => {
  const donor = await createPerson(database, bola, { password: 'mango rain 47' })
  await donate(donor.email, donor)
  const answer = await as(at.app, donor)('/api/account/deletion', {
    method: 'POST',
    body: { currentPassword: 'mango rain 47' },
  })
  expect(answer.status).toBe(204)
  const left = await owner.rows(z.unknown(), sql`select * from confirmed_donor_address`)
  expect(left).toEqual([])
})
