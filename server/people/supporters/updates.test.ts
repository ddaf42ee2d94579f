import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { seededRandom } from '#dev/sample-data/seed.ts'
import { campaignListSchema } from '#shared/campaign.ts'
import { campaignUpdatesSchema } from '#shared/campaign-update.ts'
import { problemSchema } from '#shared/errors.ts'
import { freshCampaignMoneyApp } from '#test/support/campaigns/campaign-money-app.ts'
import { Killed, killableDatabase, killSwitch } from '#test/kill/kill-switch.ts'
import { deliverMails } from '#test/support/mail/mail-outbox.ts'
import { listMails } from '#test/support/mail/mails.ts'
import { moderate, takedownForm } from '#test/support/campaigns/moderation.ts'
import {
  as,
  chidi,
  createPerson,
  signInAgain,
  visitor,
  type Person,
} from '#test/support/people/people.ts'

import { sql } from '../../platform/database/sql.ts'
import { openCampaignUpdates } from './updates.ts'

const { at, campaign, organiser, stranger, donate, database, owner } = await freshCampaignMoneyApp()

/** A paid donation. Returns the address. */
async function give({ updates = true } = {}): Promise<string> {
  const email = `${randomUUID()}@example.com`
  await donate(email, { updates })
  if (updates) await at.confirmedAddresses.confirmAccount(email)
  return email
}

const path = () => `/api/campaigns/${campaign.id}/updates`
const pump = { title: 'The pump is here', text: 'It works.\n\nThe pipes come next.' }
const publish = (body: object = pump, key: string = randomUUID()) =>
  as(at.app, organiser)(path(), { method: 'POST', body, headers: { 'idempotency-key': key } })
const read = async (query = '', who: Person | typeof visitor = visitor) =>
  campaignUpdatesSchema.parse(await (await as(at.app, who)(`${path()}${query}`)).json())
const listSubjects = async (email: string) =>
  (await listMails(database, email))
    .map(({ subject }) => subject)
    .filter((subject) => subject.startsWith('Update from'))

const search = async (words: string) => {
  const response = await as(at.app, visitor)(`/api/campaigns?q=${encodeURIComponent(words)}`)
  const { campaigns, suggestion } = campaignListSchema.parse(await response.json())
  return { found: campaigns.map(({ id }) => id), suggestion }
}

type Window = { base: string; words: string[] }

/** Windows that open an update, type and save. A refused one shows the newer texts and may save again. Returns the sent words that are nowhere. */
async function playUpdate(random: () => number) {
  const show = async () => {
    const [update] = (await read()).updates
    if (!update) throw new Error('there is no update')
    return update
  }
  const toWords = (version?: { text: string }) => version?.text.match(/word\d+/g) ?? []
  const sent = new Set<string>()
  const open = new Map<number, Window>()
  const save = async (number: number, window: Window) => {
    const { id } = await show()
    for (const word of window.words) sent.add(word)
    const text = `It works. ${window.words.join(' ')}`
    const body = { ...pump, text, base: window.base }
    const { status } = await as(at.app, organiser)(`${path()}/${id}`, { method: 'PUT', body })
    if (status !== 204 && status !== 409) throw new Error(`the edit was answered with ${status}`)
    // An answer may be lost.
    if (random() < 0.2) return
    if (status === 204) open.delete(number)
    else window.base = toBase(await show())
  }
  for (let step = 0; step < 14; step++) {
    const number = Math.floor(random() * 3)
    const window = open.get(number)
    const chance = random()
    if (!window) {
      const update = await show()
      open.set(number, { base: toBase(update), words: toWords(update) })
    } else if (chance < 0.45) window.words.push(`word${step}`)
    else if (chance < 0.8) await save(number, window)
    else await Promise.all([...open].map(([each, another]) => save(each, another)))
    at.pass(1_000)
  }
  const [update] = (await read('', organiser)).updates
  const held = new Set(
    [update, ...(update?.earlier ?? []), ...(update?.kept ?? [])].flatMap(toWords),
  )
  return [...sent].filter((word) => !held.has(word))
}

const toBase = ({ editedAt, at: writtenAt }: { editedAt: string | null; at: string }) =>
  editedAt ?? writtenAt

