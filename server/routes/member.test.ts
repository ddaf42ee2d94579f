import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { StoredCampaign } from '#server/providers/content/content.ts'
import { sql } from '#server/platform/database/sql.ts'
import { campaignFormSchema, editorFields } from '#shared/campaign-edit.ts'
import { campaignMembersSchema } from '#shared/campaign-member.ts'
import type { CampaignStatus } from '#shared/campaign.ts'
import type { MemberRole } from '#shared/member-role.ts'
import { campaignPayoutsSchema } from '#shared/payouts.ts'
import { trustSchema } from '#shared/trust.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { hostedContent, insertProfile } from '#test/support/campaigns/hosted-content.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { listMails } from '#test/support/mail/mails.ts'
import {
  ada,
  as,
  bola,
  chidi,
  createPerson,
  newUser,
  signInAgain,
  type Person,
} from '#test/support/people/people.ts'

const { database, owner: databaseOwner, empty } = await testDatabase()
let passedMs = 0
const now = () => new Date(Date.now() + passedMs)
const embeddedApp = await openCampaignApp(database, { now })
const { app, content, addPicture } = embeddedApp
const hosted = await hostedContent(database)
const hostedApp = await openCampaignApp(database, { now, stores: hosted })
const password = 'mango rain 47'
const dayMs = 86_400_000
const account = { bank: '044', accountNumber: '0123456780', accountName: 'Obi Ada Chinyere' }
const newAccount = { ...account, currentPassword: password }

let owner: Person
let friend: Person
let other: Person
let reviewer: Person
let campaign: StoredCampaign

beforeEach(async () => {
  passedMs = 0
  await empty()
  owner = await createPerson(database, ada, { password })
  friend = await createPerson(database, bola, { password })
  other = await createPerson(database, newUser('efe'), { password })
  reviewer = await createPerson(database, chidi)
  campaign = await insert('approved')
})

async function insert(status: CampaignStatus) {
  const image = await addPicture(ada.uid)
  return insertCampaignBy(content, ada, status, { images: [image] })
}

const path = (rest = '') => `/api/campaigns/${campaign.id}${rest}`
/** The status, and the code of an error. */
async function send(who: Person, url: string, body: object = {}, method = 'POST') {
  const response = await as(app, who)(url, { method, ...(method !== 'GET' && { body }) })
  const text = await response.text()
  const { error } = (text.startsWith('{') ? JSON.parse(text) : {}) as { error?: { code?: string } }
  return error?.code ?? response.status
}
const get = (who: Person, url: string) => send(who, url, {}, 'GET')
const read = async (who = owner) =>
  z.parse(campaignMembersSchema, await (await as(app, who)(path('/members'))).json())
const openRequests = async () => (await read()).requests.map(({ asked }) => asked.kind)

async function invite(who: Person, role: MemberRole = 'treasurer') {
  expect(await send(owner, path('/members'), { email: who.email, role })).toBe(204)
  const { members } = await read()
  return members.find(({ email, name }) => email === who.email && name === '')?.id ?? ''
}
async function join(who: Person, role: MemberRole = 'treasurer') {
  const id = await invite(who, role)
  expect(await send(who, `/api/invitations/${id}`)).toBe(204)
  return id
}
const readForm = async (who = owner) => {
  const form = await as(app, who)(path('/form'))
  return z.parse(campaignFormSchema, await form.json()).values
}
const edit = async (change: object) =>
  send(owner, path(), { ...(await readForm()), ...change }, 'PUT')

async function answer(who: Person, what: 'confirm' | 'end', body: object = {}) {
  const { requests } = await read()
  return send(who, path(`/requests/${requests.at(-1)?.id}/${what}`), body)
}
const confirm = (who: Person) => answer(who, 'confirm', { currentPassword: password })
/** Whether the campaign pays, or is proposed to pay, another account than at first. */
async function isPayeeChanged() {
  const now = await content.findCampaign(campaign.id)
  const proposed = await database.rows(
    z.object({ last4: z.string() }),
    sql`select proposed -> 'bankAccount' ->> 'last4' as last4 from campaign_pending_change where campaign_id = ${campaign.id}`,
  )
  return [now?.bankAccount, ...proposed].some((one) => one?.last4 !== campaign.bankAccount.last4)
}
const subjects = async (to: Person) =>
  (await listMails(databaseOwner, to.email)).map(({ subject }) => subject.split(':')[0])

const lapse = async ({ tasks }: Pick<typeof hostedApp, 'tasks'> = embeddedApp) =>
  tasks.find(({ name }) => name === 'lapse-requests')?.run({})
