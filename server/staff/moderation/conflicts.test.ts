import { expect, it } from 'vitest'

import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { listMails } from '#test/support/mail/mails.ts'
import { moderate, question } from '#test/support/campaigns/moderation.ts'
import { ada, as, chidi, createPerson, dada } from '#test/support/people/people.ts'

import { sql } from '../../platform/database/sql.ts'
import { countUnstaffed } from './conflicts.ts'

const {
  database,
  owner: databaseOwner,
  people,
} = await freshDatabase({ owner: ada, reviewer: chidi })
const { owner, reviewer } = people
const { app, content, tasks, conflicts } = await openCampaignApp(database)
const { report, findCase, act } = moderate(app)

const remind = () => tasks.find(({ name }) => name === 'mail-work')?.run({})
const listReminders = async () =>
  (await listMails(databaseOwner)).filter((mail) => mail.subject === 'What waits for you on Ajo')
/** Moves the times of open cases and appeals back. */
async function wait(hours: number) {
  const interval = `${hours} hours`
  await databaseOwner.run(
    sql`update moderation_case set opened_at = opened_at - ${interval}::interval where closed_at is null`,
  )
  await databaseOwner.run(
    sql`update moderation_appeal set at = at - ${interval}::interval where closed_at is null`,
  )
}

it('reminds reviewers of cases and appeals that are open for more than 72 hours and that they may decide', async () => {
  await createPerson(database, dada)
  const reported = await insertCampaignBy(content, ada, 'approved')
  const closed = await insertCampaignBy(content, ada, 'approved')
  const appealed = await insertCampaignBy(content, ada, 'approved')
  for (const { id } of [closed, appealed]) {
    await report(id)
    const found = await findCase(reviewer, id)
    const [action, body] = id === closed.id ? ['dismiss', {}] : ['freeze', { reason: question }]
    expect((await act(reviewer, found.id, String(action), Object(body))).status).toBe(204)
  }
  await report(reported.id)
  const text = 'The photos are ours. The page of the village names us.'
  const path = `/api/campaigns/${appealed.id}/appeals`
  expect((await as(app, owner)(path, { method: 'POST', body: { text } })).status).toBe(204)

  await wait(71)
  await remind()
  expect(await listReminders()).toEqual([])
  await wait(2)
  await remind()
  const mails = await listReminders()
  const listLines = (email: string) =>
    mails
      .filter(({ recipient }) => recipient === email)
      .flatMap(({ text }) => text.match(/^\d .*(?=,)/gm) ?? [])
      .toSorted()
  // Who decided does not decide the appeal.
  expect(listLines(chidi.email)).toEqual(['1 reported campaigns'])
  expect(listLines(dada.email)).toEqual(['1 appeals', '1 reported campaigns'])
})

it('counts campaigns that every reviewer has a conflict of interest with', async () => {
  const { id } = await insertCampaignBy(content, ada, 'approved')
  await report(id)
  expect(await countUnstaffed(database, conflicts)).toBe(0)
  await report(id, reviewer)
  expect(await countUnstaffed(database, conflicts)).toBe(1)
  await createPerson(database, dada)
  expect(await countUnstaffed(database, conflicts)).toBe(0)
})