describe('an update', () => {
  it('is searched, with or without tone marks, until it is hidden', async () => {
    await publish({ title: 'Ẹ̀rọ omi', text: 'The turbine has arrived.' })
    for (const words of ['turb arriv', 'ero OMI'])
      expect((await search(words)).found).toEqual([campaign.id])
    expect((await search('turbine school')).found).toEqual([])
    await database.run(sql`update campaign_update set hidden_at = now(), hidden_by = 'x'`)
    expect((await search('turbine')).found).toEqual([])
  })

  it('of an ended campaign is searched too', async () => {
    await publish({ title: 'News', text: 'The turbine has arrived.' })
    await at.content.changeCampaign(campaign.id, { to: 'ended' })
    expect((await search('turbine')).found).toEqual([campaign.id])
  })

  it('is read by everyone, newest first, and as RSS', async () => {
    for (const title of ['First <b>', 'Second']) {
      expect((await publish({ ...pump, title })).status).toBe(201)
      at.pass(60_000)
    }
    const first = await read('?limit=1')
    expect(first).toMatchObject({
      updates: [{ title: 'Second', text: pump.text, editedAt: null, earlier: [] }],
      canWrite: false,
      canHide: false,
    })
    expect((await read(`?limit=1&before=${first.next}`)).updates).toMatchObject([
      { title: 'First <b>' },
    ])
    const feed = await as(at.app, visitor)(`/c/${campaign.slug}/updates.rss`)
    expect(feed.headers.get('content-type')).toContain('application/rss+xml')
    expect(await feed.text()).toContain('<title>First &lt;b&gt;</title>')
  })

  it('is mailed once to each donor who agreed, and to no one else', async () => {
    const agreed = await give()
    const silent = await give({ updates: false })
    const left = await give()
    const { unsubscribe, sealing } = at
    const donorKey = sealing.fingerprint('donor', left).toString('hex')
    await unsubscribe.unsubscribe({ campaignId: campaign.id, donorKey })

    const key = randomUUID()
    expect(await (await publish(pump, key)).json()).toEqual({ recipients: 1 })
    expect(await (await publish(pump, key)).json()).toEqual({ recipients: 1 })
    await at.runJobs()
    expect(await listSubjects(agreed)).toEqual([
      `Update from "${campaign.title}": The pump is here`,
    ])
    expect([...(await listSubjects(silent)), ...(await listSubjects(left))]).toEqual([])
    expect((await read()).updates).toHaveLength(1)
  })

  it('reaches each donor exactly once although the process is killed three times while it mails', async () => {
    const donors: string[] = []
    for (let count = 0; count < 7; count++) donors.push(await give())
    await publish()
    const [update] = (await read()).updates
    const payload = { campaignId: campaign.id, id: update?.id }
    const { sealing, outbox, config, content, now, ledger, expenses } = at
    const { mode } = at.payments
    const { publicUrl } = config
    const deps = { sealing, outbox, content, now, ledger, expenses, mode, publicUrl }
    for (const step of [5, 14, 23]) {
      const power = killSwitch()
      power.arm(step)
      const { task } = openCampaignUpdates({ ...deps, database: killableDatabase(database, power) })
      await expect(task.run(payload)).rejects.toBeInstanceOf(Killed)
    }
    await at.runJobs()
    for (const donor of donors) expect(await listSubjects(donor)).toHaveLength(1)
  })

  it('is mailed once to a donor who also follows, and to a follower who never donated', async () => {
    const both = await give()
    const follower = `${randomUUID()}@example.com`
    for (const email of [both, follower])
      await at.campaignFollowers.follow({ campaignId: campaign.id, email, language: 'en' })
    expect(await (await publish()).json()).toEqual({ recipients: 2 })
    await at.runJobs()
    for (const email of [both, follower]) expect(await listSubjects(email)).toHaveLength(1)
    const because = async (email: string) =>
      (await listMails(database, email)).findLast(({ subject }) => subject.startsWith('Update'))
        ?.text
    expect(await because(both)).toContain('when you donated')
    expect(await because(follower)).toContain('because you follow this campaign')
  })

  it('says how much of what was paid out is accounted for where there is a budget and a payout', async () => {
    const donor = await give()
    const line = { text: 'Pump', amount: 300_000_00 }
    const paid = async () => {
      await publish({ ...pump, title: randomUUID() })
      await at.runJobs()
      return (await listMails(database, donor)).at(-1)?.text
    }
    await owner.run(sql`update campaign_total set paid_out_kobo = 240000`)
    await owner.run(sql`
      insert into expense (campaign_id, owner_uid, line, amount_kobo, day, payee, document_id, written_at)
      values (${campaign.id}, 'uid', 'Pump', 180000, '2026-01-04', 'A shop', ${randomUUID()}, now())`)
    expect(await paid()).not.toContain('accounted for')
    await owner.run(sql`update campaign set budget = ${JSON.stringify([line])}::jsonb`)
    expect(await paid()).toContain('accounted for ₦1,800.00 of ₦2,400.00 that was paid out')
    await owner.run(sql`update campaign_total set paid_out_kobo = 0`)
    expect(await paid()).not.toContain('accounted for')
  })

  it('can be edited by its organiser, with its history, and is not mailed again', async () => {
    const donor = await give()
    await publish()
    await at.runJobs()
    const [update] = (await read()).updates
    const body = { ...pump, title: 'The pumps are here' }
    at.pass(60_000)
    await as(at.app, organiser)(`${path()}/${update?.id}`, { method: 'PUT', body })
    await at.runJobs()
    expect((await read()).updates).toMatchObject([
      {
        title: 'The pumps are here',
        editedAt: '2026-05-01T09:02:00.000Z',
        earlier: [{ ...pump, at: '2026-05-01T09:01:00.000Z' }],
      },
    ])
    expect(await listSubjects(donor)).toHaveLength(1)
  })

  it('keeps what another window saved, until the form shows it, and what was refused for 30 days', async () => {
    await publish()
    const [update] = (await read()).updates
    const put = (title: string, base?: string) =>
      as(at.app, organiser)(`${path()}/${update?.id}`, {
        method: 'PUT',
        body: { ...pump, title, ...(base !== undefined && { base }) },
      })
    at.pass(60_000)
    expect((await put('From the laptop', update?.at)).status).toBe(204)
    const late = await put('From the phone', update?.at)
    expect(late.status).toBe(409)
    expect(await late.json()).toMatchObject({ error: { code: 'draft-changed' } })
    const listKept = async (who: Person | typeof visitor) =>
      (await read('', who)).updates[0]?.kept?.map(({ title, text }) => ({ title, text }))
    const third = await signInAgain(database, organiser, at.now)
    expect(await listKept(third)).toEqual([{ ...pump, title: 'From the phone' }])
    expect([await listKept(visitor), await listKept(stranger)]).toEqual([[], []])
    const [newer] = (await read()).updates
    expect(newer?.title).toBe('From the laptop')
    at.pass(60_000)
    expect((await put('From the phone', newer?.editedAt ?? '')).status).toBe(204)
    expect((await read()).updates[0]?.earlier).toHaveLength(2)
    expect(await listKept(third)).toEqual([])
    expect((await put('From the tablet', newer?.editedAt ?? '')).status).toBe(409)
    expect(await listKept(third)).toHaveLength(1)
    at.pass(31 * 86_400_000)
    await at.runTask('end-terms')
    expect(await listKept(await signInAgain(database, organiser, at.now))).toEqual([])
  })

  it('keeps all words that were saved in random histories of two windows and a device', async () => {
    const random = seededRandom(Number(process.env['SEED'] ?? 31)).next
    const histories = Math.min(1_000, Number(process.env['HISTORIES'] ?? 6))
    for (let history = 0; history < histories; history++) {
      await database.run(sql`delete from campaign_update`)
      await publish()
      expect([history, await playUpdate(random)]).toEqual([history, []])
    }
  }, 1_800_000)

  it('disappears when its organiser hides it, and is not mailed any more', async () => {
    const donor = await give()
    await publish()
    const [update] = (await read()).updates
    await as(at.app, organiser)(`${path()}/${update?.id}/hide`, { method: 'POST', body: {} })
    await at.runJobs()
    expect((await read()).updates).toEqual([])
    expect(await listSubjects(donor)).toEqual([])
  })

  it('is withdrawn where its mails still wait for the mail server when it is hidden', async () => {
    const donor = await give()
    await publish()
    await at.runJobs()
    expect(await listSubjects(donor)).toHaveLength(1)
    const [update] = (await read()).updates
    const hide = `${path()}/${update?.id}/hide`
    expect((await as(at.app, organiser)(hide, { method: 'POST', body: {} })).status).toBe(204)
    expect(await listSubjects(donor)).toEqual([])
  })

  it('is refused after three in a day, and where a text is missing', async () => {
    expect((await publish({ ...pump, text: ' ' })).status).toBe(400)
    const answers = []
    for (let turn = 0; turn < 4; turn++) answers.push((await publish()).status)
    expect(answers).toEqual([201, 201, 201, 429])
    at.pass(25 * 3_600_000)
    expect((await publish()).status).toBe(201)
  })
})

