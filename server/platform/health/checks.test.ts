import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, describe, expect, it } from 'vitest'

import { openChecks } from '#server/platform/health/checks.ts'
import { sql } from '#server/platform/database/sql.ts'
import { testDatabase, testDatabaseUrl } from '#test/support/database/database.ts'
import { openListeningApp } from '#test/support/servers/listening-app.ts'
import { openMailServer } from '#test/support/mail/mail-server.ts'
import { sendRaw } from '#test/support/servers/raw-http.ts'

import { runChecks } from './checks.ts'

const databaseUrl = await testDatabaseUrl()
const { owner, database } = await testDatabase()
const app = await openListeningApp({ DATABASE_URL: databaseUrl })
afterAll(() => app[Symbol.asyncDispose]())

type Change = Partial<Parameters<typeof openChecks>[0]>
const change = (config: Partial<typeof app.config>): Change => ({
  config: { ...app.config, ...config },
})

/** Faults by check, with one thing changed. */
async function findFaults(changes: Change = {}) {
  const checks = openChecks({ ...app.services, now: () => new Date(), ...changes })
  const findings = await runChecks(checks)
  return Object.fromEntries(
    findings.flatMap(({ name, fault }) => (fault === undefined ? [] : [[name, fault]])),
  )
}

describe('the checks of npm run doctor', () => {
  it('find no fault in a server that works', async () => {
    expect(await findFaults()).toEqual({})
  })

  it('report what the privacy policy of a public server does not name', async () => {
    expect(await findFaults(change({ mode: 'staging' }))).toMatchObject({
      'privacy policy':
        'The privacy policy is incomplete: set CONTROLLER_NAME, DPO_EMAIL, NDPC_REGISTRATION, HOSTING_PROVIDER.',
    })
  })

  it('report a database with a migration of a newer version', async () => {
    await owner.run(sql`insert into migration (name, checksum) values ('9999_later.sql', '')`)

    const faults = await findFaults({ database })

    await owner.run(sql`delete from migration where name = '9999_later.sql'`)
    expect(faults).toMatchObject({
      schema:
        'The database has the migration 9999_later.sql, which this version of Ajo does not know: start the newer version.',
    })
  })

  it('report a database that is read-only', async () => {
    const readOnly: typeof database = {
      ...database,
      value: (schema, statement) =>
        database.transaction(async (queries) => {
          await queries.run(sql`set transaction read only`)
          return queries.value(schema, statement)
        }),
    }

    expect(await findFaults({ database: readOnly })).toMatchObject({
      database: 'The database accepts no writes: name the host of its primary in DATABASE_URL.',
    })
  })

  it('report a role with the privileges of the owner', async () => {
    expect((await findFaults({ database: owner })).role).toMatch(/^The application works as ajo/)
  })

  it.each([-3_000, 3_000])('report a clock that differs by %d ms', async (difference) => {
    const now = () => new Date(Date.now() + difference)

    expect(await findFaults({ now })).toMatchObject({
      clock:
        'The clocks of the server and of the database differ by 3 seconds: synchronise both, for example with chrony.',
    })
  })

  it('report a log key that differs from that of the other processes, with the remedy', async () => {
    await owner.run(sql`
      insert into log_state (log, origin, root) values ('sandbox', 'ajo.example/log/sandbox', ${Buffer.alloc(32)})`)
    await owner.run(sql`
      insert into log_key (log, verifier_key, first_used_at) values ('sandbox', 'the key of another process', now())`)

    const faults = await findFaults({ database })

    await owner.run(sql`delete from log_key`)
    await owner.run(sql`delete from log_state`)
    expect(faults).toMatchObject({
      'log key': expect.stringMatching(
        /^LOG_KEY does not match this database, .* signed with the key of another process\. All processes of one database need the same key\. Restore it, or add it/,
      ),
    })
  })

  it('report a secret and a receipt key that do not match the database', async () => {
    const secrets = ['lagoon ember yam cowrie 91 market x']
    const folder = mkdtempSync(join(tmpdir(), 'ajo-checks-'))
    const faults = await findFaults(change({ secrets, receiptKeys: [], dataDir: folder }))
    rmSync(folder, { recursive: true })

    expect(faults.secret).toMatch(/^AJO_SECRET does not match this database/)
    expect(faults['receipt key']).toMatch(/^RECEIPT_KEY is missing: receipts of this database/)
  })

  it('report a data folder that cannot be used, unless nothing is stored there', async () => {
    const bucket = { endpoint: '', region: '', bucket: '', accessKey: '', secretKey: '' }
    const broken = { dataDir: '/dev/null' }
    const elsewhere = { images: { kind: 's3', ...bucket } } as const

    expect((await findFaults(change(broken)))['data folder']).toMatch(
      /^DATA_DIR \/dev\/null is not a folder/,
    )
    expect(await findFaults(change({ ...broken, ...elsewhere }))).not.toHaveProperty('data folder')
  })
})

