import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import type { CampaignStatus } from '#shared/campaign.ts'
import { campaignQuestionsSchema, questionAskedSchema } from '#shared/campaign-question.ts'
import { problemSchema } from '#shared/errors.ts'
import { caseReportsSchema, casesSchema } from '#shared/moderation.ts'
import { invalid } from '#shared/text/invalid.ts'
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
  visitor,
  type Person,
} from '#test/support/people/people.ts'

import { sql } from '../../platform/database/sql.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'

const { at, database, owner, people } = await freshMoneyApp({ organiser: ada, stranger: bola })
const { organiser, stranger } = people
let campaign: StoredCampaign

beforeEach(async () => {
  campaign = await insertCampaignBy(at.content, ada, 'approved', { endDate: '2026-06-01' })
})

const guest = 'guest@example.com'
const form = { name: 'Ngozi', email: guest, question: 'Who digs the well?\n\nAnd when?' }
const path = (id = campaign.id) => `/api/campaigns/${id}/questions`

const ask = (body: object = form, who: Person | typeof visitor = visitor, id = campaign.id) =>
  as(at.app, who)(path(id), { method: 'POST', body })
const post = (question: string, what: string, body: object, who: Person = organiser) =>
  as(at.app, who)(`${path()}/${question}/${what}`, { method: 'POST', body })
const list = async (who: Person = organiser) =>
  campaignQuestionsSchema.parse(await (await as(at.app, who)(path())).json()).questions

const press = (link: string) => pressLink(at.app, link)
const findConfirmation = async () => findLink(await listMails(owner, guest), '/confirm-question/')

async function askAndConfirm() {
  await ask()
  expect((await press(await findConfirmation())).headers.get('location')).toMatch(/\?done$/)
  const [question] = await list()
  if (!question) throw new Error('there is no question')
  return question
}