const countBlocked = () =>
  databaseOwner.value(
    z.int(),
    sql`select count(*)::integer from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )

describe('an invitation', () => {
  it('is accepted once by 64 simultaneous requests, and only by the account with the address', async () => {
    const id = await invite(friend)
    const invitation = `/api/invitations/${id}`
    for (const who of [other, owner]) {
      expect(await get(who, invitation)).toBe('not-found')
      expect(await send(who, invitation)).toBe('not-found')
    }
    expect(await get(friend, invitation)).toBe(200)
    const sessions = await Promise.all(
      Array.from({ length: 64 }, () => signInAgain(database, friend)),
    )
    const answers = await Promise.all(sessions.map((session) => send(session, invitation)))
    expect(answers.filter((one) => one === 204)).toHaveLength(1)
    expect((await read()).members).toMatchObject([{ name: 'Bola Okafor', role: 'treasurer' }])
    expect(await subjects(owner)).toEqual(['A treasurer looks after the money'])
  })

  it('is refused a second time, for the organiser, beyond five, and after seven days', async () => {
    const id = await invite(friend)
    const again = { email: friend.email.toUpperCase(), role: 'editor' }
    for (const body of [again, { ...again, email: owner.email }])
      expect(await send(owner, path('/members'), body)).toBe('invalid-input')
    for (const name of ['gbenga', 'hassan', 'ifeoma', 'jide'])
      expect(
        await send(owner, path('/members'), { email: `${name}@example.com`, role: 'editor' }),
      ).toBe(204)
    expect(await send(owner, path('/members'), { ...again, email: 'k@example.com' })).toBe(
      'invalid-input',
    )
    passedMs = 7 * dayMs + 1_000
    expect(await send(friend, `/api/invitations/${id}`)).toBe('not-found')
    expect((await read()).members).toEqual([])
  })

  it('is void after the organiser took it back', async () => {
    const id = await invite(friend)
    expect(await send(owner, path(`/members/${id}`), {}, 'DELETE')).toBe(204)
    expect(await send(friend, `/api/invitations/${id}`)).toBe('not-found')
  })
})

describe('rights of members', () => {
  it('let a treasurer read the money without thanking donors or cancelling', async () => {
    await join(friend)
    const { campaign: shown } = z.parse(
      campaignPayoutsSchema,
      await (await as(app, friend)(path('/payouts'))).json(),
    )
    expect(shown).toMatchObject({ isOwner: true, canThank: false, canCancel: false })
  })

  it('let an editor change the words and pictures, which stay when the editor leaves, and not the contact, the consents or who is paid', async () => {
    campaign = await insert('pending')
    const member = await join(other, 'editor')
    const { images: before, ...values } = await readForm(other)
    expect(Object.keys(values).filter((name) => !(name in editorFields))).toEqual([])
    const { payeeName, name: contactName } = await readForm()
    const { id } = await addPicture(other.uid, 7)
    const stranger = await addPicture(friend.uid, 8)
    const put = (added: string, change = {}) =>
      send(other, path(), { ...values, images: [{ id: added, alt: '' }], ...change }, 'PUT')
    expect(before).toHaveLength(1)
    expect(await put(stranger.id)).toBe('invalid-input')
    const description = `${campaign.description} We begin in May.`
    const others = { name: 'Efe', email: 'e@example.com', phone: '08031234567', showContact: true }
    const consents = { aboutHealth: true, healthConsentBy: 'Efe', healthConsent: true }
    const change = { description, ...others, ...consents, ...newAccount, payeeName: 'Efe' }
    expect(await put(id, change)).toBe(200)
    const { contact, bankAccount } = campaign
    expect(await content.findCampaign(campaign.id)).toMatchObject({
      description,
      images: [{ id }],
      contact,
      bankAccount,
    })
    expect(await readForm()).toMatchObject({ aboutHealth: false, payeeName })

    expect(
      await edit({ name: 'Obi', version: { writer: 'organiser', base: '', replaces: true } }),
    ).toBe(200)
    const late = { ...change, description: 'Late words', version: { writer: 'editor', base: '' } }
    expect(await put(id, late)).toBe('draft-changed')
    const keptOf = async (who: Person) =>
      z
        .parse(campaignFormSchema, await (await as(app, who)(path('/form'))).json())
        .kept.map((each) => each.values)
    expect(await keptOf(owner)).toContainEqual(
      expect.objectContaining({ description: 'Late words' }),
    )
    for (const kept of [...(await keptOf(owner)), ...(await keptOf(other))])
      expect(kept).not.toMatchObject({ payeeName: 'Efe' })
    for (const kept of await keptOf(other)) expect(kept).not.toHaveProperty('payeeName')
    expect(
      await edit({ name: contactName, version: { writer: 'organiser', base: '', replaces: true } }),
    ).toBe(200)

    await send(owner, path(`/members/${member}`), {}, 'DELETE')
    expect(await put(id)).toBe('not-found')
    expect(await edit({ description: campaign.description })).toBe(200)
    expect((await content.findCampaign(campaign.id))?.images).toMatchObject([{ id }])
  })

  it.each(['leaving', 'removing'] as const)('end at once in open sessions by %s', async (how) => {
    const id = await join(friend)
    const session = await signInAgain(database, friend)
    expect(await get(session, path('/payouts'))).toBe(200)
    const ended =
      how === 'leaving'
        ? await send(friend, path('/leave'))
        : await send(owner, path(`/members/${id}`), {}, 'DELETE')
    expect(ended).toBe(204)
    for (const url of ['/payouts', '/members'])
      expect(await get(session, path(url))).toBe('not-found')
    expect(await send(session, path('/leave'))).toBe('not-found')
    expect((await subjects(friend)).at(-1)).toMatch(/left|removed/)
  })

  it('make a reviewer who joined, or left again, involved', async () => {
    const strike = () =>
      send(reviewer, path('/outside-receipts/x/strike'), { reason: 'It is of another campaign.' })
    expect(await strike()).toBe('not-found')
    await join(reviewer, 'editor')
    expect(await strike()).toBe('conflict-of-interest')
    await send(reviewer, path('/leave'))
    expect(await strike()).toBe('conflict-of-interest')
  })

  it('are counted on the trust card as people who look after the money', async () => {
    const count = async () =>
      z.parse(trustSchema, await (await as(app, reviewer)(path('/trust'))).json()).keepers
    await join(other, 'editor')
    expect(await count()).toBe(1)
    const id = await join(friend)
    expect(await count()).toBe(2)
    await send(owner, path(`/members/${id}`), {}, 'DELETE')
    expect(await count()).toBe(1)
  })
})

describe('a change of the payee', () => {
  it('of a campaign with an editor alone is made at once', async () => {
    await join(other, 'editor')
    expect(await edit(newAccount)).toBe(200)
    expect(await isPayeeChanged()).toBe(true)
  })

  it('waits for the treasurer, and the rest of the edit does not', async () => {
    await join(friend)
    expect(await edit(account)).toBe('requires-recent-login')
    expect(await openRequests()).toEqual([])
    const description = `${campaign.description} Thanks.`
    expect(await edit({ ...newAccount, description })).toBe(200)
    expect(await isPayeeChanged()).toBe(false)
    expect(await content.findCampaign(campaign.id)).toMatchObject({ description })
    const [request] = (await read(friend)).requests
    expect(request).toMatchObject({
      asked: { kind: 'payee', payee: '', last4: '6780' },
      by: 'Ada Okafor',
      isOwn: false,
      canConfirm: true,
    })
    for (const who of [owner, friend])
      expect((await subjects(who)).at(-1)).toBe('Please confirm or decline')

    expect(await confirm(owner)).toBe('not-found')
    expect(await answer(friend, 'confirm')).toBe('requires-recent-login')
    expect(await answer(friend, 'confirm', { currentPassword: 'not mine' })).toBe('wrong-password')
    expect(await isPayeeChanged()).toBe(false)
    expect(await confirm(friend)).toBe(204)
    expect(await isPayeeChanged()).toBe(true)
    expect(await content.findCampaign(campaign.id)).toMatchObject({ description })
    expect(await openRequests()).toEqual([])
    expect(await subjects(owner)).toContain('Confirmed')
    const stored = await database.rows(
      z.object({ isEmpty: z.boolean() }),
      sql`select input_sealed is null as "isEmpty" from campaign_request`,
    )
    expect(stored).toEqual([{ isEmpty: true }])
  })

  it('lapses once when nobody answers for seven days, which changes nothing and is mailed', async () => {
    await join(friend)
    expect(await edit(newAccount)).toBe(200)
    passedMs = 6 * dayMs
    await lapse()
    expect(await openRequests()).toEqual(['payee'])
    passedMs = 7 * dayMs
    await Promise.all([lapse(), lapse()])
    for (const who of [owner, friend])
      expect((await subjects(who)).filter((one) => one === 'Request lapsed')).toHaveLength(1)
    expect(await openRequests()).toEqual([])
    expect(await isPayeeChanged()).toBe(false)
  })

  it.each(['confirmation', 'lapse'] as const)(
    'counts once when it is confirmed and lapses at the same moment: the %s that comes first',
    async (first) => {
      await join(friend)
      expect(await edit(newAccount)).toBe(200)
      const moments = [
        () => ((passedMs = 6 * dayMs), confirm(friend)),
        () => ((passedMs = 7 * dayMs), lapse()),
      ]
      const blocking = await databaseOwner.pool.connect()
      await blocking.query('begin; select from campaign_request for update')
      const ended: Promise<unknown>[] = []
      for (const begin of first === 'lapse' ? moments.toReversed() : moments) {
        ended.push(begin())
        await expect.poll(countBlocked).toBe(ended.length)
      }
      await blocking.query('commit')
      blocking.release()
      const isConfirmed = first === 'confirmation'
      const answers = await Promise.all(ended)
      expect(answers).toContain(isConfirmed ? 204 : 'campaign-status-changed')
      expect(await isPayeeChanged()).toBe(isConfirmed)
      const told = (await subjects(friend)).filter((one) => /Confirmed|lapsed/.test(one ?? ''))
      expect(told).toEqual([isConfirmed ? 'Confirmed' : 'Request lapsed'])
    },
  )

  it.each(['pending', 'information-requested', 'rejected'] as const)(
    'of a campaign that is %s waits as well',
    async (status) => {
      campaign = await insert(status)
      await join(friend)
      expect(await edit(newAccount)).toBe(200)
      expect(await isPayeeChanged()).toBe(false)
      expect(
        await edit({ payeeKind: 'hospital', payeeName: 'Ife Clinic', cacNumber: 'RC 12345' }),
      ).toBe(200)
      expect(await edit({})).toBe(200)
      expect((await readForm()).payeeKind).toBe('self')
      expect((await read()).requests).toMatchObject([{ asked: { payee: 'Ife Clinic' } }])
      expect(await confirm(friend)).toBe(204)
      expect(await readForm()).toMatchObject({ payeeKind: 'hospital', payeeName: 'Ife Clinic' })
    },
  )

  it('is confirmed once by simultaneous requests', async () => {
    await join(friend)
    await edit(newAccount)
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(friend)))
    expect(answers.filter((one) => one === 204)).toHaveLength(1)
    const { rows } = await databaseOwner.pool.query('select answer from campaign_request_answer')
    expect(rows).toEqual([{ answer: 'confirm' }])
  })

  it('ends by being declined, withdrawn, replaced or seven days old', async () => {
    await join(friend)
    await edit(newAccount)
    expect(await answer(friend, 'end')).toBe(204)
    await edit(newAccount)
    expect(await answer(owner, 'end')).toBe(204)
    await edit(newAccount)
    await edit({ ...newAccount, accountNumber: '0123456781' })
    expect((await read()).requests).toMatchObject([{ asked: { last4: '6781' } }])
    passedMs = 7 * dayMs + 1_000
    friend = await signInAgain(database, friend, now)
    owner = await signInAgain(database, owner, now)
    const id = await database.row(
      z.object({ id: z.string() }),
      sql`select id from campaign_request order by asked_at desc limit 1`,
    )
    expect(
      await send(friend, path(`/requests/${id?.id}/confirm`), { currentPassword: password }),
    ).toBe('not-found')
    expect(await openRequests()).toEqual([])
    expect(await isPayeeChanged()).toBe(false)
  })

  it('can be made alone only seven days after the treasurer was removed', async () => {
    const id = await join(friend)
    await send(owner, path(`/members/${id}`), {}, 'DELETE')
    expect(await edit(newAccount)).toBe('treasurer-left')
    expect((await read()).waitsUntil).not.toBeNull()
    expect(await send(owner, path('/end'))).toBe('treasurer-left')
    passedMs = 7 * dayMs + 1_000
    owner = await signInAgain(database, owner, now)
    expect(await edit(newAccount)).toBe(200)
    expect(await isPayeeChanged()).toBe(true)
  })

  it('is confirmed by a treasurer who came beside or after another one only after seven days', async () => {
    await join(friend)
    await join(other)
    await edit(newAccount)
    expect(await confirm(other)).toBe('not-found')
    passedMs = 6 * dayMs
    expect(await confirm(other)).toBe('not-found')
    passedMs = 7 * dayMs + 1_000
    other = await signInAgain(database, other, now)
    owner = await signInAgain(database, owner, now)
    await edit(newAccount)
    expect(await confirm(other)).toBe(204)
  })

  it('is never made by one person with a second account, in any order of actions', async () => {
    let treasurerId = ''
    let invitation = ''
    let request = ''
    const confirmBy = (who: Person) =>
      send(who, path(`/requests/${request}/confirm`), { currentPassword: password })
    // What an organiser can try without the treasurer. `other` is a second account of the organiser.
    const actions = {
      ask: async () => {
        await edit(newAccount)
        request = (await read()).requests.at(-1)?.id ?? request
      },
      remove: () => send(owner, path(`/members/${treasurerId}`), {}, 'DELETE'),
      invite: async () => {
        await send(owner, path('/members'), { email: other.email, role: 'treasurer' })
        invitation = (await read()).members.find(({ name }) => name === '')?.id ?? invitation
        await send(other, `/api/invitations/${invitation}`)
      },
      confirm: async () => {
        await confirmBy(owner)
        await confirmBy(other)
      },
    }
    const orders = permute(Object.keys(actions) as (keyof typeof actions)[])
    expect(orders).toHaveLength(24)
    const changed = []
    for (const order of orders) {
      request = ''
      campaign = await insertCampaignBy(content, ada, 'approved', { images: campaign.images })
      treasurerId = await join(friend)
      for (const name of order) await actions[name]()
      if (await isPayeeChanged()) changed.push(order)
    }
    expect(changed).toEqual([])
  })
})

function permute<Item>(items: Item[]): Item[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item) =>
    permute(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  )
}

describe('an early end', () => {
  it('waits for the treasurer', async () => {
    await join(friend)
    expect(await send(owner, path('/end'))).toBe(202)
    expect(await content.findCampaign(campaign.id)).toMatchObject({ status: 'approved' })
    expect(await confirm(friend)).toBe(204)
    expect(await content.findCampaign(campaign.id)).toMatchObject({ status: 'ended' })
  })

  it('that was asked for is not made once the treasurer has left', async () => {
    await join(friend)
    await send(owner, path('/end'))
    const session = await signInAgain(database, friend)
    await send(friend, path('/leave'))
    expect(await confirm(session)).toBe('not-found')
    expect(await content.findCampaign(campaign.id)).toMatchObject({ status: 'approved' })
  })
})

it('a campaign that the hosted store cannot read does not keep the requests of others from lapsing', async () => {
  await hosted.empty()
  for (const person of [owner, friend]) await insertProfile(hosted.content, person)
  for (const minutes of [2, 1]) {
    const { id } = await insertCampaignBy(hosted.content, ada, 'approved')
    await database.run(sql`
      insert into campaign_request (campaign_id, kind, uid, input_sealed, asked_at)
      values (${id}, 'end', ${ada.uid}, 'sealed', ${new Date(Date.now() - 7 * dayMs - minutes * 60_000)})`)
  }
  const countOpen = () =>
    database.value(
      z.int(),
      sql`select count(*)::integer from campaign_request where input_sealed is not null`,
    )
  hosted.fakeSanity.overrides.push(() => new Response('', { status: 500 }))
  await expect(lapse(hostedApp)).rejects.toThrow('requests could not be closed')
  expect(await countOpen()).toBe(1)
  await lapse(hostedApp)
  expect(await countOpen()).toBe(0)
  expect(await subjects(owner)).toEqual(['Request lapsed', 'Request lapsed'])
})

it('a campaign of a hosted store has members and requests as well', async () => {
  await hosted.empty()
  for (const person of [owner, friend]) await insertProfile(hosted.content, person)
  const { id } = await insertCampaignBy(hosted.content, ada, 'approved')
  const post = (who: Person, url: string, body: object = {}) =>
    as(hostedApp.app, who)(url, { method: 'POST', body })
  const url = `/api/campaigns/${id}`
  const list = async () =>
    z.parse(campaignMembersSchema, await (await as(hostedApp.app, owner)(`${url}/members`)).json())
  await post(owner, `${url}/members`, { email: friend.email, role: 'treasurer' })
  await post(friend, `/api/invitations/${(await list()).members[0]?.id}`)
  expect((await list()).members).toMatchObject([{ name: 'Bola Okafor', role: 'treasurer' }])
  expect((await post(owner, `${url}/end`)).status).toBe(202)
  expect(await hosted.content.findCampaign(id)).toMatchObject({ status: 'approved' })
  const confirm = `${url}/requests/${(await list()).requests[0]?.id}/confirm`
  expect((await post(friend, confirm, { currentPassword: password })).status).toBe(204)
  expect(await hosted.content.findCampaign(id)).toMatchObject({ status: 'ended' })
})
