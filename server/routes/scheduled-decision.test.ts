import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { reviewQueueSchema } from '#shared/review.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { storeKinds } from '#test/support/campaigns/hosted-content.ts'
import { deleteJobs, listWaitingJobs, retryJobsNow, runJobs } from '#test/support/database/jobs.ts'
import { ada, as, bola, chidi, createPerson, type Person } from '#test/support/people/people.ts'
import { openStoreApps } from '#test/support/campaigns/store-apps.ts'

const { database, owner: databaseOwner, empty } = await testDatabase()
// Longer than any test.
const delayed = { decisionDelayMs: 3_600_000 }
const { apps, emptyHosted, createOwner } = await openStoreApps(database, delayed)
const femi = { ...bola, uid: 'femi', email: 'femi@example.com', roles: ['reviewer' as const] }
const reason = 'Please say how the money will be spent.'
const decisions = ['approve', 'reject'] as const
const outcomes = { approve: 'approved', reject: 'rejected' } as const

describe.each(storeKinds)('with the %s content store', (kind) => {
  const { app, content, history, tasks } = apps[kind]
  let reviewer: Person
  let second: Person

  beforeEach(async () => {
    await empty()
    await emptyHosted()
    await deleteJobs(databaseOwner)
    await createOwner(kind)
    reviewer = await createPerson(database, chidi)
    second = await createPerson(database, femi)
  })

  async function send(
    who: Person,
    { id, action, version = 0 }: { id: string; action: string; version?: number },
  ) {
    const body = { version, reason }
    const response = await as(app, who)(`/api/reviews/${id}/${action}`, { method: 'POST', body })
    if (response.status === 204) return 'done'
    return z.parse(refusalSchema, await response.json()).error.code
  }
  const undo = (who: Person, id: string) => send(who, { id, action: 'undo' })
  const getStatus = async (id: string) => (await content.findCampaign(id))?.status
  const insert = () => insertCampaignBy(content, ada, 'pending')

  async function findItem(who: Person, id: string) {
    const response = await as(app, who)('/api/reviews')
    const { items } = z.parse(reviewQueueSchema, await response.json())
    return items.find(({ campaign }) => campaign.id === id)
  }

  const countWaitingReads = () =>
    databaseOwner.value(
      z.int(),
      sql`select count(*)::integer from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )

  async function passDelay() {
    await retryJobsNow(databaseOwner)
    await runJobs(
      databaseOwner,
      tasks.filter(({ name }) => name === 'apply-decision'),
    )
  }

  it.each(decisions)('%s takes effect after the delay', async (action) => {
    const { id } = await insert()
    expect(await send(reviewer, { id, action })).toBe('done')
    expect(await getStatus(id)).toBe('pending')
    expect(await history.list(id)).toEqual([])
    const scheduled = (await findItem(reviewer, id))?.scheduled
    expect(scheduled).toMatchObject({ event: action, isOwn: true })
    expect(scheduled?.secondsLeft).toBeGreaterThan(3_500)
    expect(scheduled?.secondsLeft).toBeLessThanOrEqual(3_600)
    expect(await findItem(second, id)).toMatchObject({ scheduled: { isOwn: false } })

    await passDelay()
    expect(await getStatus(id)).toBe(outcomes[action])
    expect(await history.list(id)).toMatchObject([{ event: action, actorUid: chidi.uid }])
    expect(await undo(reviewer, id)).toBe('decision-in-effect')
  })

  it.each(decisions)('%s can be undone, and made again', async (action) => {
    const { id } = await insert()
    await send(reviewer, { id, action })
    expect(await undo(reviewer, id)).toBe('done')
    expect(await undo(reviewer, id)).toBe('not-found')
    await passDelay()
    expect(await getStatus(id)).toBe('pending')
    expect(await findItem(reviewer, id)).toMatchObject({ scheduled: null, unapplied: null })

    expect(await send(reviewer, { id, action })).toBe('done')
    await passDelay()
    expect(await getStatus(id)).toBe(outcomes[action])
  })

  it('applies the decision of one of two reviewers, and others wait for it', async () => {
    const { id } = await insert()
    const answers = await Promise.all([
      send(reviewer, { id, action: 'approve' }),
      send(second, { id, action: 'reject' }),
    ])
    expect(answers.toSorted()).toEqual(['decision-under-way', 'done'])
    for (const action of ['approve', 'ask', 'reject'])
      expect(await send(second, { id, action })).toBe('decision-under-way')
    await passDelay()
    expect(await history.list(id)).toHaveLength(1)
  })

  it.each(decisions)('%s of what has changed is refused at once', async (action) => {
    const { id } = await insert()
    expect(await send(reviewer, { id, action, version: 1 })).toBe('campaign-changed')
    expect(await findItem(reviewer, id)).toMatchObject({ scheduled: null })
    expect(await listWaitingJobs(databaseOwner)).toEqual([])
  })

  it.each(decisions)('%s is not applied when the campaign changes before', async (action) => {
    const { id } = await insert()
    await send(reviewer, { id, action })
    const entry = { campaignId: id, event: 'answer', from: 'pending', to: 'pending' } as const
    await history.record(database, { ...entry, actorUid: ada.uid, at: new Date() })
    await passDelay()
    expect(await getStatus(id)).toBe('pending')
    expect(await findItem(reviewer, id)).toMatchObject({
      scheduled: null,
      unapplied: 'campaign-changed',
    })
    expect(await findItem(second, id)).toMatchObject({ scheduled: null, unapplied: null })
    expect(await undo(reviewer, id)).toBe('not-found')

    expect(await send(second, { id, action, version: 1 })).toBe('done')
    await passDelay()
    expect(await getStatus(id)).toBe(outcomes[action])
  })

  it('a decision that is applied while the queue is read is shown as scheduled or not at all', async () => {
    const { id } = await insert()
    await send(reviewer, { id, action: 'reject' })
    const client = await databaseOwner.pool.connect()
    await client.query('begin; lock table campaign_consent in access exclusive mode')
    const reading = findItem(reviewer, id)
    try {
      await expect.poll(countWaitingReads).toBe(1)
      await passDelay()
    } finally {
      await client.query('rollback')
      client.release()
    }
    const shown = await reading
    expect(shown === undefined || shown.scheduled?.isOwn).toBe(true)
    expect(await getStatus(id)).toBe('rejected')
  })

  it('a decision of a reviewer who has lost the role is not applied', async () => {
    const { id } = await insert()
    await send(reviewer, { id, action: 'approve' })
    await databaseOwner.run(sql`delete from account_role where uid = ${chidi.uid}`)
    await passDelay()
    expect(await getStatus(id)).toBe('pending')
    expect(await findItem(second, id)).toMatchObject({ scheduled: null })
  })

  it('either the undo or the decision wins when both come at once', async () => {
    for (let round = 0; round < 8; round++) {
      const { id } = await insert()
      await send(reviewer, { id, action: 'approve' })
      await retryJobsNow(databaseOwner)
      const applying = passDelay()
      await new Promise((resolve) => setTimeout(resolve, round * 4))
      const answer = await undo(reviewer, id)
      await applying
      expect([answer, await getStatus(id), (await history.list(id)).length]).toEqual(
        answer === 'done' ? ['done', 'pending', 0] : ['decision-in-effect', 'approved', 1],
      )
    }
  })
})

const refusalSchema = z.object({ error: z.object({ code: z.string() }) })

it('applies a decision once when the job fails halfway and is repeated', async () => {
  const { app, content, history, tasks } = apps.embedded
  await empty()
  await createPerson(database, ada)
  const reviewer = await createPerson(database, chidi)
  const { id } = await insertCampaignBy(content, ada, 'pending')
  const request = { method: 'POST', body: { version: 0, reason } } as const
  await as(app, reviewer)(`/api/reviews/${id}/approve`, request)
  const own = tasks.filter(({ name }) => name === 'apply-decision')
  const run = async () => {
    await retryJobsNow(databaseOwner)
    await runJobs(databaseOwner, own)
  }

  await databaseOwner.pool.query('revoke insert on mail_outbox from ajo_app')
  await run()
  await databaseOwner.pool.query('grant insert on mail_outbox to ajo_app')
  expect((await content.findCampaign(id))?.status).toBe('pending')
  expect((await as(app, reviewer)(`/api/reviews/${id}/undo`, { method: 'POST' })).status).toBe(409)

  await run()
  await run()
  expect((await content.findCampaign(id))?.status).toBe('approved')
  expect(await history.list(id)).toHaveLength(1)
  const rows = z.object({ count: z.int() })
  expect(
    await databaseOwner.row(rows, sql`select count(*)::int as count from mail_outbox`),
  ).toEqual({ count: 1 })
})