describe('an organiser who wrote nothing for 30 days after money arrived', () => {
  const dayMs = 86_400_000
  const remind = async () => {
    await at.runTask('remind-of-updates')
    await at.runJobs()
    const mails = await listMails(database, organiser.email)
    return mails.filter(({ subject }) => subject.startsWith('Tell your donors')).length
  }

  it('is asked once, and again only when donations followed an update', async () => {
    at.pass(-40 * dayMs)
    await give()
    at.pass(29 * dayMs)
    expect(await remind()).toBe(0)
    at.pass(2 * dayMs)
    expect(await remind()).toBe(1)
    at.pass(dayMs)
    expect(await remind()).toBe(1)

    await publish()
    await give()
    at.pass(31 * dayMs)
    expect(await remind()).toBe(2)
  })

  it('is not asked about a campaign that a reviewer stopped or that has ended', async () => {
    at.pass(-40 * dayMs)
    await give()
    at.pass(31 * dayMs)
    await database.run(sql`
      insert into campaign_freeze (campaign_id, reason, actor_uid, at) values (${campaign.id}, 'A report', 'reviewer', ${at.clock.now})`)
    expect(await remind()).toBe(0)
    await database.run(sql`delete from campaign_freeze`)
    await owner.pool.query(`update campaign set status = 'ended'`)
    expect(await remind()).toBe(0)
  })
})

