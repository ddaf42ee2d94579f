import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { invalid } from '#shared/text/invalid.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openAccountApp } from '#test/support/people/account-app.ts'
import { adminEmail } from '#test/support/servers/app.ts'
import { ada, as, createPerson } from '#test/support/people/people.ts'

const { database, owner } = await freshDatabase()
const { app, mailsTo } = await openAccountApp({ database, owner })

const send = (who: Parameters<typeof as>[1], body: unknown) =>
  as(app, who)('/api/feedback', { method: 'POST', body })
const listFeedback = () =>
  owner.rows(
    z.object({ uid: z.string(), email: z.string(), feedback: z.string() }),
    sql`select uid, email, feedback from feedback`,
  )
const mails = () => mailsTo(adminEmail)

describe('POST /api/feedback', () => {
  it('stores feedback and mails it to the admin', async () => {
    const person = await createPerson(database, ada)
    const response = await send(person, { feedback: '  Ẹ ṣé!\u0000 <b>More</b> tea.\r\nPlease. ' })
    expect(response.status).toBe(204)
    const feedback = 'Ẹ ṣé! <b>More</b> tea.\nPlease.'
    expect(await listFeedback()).toEqual([{ uid: ada.uid, email: ada.email, feedback }])
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.text).toContain(`${ada.email} wrote:\n\n${feedback}`)
    expect(mail?.html).toContain('&lt;b&gt;More&lt;/b&gt; tea.<br>Please.')
  })

  it.each([
    ['nothing', { feedback: '' }, invalid.feedback],
    ['blanks', { feedback: ' \n ' }, invalid.feedback],
    ['no field', {}, invalid.feedback],
    ['a number', { feedback: 7 }, invalid.feedback],
    ['a long text', { feedback: 'x'.repeat(5_001) }, invalid.tooLong],
  ])('refuses %s and stores nothing', async (_what, body, message) => {
    const person = await createPerson(database, ada)
    const response = await send(person, body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { code: 'invalid-input', fields: { feedback: [message] } },
    })
    expect(await listFeedback()).toEqual([])
    expect(await mails()).toEqual([])
  })
})
