import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'

import { migrate } from '#server/platform/database/migrate.ts'
import { toConnection } from '#server/platform/database/primary.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { startErrorMessage } from '#server/platform/config/start-messages.ts'
import { openServices } from '#server/services.ts'
import { startPrimaryAndStandby } from '#test/support/database/other-postgres.ts'
import { as, visitor } from '#test/support/people/people.ts'

import { metricsToken, openApp } from '../../../test/architecture/matrix-world.ts'

const { primary, standby, ...servers } = await startPrimaryAndStandby((url) =>
  migrate(toConnection([url])),
)
// Registered first, so that the database stops after the server.
afterAll(() => servers[Symbol.dispose]())
const both = `postgres://ajo_owner@${new URL(primary.url).host},${new URL(standby.url).host}/postgres`
const { app } = await openApp(both, {})

const readiness = async () => {
  const response = await app.request('/readyz', {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  const body = (await response.json()) as { status: string; missing?: string[] }
  return { code: response.status, status: body.status, missing: body.missing ?? [] }
}
const signUp = () =>
  as(app, visitor)('/api/account', {
    method: 'POST',
    body: {
      firstname: 'Ngozi',
      lastname: 'Eze',
      gender: 'Female',
      email: 'ngozi@example.com',
      password: 'mango rain 47',
      confirmPassword: 'mango rain 47',
      terms: true,
    },
  })

describe('with a primary and a standby in DATABASE_URL', () => {
  it('is ready and accepts writes while the primary runs', async () => {
    expect(await readiness()).toEqual({ code: 200, status: 'ready', missing: [] })
    expect((await signUp()).status).toBe(201)
  })

  it('is not ready and answers writes with 503 and retry-after while only the standby runs', async () => {
    primary.stop()

    await expect
      .poll(readiness)
      .toEqual({ code: 503, status: 'not-ready', missing: ['primary-database'] })
    const response = await signUp()
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect((await app.request('/healthz')).status).toBe(200)
  })

  it('refuses to start with one sentence', async () => {
    const config = readConfig({ DATABASE_URL: standby.url, AJO_SECRET: 'x0123456789'.repeat(4) })
    const failure: unknown = await openServices(config).catch((error: unknown) => error)
    expect(startErrorMessage(failure)).toBe(
      'The database is a standby or read-only. Name the host of its primary in DATABASE_URL.',
    )
  })

  it('is ready and accepts writes again once the standby is promoted', async () => {
    const client = new pg.Client(standby.url)
    await client.connect()
    await client.query('select pg_promote()')
    await client.end()

    await expect.poll(readiness).toEqual({ code: 200, status: 'ready', missing: [] })
    expect((await signUp()).status).toBe(201)
  })

  it('is not ready on a database that a newer version has migrated', async () => {
    const client = new pg.Client(standby.url)
    await client.connect()
    await client.query(`insert into migration (name, checksum) values ('9999_later.sql', '')`)

    expect(await readiness()).toMatchObject({ code: 503, missing: ['newer-version'] })
    await client.query(`delete from migration where name = '9999_later.sql'`)
    await client.end()
    expect(await readiness()).toMatchObject({ code: 200 })
  })
})