describe('a question to the organiser', () => {
  it('is mailed only after the visitor has confirmed the address, and only once', async () => {
    const answer = await ask()
    expect(questionAskedSchema.parse(await answer.json())).toEqual({ isSent: false })
    expect(await list()).toEqual([])
    expect(await listMails(owner, organiser.email)).toEqual([])
    const [confirmation] = await listMails(owner, guest)
    for (const word of ['Ngozi', 'digs', organiser.email])
      expect(JSON.stringify({ ...confirmation, recipient: '' })).not.toContain(word)

    const link = await findConfirmation()
    for (let click = 0; click < 3; click++) expect((await press(link)).status).toBe(303)
    const mails = await listMails(owner, organiser.email)
    expect(mails.map(({ subject }) => subject)).toEqual([`A question about "${campaign.title}"`])
    // Words from our address would look like ours.
    expect(mails[0]?.text).not.toContain('Who digs the well?')
    expect(mails[0]?.text).toContain(`/dashboard/campaign/${campaign.id}/questions`)
    expect(await list()).toMatchObject([
      { name: 'Ngozi', question: form.question, state: 'sent', answer: null },
    ])
  })

  it('is mailed at once for a person with a confirmed address, and once if the form is repeated', async () => {
    for (let click = 0; click < 2; click++) {
      const answer = await ask({ ...form, email: 'other@example.com' }, stranger)
      expect(questionAskedSchema.parse(await answer.json())).toEqual({ isSent: true })
    }
    expect(await listMails(owner, organiser.email)).toHaveLength(1)
    expect(await listMails(owner, 'other@example.com')).toEqual([])
    const [question] = await list()
    await post(question?.id ?? '', 'answer', { answer: 'My brother.' })
    expect(await listMails(owner, stranger.email)).toHaveLength(1)
  })

  it('shows neither address to the other, and is answered once', async () => {
    const { id } = await askAndConfirm()
    const answer = { answer: 'My brother digs it.\n\nIn June.' }
    for (let click = 0; click < 2; click++)
      expect((await post(id, 'answer', answer)).status).toBe(204)
    expect((await post(id, 'answer', { answer: 'Another answer.' })).status).toBe(409)

    const toAsker = await listMails(owner, guest)
    expect(toAsker.map(({ subject }) => subject)).toEqual([
      'Confirm your question',
      `Answer to your question about "${campaign.title}"`,
    ])
    expect(toAsker[1]?.text).toContain('My brother digs it.')
    const seenByAsker = toAsker.map((mail) => ({ ...mail, recipient: '' }))
    expect(JSON.stringify(seenByAsker)).not.toContain(organiser.email)
    const toOrganiser = await listMails(owner, organiser.email)
    const seenByOrganiser = toOrganiser.map((mail) => ({ ...mail, recipient: '' }))
    expect(JSON.stringify([seenByOrganiser, await list()])).not.toContain(guest)
    expect(await list()).toMatchObject([{ state: 'answered', answer: answer.answer }])
    const stored = await owner.row(
      z.object({ sealed: z.nullable(z.unknown()) }),
      sql`select asker_email_sealed as sealed from campaign_question`,
    )
    expect(stored?.sealed).toBeNull()
  })

  it.each(['ask me at ngozi@example.com', 'Call 0803 123 4567', 'see evil.example.com/x'])(
    'is refused at its field if the words carry contact: %s',
    async (words) => {
      const refused = await ask({ ...form, question: words })
      expect(refused.status).toBe(400)
      const { error } = z.parse(problemSchema, await refused.json())
      expect(Object.keys(error.fields ?? {})).toEqual(['question'])
      expect((await ask({ ...form, name: words })).status).toBe(400)
      const { id } = await askAndConfirm()
      expect((await post(id, 'answer', { answer: words })).status).toBe(400)
    },
  )

  it('needs an address from a visitor', async () => {
    const { email: _, ...withoutAddress } = form
    expect((await ask(withoutAddress)).status).toBe(400)
    const unsaid = z.parse(problemSchema, await (await ask({ ...form, email: '' })).json())
    expect(unsaid.error.fields).toEqual({ email: [invalid.donorEmailRequired] })
  })

  it.each<[CampaignStatus, number]>([
    ['ended', 201],
    ['cancelled', 409],
    ['rejected', 404],
  ])('about a campaign that is %s answers %d', async (status, expected) => {
    const other = await insertCampaignBy(at.content, ada, status)
    expect((await ask(form, visitor, other.id)).status).toBe(expected)
  })

  it('is refused while the campaign is frozen, also after it was written, and so is an answer', async () => {
    const { id } = await askAndConfirm()
    await ask({ ...form, question: 'And the pump?' })
    const link = await findConfirmation()
    await owner.run(sql`
      insert into campaign_freeze (campaign_id, reason, actor_uid, at) values (${campaign.id}, 'x', 'x', now())`)
    const refused = await ask()
    const { error } = z.parse(problemSchema, await refused.json())
    expect([refused.status, error.code]).toEqual([409, 'questions-closed'])
    expect((await press(link)).headers.get('location')).toMatch(/\?expired$/)
    expect((await post(id, 'answer', { answer: 'Me.' })).status).toBe(409)
    expect(await list()).toHaveLength(1)
  })

  it('is not sent by a link that is older than a day or forged', async () => {
    await ask()
    const link = await findConfirmation()
    expect((await press(withOtherEnd(link))).status).toBe(404)
    at.pass(25 * 3_600_000)
    expect((await press(link)).headers.get('location')).toMatch(/\?expired$/)
    expect(await listMails(owner, organiser.email)).toEqual([])
  })

  it('is deleted a day later if the address was not confirmed', async () => {
    await askAndConfirm()
    await ask({ ...form, question: 'And the pump?' })
    at.pass(25 * 3_600_000)
    await at.runTask('end-terms')
    const left = await owner.rows(
      z.object({ state: z.string() }),
      sql`select state from campaign_question`,
    )
    expect(left).toEqual([{ state: 'sent' }])
  })

  it('goes to the reviewers once when the organiser reports it, and is not answered any more', async () => {
    const { id } = await askAndConfirm()
    for (let click = 0; click < 2; click++) expect((await post(id, 'report', {})).status).toBe(204)
    expect((await post(id, 'answer', { answer: 'Me.' })).status).toBe(409)
    const reviewer = as(at.app, await createPerson(database, chidi))
    const { cases } = z.parse(casesSchema, await (await reviewer('/api/cases')).json())
    const answer = await reviewer(`/api/cases/${cases[0]?.id}/reports`)
    const { reports } = z.parse(caseReportsSchema, await answer.json())
    expect(reports.map(({ details }) => details)).toEqual([
      `The organiser reported this question of Ngozi: ${form.question}`,
    ])
  })
})
