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

/** What a proxy adds to the requests that it passes on. */
const forwardingHeaders = [
  'X-Forwarded-For: 203.0.113.9',
  'X-Forwarded-Host: give.example',
  'X-Forwarded-Proto: https',
  'X-Forwarded-Server: give.example',
  'Forwarded: for=203.0.113.9',
  'Via: 1.1 give.example',
  'X-Real-IP: 203.0.113.9',
  'CF-Connecting-IP: 203.0.113.9',
]

describe('development features', () => {
  it('are not reachable through a proxy on the same machine when PUBLIC_URL is public', async () => {
    await using app = await openListeningApp({
      DATABASE_URL: url,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://give.example',
    })

    for (const page of pages)
      for (const host of ['Host: give.example', `Host: 127.0.0.1:${app.port}`])
        for (const header of ['X-Forwarded-For: 203.0.113.9', 'Accept: */*'])
          expect((await sendRaw(app.port, page, [host, header])).status).not.toBe(200)
  })

  it('answer a request of this machine, and none that a proxy passed on', async () => {
    await using app = await openListeningApp({ DATABASE_URL: url })
    const host = `Host: 127.0.0.1:${app.port}`

    for (const page of pages) {
      expect((await sendRaw(app.port, page, [host])).status).toBe(200)
      for (const header of forwardingHeaders)
        expect((await sendRaw(app.port, page, [host, header])).status).toBe(404)
    }
  })
  it('waive two-step verification of sample people in requests of this machine only', async () => {
    await using app = await openListeningApp({ DATABASE_URL: url })
    const { database } = app.services
    const { cookie } = await createPerson(database, dada)
    await database.run(sql`update account_role set requires_two_factor = false`)
    await database.run(sql`update session set two_factor = false`)
    const host = `Host: 127.0.0.1:${app.port}`
    const readAdminPage = (...headers: string[]) =>
      sendRaw(app.port, '/api/admin/audit-log', [`Cookie: ${cookie}`, ...headers])

    expect((await readAdminPage(host)).status).toBe(200)
    for (const header of forwardingHeaders)
      expect((await readAdminPage(host, header)).status).toBe(403)
  })
})
