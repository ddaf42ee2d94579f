import { describe, expect, it } from 'vitest'

import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { listMails } from '#test/support/mail/mails.ts'
import { ada, createPerson, testEvents } from '#test/support/people/people.ts'

import { texts } from '../../text/texts.ts'
import { listEvents, noticesByKind, type AccountEventKind } from './account-events.ts'

const { database } = await freshDatabase()
const formerEmail = 'ada.before@example.com'
const kinds = Object.keys(noticesByKind) as AccountEventKind[]

const listSent = async () =>
  (await listMails(database)).map(({ recipient: to, subject, text }) => ({ to, subject, text }))

async function record(kind: AccountEventKind) {
  const { uid } = await createPerson(database, ada)
  await database.transaction((queries) => testEvents.record(queries, { uid, kind, formerEmail }))
  return uid
}

/** The mail that the kind promises, and nothing else. */
const expectedMails = (kind: AccountEventKind) => {
  const rule = noticesByKind[kind]
  if (rule.to === 'nobody') return []
  const to = rule.to === 'account' ? ada.email : formerEmail
  const text = expect.stringContaining('/secure-account/') as string
  return [{ to, subject: texts.en.account.notices[rule.notice].subject, text }]
}

describe('an account event', () => {
  it.each(kinds)('%s is recorded and notifies whom its kind names', async (kind) => {
    const uid = await record(kind)
    expect((await listEvents(database, uid)).map((event) => event.kind)).toEqual([kind])
    expect(await listSent()).toEqual(expectedMails(kind))
  })

  it.each([
    'two-factor-on',
    'two-factor-off',
    'recovery-code-used',
    'password-changed',
    'password-reset',
    'address-changed',
    'new-device',
    'reviewer-granted',
    'reviewer-revoked',
    'admin-granted',
    'admin-revoked',
  ] as const)('%s may be the act of a thief, so it notifies someone', (kind) => {
    expect(noticesByKind[kind].to).not.toBe('nobody')
  })

  it('sends no mail when the change is rolled back', async () => {
    const { uid } = await createPerson(database, ada)
    const failing = database.transaction(async (queries) => {
      await testEvents.record(queries, { uid, kind: 'two-factor-off' })
      throw new Error('the change failed')
    })
    await expect(failing).rejects.toThrow('the change failed')
    expect(await listSent()).toEqual([])
  })
})
