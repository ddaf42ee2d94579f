import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { openDrafts } from '#server/campaigns/submission/drafts.ts'
import { sql } from '#server/database/sql.ts'
import { diskImages } from '#server/images/disk-images.ts'
import { openPictures } from '#server/images/pictures.ts'
import { outbox } from '#server/mail/outbox.ts'
import { embeddedContent } from '#server/providers/content/embedded.ts'
import { embeddedIdentity } from '#server/providers/identity/embedded.ts'
import { isRefusal } from '#server/providers/identity/identity.ts'
import { sealingWith } from '#server/runtime/sealing.ts'
import { categories } from '#shared/campaign.ts'
import { daysLeft } from '#shared/day.ts'
import { testDatabase } from '#test/database.ts'

import { seedSampleData } from './seed.ts'

const { database, owner: everything } = await testDatabase()
const publicUrl = 'http://localhost:3000'
const now = () => new Date()
const dataDir = mkdtempSync(join(tmpdir(), 'ajo-seed-'))
const images = diskImages(dataDir)
const content = embeddedContent(database)
const services = {
  config: { publicUrl },
  database,
  content,
  sealing: sealingWith('a secret of the tests, long enough to be one'),
  pictures: openPictures({ database, images, now }),
  drafts: openDrafts({ database, now }),
}

let people: Awaited<ReturnType<typeof seedSampleData>>

beforeAll(async () => {
  people = await seedSampleData(services)
}, 120_000)
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

async function campaigns(status: 'approved' | 'pending' | 'rejected') {
  return (await content.listCampaigns({ status }, { limit: 50 })).campaigns
}

const one = <Shape extends z.core.$ZodShape>(shape: Shape, question: ReturnType<typeof sql>) =>
  everything.row(z.object(shape), question)

describe('the sample data', () => {
  it('has twelve campaigns to give to, in all six categories, and some that have ended', async () => {
    const approved = await campaigns('approved')
    const open = approved.filter(({ endDate }) => (daysLeft(endDate) ?? 1) > 0)

    expect(open).toHaveLength(12)
    expect(new Set(open.map(({ category }) => category))).toEqual(new Set(categories))
    expect(approved.length - open.length).toBe(3)
    expect(await campaigns('pending')).toHaveLength(3)
    expect(await campaigns('rejected')).toHaveLength(2)
  })

  it('has a picture for each, of which none is a blank box and no two are alike', async () => {
    const all = [
      ...(await campaigns('approved')),
      ...(await campaigns('pending')),
      ...(await campaigns('rejected')),
    ].flatMap((campaign) => campaign.images)

    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    for (const { id, width, alt } of all) {
      expect(width).toBe(1280)
      expect(alt).not.toBe('')
      const { entropy } = await sharp(await images.read(id)).stats()
      expect(entropy).toBeGreaterThan(1.5)
    }
  })

  it('has some three hundred donations of the last ninety days, each paid for at the sandbox', async () => {
    const row = await one(
      { count: z.int(), oldest: z.date(), newest: z.date(), early: z.int() },
      sql`select count(*) as count, min(d.created_at) as oldest, max(d.created_at) as newest,
          count(*) filter (where d.created_at < c.created_at) as early
        from donation d join campaign c on c.id::text = d.campaign_id`,
    )
    const dayMs = 86_400_000

    expect(row?.count).toBeGreaterThan(280)
    expect(row?.early).toBe(0)
    expect(row?.newest.getTime()).toBeLessThan(Date.now())
    expect(row?.oldest.getTime()).toBeGreaterThan(Date.now() - 95 * dayMs)
    const paid = await one(
      { ours: z.int(), theirs: z.int() },
      sql`select (select sum(amount_kobo)::bigint from donation where state = 'paid') as ours,
        (select sum(amount)::bigint from sandbox.transaction where status = 'success') as theirs`,
    )
    expect(paid?.ours).toBeGreaterThan(0)
    expect(paid?.ours).toBe(paid?.theirs)
  })

  it('adds up: totals are the sums of the entries, and entries balance', async () => {
    const row = await one(
      { entries: z.int(), totals: z.int(), balance: z.int(), quarantined: z.int() },
      sql`select (select sum(raised_kobo)::bigint from ledger_entry) as entries,
        (select sum(raised_kobo)::bigint from campaign_total) as totals,
        (select sum(donor_kobo + owner_kobo + platform_kobo + provider_kobo)::bigint from ledger_entry) as balance,
        (select count(*) from quarantine) as quarantined`,
    )
    expect(row).toEqual({
      entries: row?.totals,
      totals: row?.totals,
      balance: 0,
      quarantined: 0,
    })
  })

  it('tells why a campaign was rejected, and sends nobody a mail', async () => {
    const row = await one(
      { reasons: z.int(), mails: z.int() },
      sql`select (select count(*) from campaign_history where to_status = 'rejected' and length(reason) > 50) as reasons,
        (select count(*) from mail_outbox) as mails`,
    )
    expect(row).toEqual({ reasons: 2, mails: 0 })
  })

  it('has one person of each role who can log in', async () => {
    const identity = embeddedIdentity({ database, outbox, publicUrl })

    expect(people.map(({ role }) => role)).toEqual(['admin', 'reviewer', 'owner', 'donor'])
    for (const { email, password } of people) {
      const answer = await identity.signIn({ email, password })
      expect(isRefusal(answer)).toBe(false)
    }
  })
})