describe('the check of the mail server', () => {
  it('reports a mail server that refuses our sender', async () => {
    await using server = await openMailServer({
      onMailFrom: (_address, _session, callback) =>
        callback(Object.assign(new Error('5.7.1 Not yours'), { responseCode: 553 })),
    })
    const mail = { kind: 'smtp', url: server.url } as const

    expect((await findFaults(change({ mail })))['mail server']).toMatch(
      /^The mail server does not accept our sender \(.*5\.7\.1 Not yours.*\): correct SMTP_URL or MAIL_FROM/,
    )
  })

  it.each([
    ['nowhere', 'Mails wait in the outbox: set SMTP_URL to send them.'],
    ['dropped', 'Mails are dropped: set SMTP_URL to send them.'],
  ] as const)('reports mails that go %s', async (kind, sentence) => {
    expect(await findFaults(change({ mail: { kind } }))).toEqual({ 'mail server': sentence })
  })
})

describe('the check of the public address', () => {
  const servers: ReturnType<typeof createServer>[] = []
  afterEach(() => servers.splice(0).forEach((server) => server.close()))

  async function startOther(status: number) {
    const server = createServer((_, response) => response.writeHead(status).end('0'.repeat(64)))
    servers.push(server.listen(0, '127.0.0.1'))
    await new Promise((resolve) => server.once('listening', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  it('reports an address that another server answers', async () => {
    const publicUrl = await startOther(200)

    expect(await findFaults(change({ publicUrl }))).toEqual({
      'public address': `PUBLIC_URL ${publicUrl} is answered by another server: correct PUBLIC_URL or the proxy.`,
    })
  })

  it('reports an address that does not answer', async () => {
    const publicUrl = await startOther(502)

    expect((await findFaults(change({ publicUrl })))['public address']).toMatch(
      /does not answer \(status 502\): start the server, or correct PUBLIC_URL or the proxy\.$/,
    )
  })

  it('answers only for our own host', async () => {
    const path = `/healthz/proof/${'0'.repeat(32)}`

    expect((await sendRaw(app.port, path, [`Host: 127.0.0.1:${app.port}`])).status).toBe(200)
    expect((await sendRaw(app.port, path, ['Host: evil.example'])).status).toBe(421)
  })
})

describe('a proxy that TRUSTED_PROXIES does not name', () => {
  const host = `Host: 127.0.0.1:${app.port}`
  const send = (header: string) => sendRaw(app.port, '/api/campaigns', [host, header])

  it('is reported by the doctor, until it is named', async () => {
    await send('X-Forwarded-For: 203.0.113.9')
    await expect
      .poll(async () => (await findFaults()).proxy)
      .toBe(
        'Requests with the header x-forwarded-for came from 127.0.0.1, which TRUSTED_PROXIES does not name: add it if that is your proxy, because its visitors share one rate limit.',
      )

    expect(await findFaults(change({ trustedProxies: ['127.0.0.0/8'] }))).toEqual({})
    const later = () => new Date(Date.now() + 25 * 3_600_000)
    expect(await findFaults({ now: later })).not.toHaveProperty('proxy')
  })
})
