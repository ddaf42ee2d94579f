import { describe, expect, it } from 'vitest'

import { sql } from '#server/platform/database/sql.ts'
import { testDatabaseUrl } from '#test/support/database/database.ts'
import { openListeningApp } from '#test/support/servers/listening-app.ts'
import { createPerson, dada } from '#test/support/people/people.ts'
import { sendRaw } from '#test/support/servers/raw-http.ts'

const pages = [
  '/development/mailbox',
  '/development/mails',
  '/development/mailbox.css',
  '/sandbox/console',
]
const url = await testDatabaseUrl()
const openApp = (env: Record<string, string> = {}) =>
  openListeningApp({ DATABASE_URL: url, ...env })

describe('development features', () => {
  it('do not exist for any request when PUBLIC_URL is public', async () => {
    await using app = await openApp({ HOST: '127.0.0.1', PUBLIC_URL: 'https://give.example' })

    expect(app.services.developmentKey).toBeUndefined()
    for (const page of [...pages, '/development/enter?key=undefined', '/development/enter?key='])
      for (const host of ['Host: give.example', `Host: 127.0.0.1:${app.port}`])
        for (const header of [
          'Cookie: development=undefined',
          'Cookie: development=',
          'Accept: */*',
        ])
          expect((await sendRaw(app.port, page, [host, header])).status).not.toBe(200)
  })

  it('answer a browser that opened the printed link, and no other request of this machine', async () => {
    await using app = await openApp()
    const host = `Host: 127.0.0.1:${app.port}`
    const { developmentKey = '' } = app.services
    const enter = (key: string) => sendRaw(app.port, `/development/enter?key=${key}`, [host])

    const opened = await enter(developmentKey)
    expect(opened.status).toBe(303)
    expect(opened.head).toContain('\r\nlocation: /development/mailbox')
    const [, cookie = ''] =
      /set-cookie: (development=[^;]+);.*HttpOnly; SameSite=Lax/.exec(opened.head) ?? []
    for (const key of ['', 'none', developmentKey.slice(1), `${developmentKey}a`])
      expect((await enter(key)).status).toBe(404)

    for (const page of pages) {
      expect((await sendRaw(app.port, page, [host, `Cookie: ${cookie}`])).status).toBe(200)
      expect((await sendRaw(app.port, page, [host])).status).toBe(404)
      expect((await sendRaw(app.port, page, [host, `Cookie: ${cookie}a`])).status).toBe(404)
    }
  })

  it('waive two-step verification of sample people only with the key', async () => {
    await using app = await openApp()
    const { database } = app.services
    const { cookie } = await createPerson(database, dada)
    await database.run(sql`update account_role set requires_two_factor = false`)
    await database.run(sql`update session set two_factor = false`)
    const readAdminPage = (more = '') =>
      sendRaw(app.port, '/api/admin/audit-log', [
        `Host: 127.0.0.1:${app.port}`,
        `Cookie: ${cookie}${more}`,
      ])

    expect((await readAdminPage(`; development=${app.services.developmentKey}`)).status).toBe(200)
    expect((await readAdminPage()).status).toBe(403)
  })
})