describe('a takedown', () => {
  const thank = () =>
    as(at.app, organiser)(`/api/campaigns/${campaign.id}/thank-you-messages`, {
      method: 'POST',
      body: { message: 'Pay the rest to my wallet.', minimum: '50' },
      headers: { 'idempotency-key': randomUUID() },
    })
  const toCode = async (response: Response) =>
    response.ok ? response.status : problemSchema.parse(await response.json()).error.code
  async function takeDown() {
    const reviewer = await createPerson(database, chidi)
    const { report, findCase, act } = moderate(at.app)
    await report(campaign.id)
    const { id } = await findCase(reviewer, campaign.id)
    expect((await act(reviewer, id, 'takedown', takedownForm)).status).toBe(204)
  }
  const listAll = async (email: string) =>
    (await listMails(database, email))
      .map(({ subject }) => subject)
      .filter((subject) => /^(Update|A thank-you) from/.test(subject))

  it('keeps the organiser from writing to donors', async () => {
    const donor = await give()
    expect((await publish()).status).toBe(201)
    await at.runJobs()
    await deliverMails({ database, owner })
    await takeDown()
    expect(await toCode(await publish({ ...pump, title: 'Another' }))).toBe('campaign-taken-down')
    expect(await toCode(await thank())).toBe('campaign-taken-down')
    const [update] = await database.rows(
      z.object({ id: z.string() }),
      sql`select id from campaign_update`,
    )
    const edit = await as(at.app, organiser)(`${path()}/${update?.id}`, {
      method: 'PUT',
      body: { ...pump, title: 'Another' },
    })
    expect(await toCode(edit)).toBe('campaign-taken-down')
    await at.runJobs()
    expect(await listAll(donor)).toEqual([expect.stringContaining(pump.title)])
  })

  it('stops what the organiser has written and what is not mailed yet', async () => {
    const donor = await give()
    expect((await publish()).status).toBe(201)
    expect((await thank()).status).toBe(202)
    await takeDown()
    await at.runJobs()
    expect(await listAll(donor)).toEqual([])
  })

  it('withdraws the mails that still wait for the mail server', async () => {
    const donor = await give()
    expect((await publish()).status).toBe(201)
    expect((await thank()).status).toBe(202)
    await at.runJobs()
    expect(await listAll(donor)).toHaveLength(2)
    await takeDown()
    expect(await listAll(donor)).toEqual([])
  })
})
