import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { campaignFormSchema } from '#shared/campaign-edit.ts'
import { campaignResponseSchema, type CampaignForm } from '#shared/campaign.ts'
import { consentListSchema } from '#shared/consent.ts'
import { problemSchema } from '#shared/errors.ts'
import { invalid } from '#shared/text/invalid.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { campaignForm } from '#test/support/campaigns/campaigns.ts'
import { jpeg } from '#test/support/campaigns/image-files.ts'
import { ada, as, chidi, createPerson, dada, type Person } from '#test/support/people/people.ts'

const { database, owner: databaseOwner, people } = await freshDatabase({ owner: ada })
const { owner } = people
const { app, images } = await openCampaignApp(database)
const file = await jpeg()

let form: CampaignForm

beforeEach(async () => {
  const { id } = await images.add(ada.uid, file)
  form = campaignForm([{ id, alt: 'The clinic' }])
})

const health = {
  category: 'Health',
  healthConsentBy: 'Bisi, the patient',
  healthConsent: true,
} as const
const child = { aboutChild: true, guardian: 'parent', childConsent: true } as const

const submit = (change: Partial<CampaignForm>) =>
  as(app, owner)('/api/campaigns', {
    method: 'POST',
    body: { ...form, ...change },
    headers: { 'idempotency-key': randomUUID() },
  })
async function submitted(change: Partial<CampaignForm>) {
  const response = await submit(change)
  expect(response.status).toBe(201)
  return z.parse(campaignResponseSchema, await response.json()).campaign.id
}
async function list(id: string, who = owner) {
  const response = await as(app, who)(`/api/campaigns/${id}/consents`)
  return z.parse(consentListSchema, await response.json()).consents
}

describe('a campaign about health or a child', () => {
  it.each([
    [{ category: 'Health' }, 'healthConsent', invalid.healthConsent],
    [{ aboutHealth: true }, 'healthConsentBy', invalid.healthConsentBy],
    [{ ...health, healthConsent: false }, 'healthConsent', invalid.healthConsent],
    [{ aboutChild: true, childConsent: true }, 'guardian', invalid.guardian],
    [{ ...child, childConsent: false }, 'childConsent', invalid.childConsent],
  ] as const)('is refused without the consent: %j', async (change, field, message) => {
    const response = await submit(change)

    expect(response.status).toBe(400)
    const { error } = z.parse(problemSchema, await response.json())
    expect(error.fields?.[field]).toEqual([message])
  })

  it('stores who agreed, when, and the version of the sentence', async () => {
    const id = await submitted({ ...health, ...child })

    const consents = await list(id)
    expect(consents).toEqual([
      expect.objectContaining({ kind: 'child', givenBy: 'parent', sentenceVersion: '1' }),
      expect.objectContaining({ kind: 'health', givenBy: 'Bisi, the patient', withdrawnAt: null }),
    ])
    const reviewer = await createPerson(database, chidi)
    expect(await list(id, reviewer)).toEqual(consents)
  })

  it('stores nothing for another campaign', async () => {
    expect(await list(await submitted({}))).toEqual([])
  })
})

describe('a consent', () => {
  const withdraw = (id: string, who: Person) =>
    as(app, who)(`/api/campaigns/${id}/consents/health`, { method: 'DELETE' })

  it('is in the form of an edit, and a form without it withdraws it', async () => {
    const id = await submitted({ aboutHealth: true, healthConsentBy: 'Bisi', healthConsent: true })
    const response = await as(app, owner)(`/api/campaigns/${id}/form`)
    const { values } = z.parse(campaignFormSchema, await response.json())
    expect(values).toMatchObject({ aboutHealth: true, healthConsentBy: 'Bisi', aboutChild: false })

    const save = (change: object) =>
      as(app, owner)(`/api/campaigns/${id}`, { method: 'PUT', body: { ...values, ...change } })
    await save({})
    expect(await list(id)).toHaveLength(1)
    expect((await save({ aboutHealth: false, healthConsent: false })).status).toBe(200)

    expect(await list(id)).toEqual([
      expect.objectContaining({ kind: 'health', withdrawnAt: expect.any(String) }),
    ])
  })

  it('is withdrawn by an admin for the person concerned, and the owner is asked to remove the data', async () => {
    const id = await submitted(health)
    const admin = await createPerson(database, dada)

    expect((await withdraw(id, admin)).status).toBe(204)
    expect((await withdraw(id, admin)).status).toBe(204)

    expect((await list(id))[0]?.withdrawnAt).not.toBeNull()
    const mails = await databaseOwner.rows(
      z.object({ text: z.string() }),
      sql`select text from mail_outbox where subject like 'A consent was withdrawn%'`,
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Please remove what is about them from the story')
  })
})
