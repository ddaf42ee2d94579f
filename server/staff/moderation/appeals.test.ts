import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import type { StoredCampaign } from '#server/providers/content/content.ts'
import {
  appealsSchema,
  type Appeal,
  campaignDecisionSchema,
  decisionKinds,
  type DecisionKind,
} from '#shared/moderation.ts'
import { approvalReason, insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { startDuring } from '#test/support/database/during-transaction.ts'
import { storeKinds } from '#test/support/campaigns/hosted-content.ts'
import { listMails } from '#test/support/mail/mails.ts'
import { moderate, named, question, takedownForm } from '#test/support/campaigns/moderation.ts'
import {
  ada,
  as,
  chidi,
  createPerson,
  dada,
  visitor,
  type Person,
} from '#test/support/people/people.ts'
import { openStoreApps } from '#test/support/campaigns/store-apps.ts'

const { database, owner: databaseOwner, empty } = await testDatabase()
const { apps, emptyHosted, createOwner } = await openStoreApps(database)
const text = 'The photos are ours. The page of the village names us.'
const answer = 'The page of the village names the organiser.'

describe.each(storeKinds)('with the %s content store', (kind) => {
  const { app, content } = apps[kind]
  const { report, findCase, act } = moderate(app)
  let owner: Person
  let approver: Person
  /** Made the decision. */
  let first: Person
  let second: Person
  let campaign: StoredCampaign

  beforeEach(async () => {
    await empty()
    await emptyHosted()
    owner = await createOwner(kind)
    approver = await createPerson(database, named('femi', ['reviewer']))
    first = await createPerson(database, chidi)
    second = await createPerson(database, dada)
    const { id } = await insertCampaignBy(content, ada, 'pending')
    campaign = await find(id)
  })

  const find = async (id = campaign.id) => {
    const found = await content.findCampaign(id)
    if (!found) throw new Error('the campaign was not found')
    return found
  }
  const post = async (who: Person, path: string, body: object) =>
    (await as(app, who)(`/api/${path}`, { method: 'POST', body })).status
  const appeal = (words = text) => post(owner, `campaigns/${campaign.id}/appeals`, { text: words })
  const readDecision = async () => {
    const response = await as(app, owner)(`/api/campaigns/${campaign.id}/decision`)
    return z.parse(campaignDecisionSchema, await response.json())
  }
  const readAppeals = async (who: Person, search = '') =>
    z.parse(appealsSchema, await (await as(app, who)(`/api/appeals${search}`)).json())
  const listAppeals = async (who: Person) => (await readAppeals(who)).appeals
  const decide = async (who: Person, outcome: 'uphold' | 'overturn', id?: number) => {
    const found = id ?? (await listAppeals(who))[0]?.id
    return post(who, `appeals/${found}/${outcome}`, { reason: answer })
  }
  const listAnswers = async () =>
    (await listMails(databaseOwner)).filter(({ subject }) => subject.startsWith('Your appeal'))
  const countFreezes = async () =>
    (await database.rows(z.object({}), sql`select from campaign_freeze`)).length
  const statusForVisitor = async () =>
    (await as(app, visitor)(`/api/campaigns/${campaign.id}`)).status

  /** The first reviewer rejects, freezes or takes down the campaign. */
  const make = async (decision: DecisionKind) => {
    if (decision === 'rejection') {
      const rejection = { version: 0, ground: 'unclear', reason: question }
      expect(await post(first, `reviews/${campaign.id}/reject`, rejection)).toBe(204)
      return
    }
    const approval = { version: 0, reason: approvalReason }
    expect(await post(approver, `reviews/${campaign.id}/approve`, approval)).toBe(204)
    await report(campaign.id)
    const { id } = await findCase(first, campaign.id)
    const [action, body] =
      decision === 'freeze' ? ['freeze', { reason: question }] : ['takedown', takedownForm]
    expect((await act(first, id, String(action), Object(body))).status).toBe(204)
  }
  /** As if the decision had been made so long ago. */
  const age = async (days: number) => {
    const interval = `${days} days`
    await databaseOwner.run(
      sql`update moderation_decision set at = at - ${interval}::interval where ended_at is null`,
    )
    await databaseOwner.run(
      sql`update campaign_history set at = at - ${interval}::interval where event = 'reject'`,
    )
  }

  const after = {
    rejection: { decided: 'rejected', upheld: 'rejected', overturned: 'pending' },
    freeze: { decided: 'approved', upheld: 'approved', overturned: 'approved' },
    takedown: { decided: 'taken-down', upheld: 'taken-down', overturned: 'approved' },
  } as const

  describe.each(decisionKinds)('an appeal against a %s', (decision) => {
    beforeEach(() => make(decision))

    it('undoes the decision once it is overturned, and mails the organiser why', async () => {
      expect(await find()).toMatchObject({ status: after[decision].decided })
      expect(await readDecision()).toMatchObject({
        statement: { kind: decision },
        appeal: null,
        canAppeal: true,
      })
      expect(await appeal()).toBe(204)
      expect(await listAppeals(second)).toMatchObject([
        { campaignId: campaign.id, kind: decision, text, isInForce: true, conflicts: [] },
      ])
      expect(await decide(second, 'overturn')).toBe(204)

      expect(await find()).toMatchObject({ status: after[decision].overturned })
      expect(await countFreezes()).toBe(0)
      expect(await readDecision()).toMatchObject({
        statement: null,
        appeal: { outcome: 'overturned', reason: answer },
        canAppeal: false,
      })
      expect(await statusForVisitor()).toBe(decision === 'rejection' ? 404 : 200)
      const [mail, ...others] = await listAnswers()
      expect([mail?.recipient, others]).toEqual([ada.email, []])
      expect(mail?.text).toContain(answer)
      expect(mail?.text).not.toContain('Dada')
      expect(await listAppeals(second)).toEqual([])
    })

    it('leaves the decision in force once it is upheld, and cannot be repeated', async () => {
      await appeal()
      expect(await decide(second, 'uphold')).toBe(204)
      expect(await find()).toMatchObject({ status: after[decision].upheld })
      expect(await countFreezes()).toBe(decision === 'rejection' ? 0 : 1)
      expect(await readDecision()).toMatchObject({
        statement: { kind: decision },
        appeal: { outcome: 'upheld' },
        canAppeal: false,
      })
      expect(await appeal()).toBe(409)
      expect(await listAnswers()).toHaveLength(1)
    })

    it('is possible for 30 days', async () => {
      await age(31)
      expect(await readDecision()).toMatchObject({ canAppeal: false })
      expect(await appeal()).toBe(409)
      await age(-2)
      expect(await readDecision()).toMatchObject({ canAppeal: true })
      expect(await appeal()).toBe(204)
    })
  })

  it('is named in the mail about a rejection', async () => {
    await make('rejection')
    const mails = await databaseOwner.rows(
      z.object({ text: z.string() }),
      sql`select text from mail_outbox where subject like 'Your campaign was not approved%'`,
    )
    expect(mails).toMatchObject([
      { text: expect.stringContaining('you can appeal on your campaign page within 30 days') },
    ])
  })

  it('refuses a second appeal while the first is open, and a second decision', async () => {
    await make('freeze')
    expect(await Promise.all([appeal(), appeal()])).toEqual(expect.arrayContaining([204, 409]))
    expect(await appeal()).toBe(409)
    const [open] = await listAppeals(second)
    expect(await decide(second, 'uphold', open?.id)).toBe(204)
    expect(await decide(second, 'overturn', open?.id)).toBe(409)
    expect(await countFreezes()).toBe(1)
  })

  it('refuses to overturn a decision that was withdrawn already', async () => {
    await make('takedown')
    await appeal()
    const { id } = await findCase(first, campaign.id)
    expect((await act(first, id, 'restore')).status).toBe(204)
    expect(await listAppeals(second)).toMatchObject([{ isInForce: false, reason: '' }])
    expect(await decide(second, 'overturn')).toBe(409)
    expect(await decide(second, 'uphold')).toBe(204)
    expect(await find()).toMatchObject({ status: 'approved' })
  })

  it('refuses to overturn a freeze at the moment of a takedown, which keeps donations from the campaign', async () => {
    await make('freeze')
    await appeal()
    const [open] = await listAppeals(second)
    const takedown = [
      sql`update campaign_freeze set unfreeze_asked_by = null`,
      sql`insert into moderation_decision (
            campaign_id, case_id, kind, ground, public_reason, reason, report_reasons, actor_uid, at, status_before)
          select campaign_id, case_id, 'takedown', 'fraud', reason, reason, report_reasons, actor_uid, at, 'approved'
          from moderation_decision`,
    ]
    expect(await startDuring(database, takedown, () => decide(second, 'overturn', open?.id))).toBe(
      409,
    )
    expect(await countFreezes()).toBe(1)
    expect(await listAppeals(second)).toMatchObject([{ id: open?.id }])
  })

  it('has one outcome, and the campaign the status of it, when two reviewers decide at the same moment', async () => {
    await make('takedown')
    await appeal()
    const third = await createPerson(database, named('gbenga', ['reviewer']))
    const [open] = await listAppeals(second)
    const held = [sql`update moderation_appeal set text = text`]
    const statuses = await startDuring(database, held, () =>
      Promise.all([decide(second, 'uphold', open?.id), decide(third, 'overturn', open?.id)]),
    )
    expect(statuses.toSorted()).toEqual([204, 409])
    const outcome = statuses[0] === 204 ? 'upheld' : 'overturned'
    expect(await find()).toMatchObject({ status: after.takedown[outcome] })
    expect(await readDecision()).toMatchObject({ appeal: { outcome } })
  })

  it('is a row of a list, which begins with what its reader may decide', async () => {
    await make('freeze')
    await appeal()
    const conflicts = async (who: Person) => (await listAppeals(who)).map((each) => each.conflicts)
    expect(await conflicts(first)).toEqual([['decided']])
    expect(await conflicts(approver)).toEqual([['approved']])
    const { id: decidable } = await insertCampaignBy(content, ada, 'approved')
    await databaseOwner.run(sql`
      insert into moderation_appeal (campaign_id, title, owner_uid, kind, decided_by, decided_at, text, at)
      values (${decidable}, 'A roof', ${ada.uid}, 'takedown', ${dada.uid}, now(), ${text}, now() + interval '1 hour')`)
    const list = async (who: Person, search: string) => {
      const { total, appeals } = await readAppeals(who, search)
      const wait = (each: Appeal) => (Date.parse(each.dueAt) - Date.parse(each.at)) / 3_600_000
      expect(appeals.map(wait)).toEqual(appeals.map(() => 72))
      return [total, ...appeals.map(({ campaignId }) => campaignId)]
    }
    expect(await list(first, '')).toEqual([2, decidable, campaign.id])
    expect(await list(second, '')).toEqual([2, campaign.id, decidable])
    expect(await list(second, '?order=newest')).toEqual([2, decidable, campaign.id])
    expect(await list(second, '?kind=freeze')).toEqual([1, campaign.id])
    expect(await list(second, '?q=roof')).toEqual([1, decidable])
    expect(await list(second, `?q=${encodeURIComponent(campaign.title)}`)).toEqual([1, campaign.id])
  })

  it('is not possible without a decision and without words', async () => {
    expect(await appeal()).toBe(409)
    await make('rejection')
    expect(await appeal('No.')).toBe(400)
  })
})
