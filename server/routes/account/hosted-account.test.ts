import { beforeEach, describe, expect, it } from 'vitest'

import { sql } from '#server/platform/database/sql.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openTestApp } from '#test/support/servers/app.ts'
import { hostedIdentity } from '#test/support/people/hosted-identity.ts'
import { runJobs } from '#test/support/database/jobs.ts'
import { getCodes, listMails, listSubjects } from '#test/support/mail/mails.ts'
import { as, visitor } from '#test/support/people/people.ts'
import { openBrowser } from '#test/support/people/account-app.ts'

const { database, owner } = await freshDatabase()
const [email, newEmail, password] = ['ada@example.com', 'thief@example.com', 'mango rain 47']

let hosted: ReturnType<typeof hostedIdentity>
let app: Awaited<ReturnType<typeof openTestApp>>['app']
let tasks: Awaited<ReturnType<typeof openTestApp>>['tasks']
beforeEach(async () => {
  hosted = hostedIdentity({ database, owner })
  const { identity } = hosted
  ;({ app, tasks } = await openTestApp(database, { identity, env: { RATE_LIMITS: 'off' } }))
})

const post = (path: string, body: object) => as(app, visitor)(path, { method: 'POST', body })

async function signUp(language = 'en') {
  const browser = openBrowser(app, visitor)
  const names = { firstname: 'Ada', lastname: 'Obi', gender: 'Female', terms: true }
  const body = { ...names, email, password, confirmPassword: password }
  const headers = { cookie: `language=${language}` }
  const response = await browser.request('/api/account', { method: 'POST', body, headers })
  expect(response.status).toBe(201)
  const [code = ''] = getCodes(await listMails(owner, email), 'verifyEmail')
  await browser.request('/api/account/verification/apply', { method: 'POST', body: { code } })
  return browser
}

describe('an account at Google', () => {
  it('gets its mails from our outbox in our template, with our links', async () => {
    await signUp()
    await post('/api/account/reset', { email })
    await runJobs(owner, tasks)

    const mails = await listMails(owner, email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Confirm your email address',
      'Reset your password',
    ])
    const [code = ''] = getCodes(mails, 'resetPassword')
    expect(mails[1]?.text).toContain(`/handle-action?mode=resetPassword&oobCode=${code}`)
    expect((await post('/api/account/reset/check', { code })).status).toBe(204)
    expect(hosted.google.mailed).toEqual([])
  })

  it('takes its former address back by the link in a warning: all sessions end and a reset is mailed', async () => {
    const browser = await signUp()
    const change = { firstname: 'Ada', lastname: 'Obi', email: newEmail, currentPassword: password }
    await browser.request('/api/account', { method: 'PATCH', body: change })
    const [code = ''] = getCodes(await listMails(owner, newEmail), 'verifyAndChangeEmail')
    await browser.request('/api/account/email/apply', { method: 'POST', body: { code } })
    expect((await browser.request('/api/session')).status).toBe(200)
    const undo = { code: hosted.google.mailed.at(-1)?.oobCode ?? '' }

    const checked = await post('/api/account/recovery/check', undo)
    expect(await checked.json()).toEqual({ recovery: { kind: 'address', email, newEmail } })
    expect((await post('/api/account/recovery/apply', undo)).status).toBe(204)
    await runJobs(owner, tasks)

    expect((await listSubjects(owner, email)).at(-1)).toBe('Reset your password')
    const ended = await browser.request('/api/account/sessions')
    expect(ended.status).toBe(401)
    expect((await post('/api/session', { email, password })).status).toBe(200)
    expect((await post('/api/session', { email: newEmail, password })).status).toBe(401)
  })

  it.each([
    ['OPERATION_NOT_ALLOWED', 'identity-off'],
    ['API key not valid. Please pass a valid API key.', 'identity-settings'],
    ['PROJECT_DISABLED', 'identity-suspended'],
    ['QUOTA_EXCEEDED : Exceeded quota for verifying passwords.', 'identity-quota'],
  ])(
    'says with a sentence of its own that Google refuses the project: %s',
    async (message, code) => {
      await signUp()
      hosted.google.nextResponses.push(() => Response.json({ error: { message } }, { status: 400 }))

      const refused = await post('/api/session', { email, password })
      expect(refused.status).toBe(503)
      expect(await refused.json()).toMatchObject({ error: { code } })
      expect((await post('/api/session', { email, password })).status).toBe(200)
    },
  )

  it('is told for every address alike that the links of today are used up', async () => {
    await signUp()
    await owner.run(sql`
      insert into quota_use (quota, hour, used)
      values ('identity-reset-codes', date_trunc('hour', ${hosted.now()}::timestamptz), 1500)`)

    for (const address of [email, 'unknown@example.com']) {
      const refused = await post('/api/account/reset', { email: address })
      expect(refused.status).toBe(503)
      expect(await refused.json()).toMatchObject({ error: { code: 'mails-late' } })
    }
  })
})
