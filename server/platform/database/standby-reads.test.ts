import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { createGuestDataUrl } from '#server/people/privacy/personal-data.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { startPrimaryAndStandby } from '#test/support/database/other-postgres.ts'
import { query } from '#test/support/database/query.ts'
import {
  ada,
  as,
  bola,
  createPerson,
  dada,
  testOrigin,
  visitor,
} from '#test/support/people/people.ts'
import { processEnv } from '#test/support/servers/process-env.ts'

import { openApp } from '../../../test/architecture/matrix-world.ts'
import { donateTo, pay } from '../../../test/architecture/matrix-payment.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { toConnection } from './primary.ts'
import { sql } from './sql.ts'

const { primary, standby, ...servers } = await startPrimaryAndStandby((url) =>
  migrate(toConnection([url])),
)
// Registered first, so that the databases stop after the server.
afterAll(() => servers[Symbol.dispose]())
const { app, services } = await openApp(primary.url, { env: { READ_DATABASE_URL: standby.url } })
/** Another process, which reports nothing to the server. */
const other = openDatabase({ connectionString: primary.url }, { onIdleError: () => {} })
afterAll(() => other[Symbol.asyncDispose]())
const admin = new pg.Client(standby.url)
admin.on('error', () => {})

const [organiser, donor, operator] = [
  await createPerson(other, ada),
  await createPerson(other, bola),
  await createPerson(other, dada),
]
const account = { bankCode: '058', accountNumber: '0123456789' }
const created = await services.payments.createSubAccount({
  ...account,
  businessName: 'A well',
  ownerUid: ada.uid,
})
if (created.kind !== 'created') throw new Error('no sub-account')
const campaign = await insertCampaignBy(services.content, ada, 'approved', {
  bankAccount: { bankCode: '058', last4: '6789', subAccountCode: created.code },
})
const { reference } = await donateTo(campaign, { app, owner: other, donor })
await pay(services, campaign, reference)
beforeAll(() => admin.connect())

const sent = vi.spyOn(pg.Client.prototype, 'query')
afterAll(() => sent.mockRestore())

/** The ports of the servers that answered these statements while `work` ran. */
async function listPorts(statement: RegExp, work: () => Promise<unknown>) {
  sent.mockClear()
  await work()
  const ports = sent.mock.calls.flatMap(([config], index) => {
    const { text = '' } = config as unknown as { text?: string }
    const { port } = sent.mock.contexts[index] as pg.Client
    return statement.test(text) ? [port] : []
  })
  return [...new Set(ports)]
}
const toPort = ({ url }: { url: string }) => Number(new URL(url).port)
const [byStandby, byPrimary] = [[toPort(standby)], [toPort(primary)]]

const read = async (who: { cookie: string } | typeof visitor, path: string) => {
  const response = await as(app, who)(path)
  expect(response.status).toBe(200)
  return response.text()
}
const runTask = (name: string) =>
  services.tasks.find((task) => task.name === name)?.run({ isForced: true })
const downloadAsGuest = async () => {
  const deps = { ...services, publicUrl: testOrigin }
  const { pathname } = new URL(createGuestDataUrl(deps, 'guest@example.com'))
  const path = pathname.replace('my-donations', 'my-data')
  const response = await as(app, visitor)(`${path}/download`, { method: 'POST' })
  expect(response.status).toBe(200)
}

const campaignPath = `/api/campaigns/${campaign.id}`
const transactions = () => read(organiser, '/api/transactions/export.csv?tab=received')
const personalData = () => read(donor, '/api/account/data')
const reads: [name: string, statement: RegExp, work: () => Promise<unknown>][] = [
  ['the transactions of an account', /campaign_title as title/, transactions],
  [
    'the donations of a campaign',
    /settlement\.settled_at/,
    () => read(organiser, `${campaignPath}/donations.csv`),
  ],
  ['its payouts', /from settlement/, () => read(organiser, `${campaignPath}/payouts.csv`)],
  [
    'its public ledger',
    /leaf_index as leaf/,
    () => read(visitor, `/api/campaigns/${campaign.slug}/ledger.csv`),
  ],
  ...(
    [
      ['journal', /posted_on::text as "postedOn"/],
      ['trial-balance', /as opening/],
      ['receipts', /receipt\.donation_id as "donationId"/],
      ['audit-log', /act\.id::text/],
    ] as const
  ).map(([file, statement]): (typeof reads)[number] => [
    `the file ${file} for accountants`,
    statement,
    () => read(operator, `/api/admin/books/${file}.csv`),
  ]),
  ['the data of a person', /from "?account_event"? where/, personalData],
  ['the data of a guest', /from "?donation"? where .* order by/s, downloadAsGuest],
  ['the signatures of receipts', /receipt\.code >/, () => runTask('check-ledger') as Promise<void>],
  ['the ledger check', /with found as/, () => runTask('check-ledger') as Promise<void>],
  [
    'the comparison with the provider',
    /as "isReversedByBank"/,
    () => runTask('compare-with-provider') as Promise<void>,
  ],
]

describe('with a standby that has everything', () => {
  it.each(reads)('reads %s from the standby alone', async (_name, statement, work) => {
    expect(await listPorts(statement, work)).toEqual(byStandby)
  })

  it.each([
    ['check-ledger', /insert into ledger_check/],
    ['compare-with-provider', /insert into ledger_difference/],
  ])('writes what %s found to the primary', async (task, statement) => {
    expect(await listPorts(statement, async () => runTask(task))).toEqual(byPrimary)
  })

  it('checks the ledger on one snapshot of the standby', async () => {
    const begun = /^begin isolation level repeatable read, read only/
    sent.mockClear()
    await services.ledger.checkLedger()
    const ports = sent.mock.calls.flatMap(([text], index) =>
      typeof text === 'string' && begun.test(text)
        ? [(sent.mock.contexts[index] as pg.Client).port]
        : [],
    )
    expect(ports).toEqual(byStandby)
  })

  it('runs the command check:ledger on the standby', async () => {
    const countScans = async ({ url }: { url: string }) => {
      const scans = `select sum(seq_scan + coalesce(idx_scan, 0))::int as scans from pg_stat_user_tables where relname = 'settlement_line'`
      return Number((await query({ connectionString: url }, scans))[0]?.['scans'])
    }
    const before = [await countScans(primary), await countScans(standby)] as const
    const env = { ...processEnv, DATABASE_URL: primary.url, READ_DATABASE_URL: standby.url }
    await promisify(execFile)(process.execPath, ['scripts/check-ledger.ts'], { env })
    expect(await countScans(primary)).toBe(before[0])
    expect(await countScans(standby)).toBeGreaterThan(before[1])
  })

  it('finds a write of another process that reported nothing, in every export that follows', async () => {
    const ports = await listPorts(/campaign_title as title/, async () => {
      for (let count = 0; count < 30; count++) {
        const name = `Bola ${count}`
        await other.run(
          sql`update donation set donor_name = ${name} where reference = ${reference}`,
        )
        expect(await transactions()).toContain(name)
        expect(await personalData()).toContain(name)
      }
    })
    expect(ports).toContain(toPort(standby))
  })
})

describe('with a standby that replays nothing for now', () => {
  beforeAll(() => admin.query('select pg_wal_replay_pause()'))
  afterAll(() => admin.query('select pg_wal_replay_resume()'))

  it('reads the own write of a person from the primary, although the standby is within the bound of lag', async () => {
    await other.run(
      sql`update donation set donor_name = 'Own write' where reference = ${reference}`,
    )
    let file = ''
    const ports = await listPorts(/campaign_title as title/, async () => {
      file = await transactions()
    })
    expect(file).toContain('Own write')
    expect(ports).toEqual(byPrimary)
  })

  it.each(reads)('reads %s from the primary', async (_name, statement, work) => {
    expect(await listPorts(statement, work)).toEqual(byPrimary)
  })
})

describe('when the standby ends', () => {
  it('reads from it again first, once it has replayed everything', async () => {
    await expect.poll(() => listPorts(/campaign_title/, transactions)).toEqual(byStandby)
  })

  it('repeats a check on the primary that the standby stopped', async () => {
    const stop = `select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and query ~ 'with found as' and xact_start is not null`
    const ports = await listPorts(/with found as/, async () => {
      const checking = services.ledger.checkLedger()
      await expect.poll(async () => (await admin.query(stop)).rowCount, { interval: 1 }).toBe(1)
      expect((await checking).checks).toBeGreaterThan(20)
    })
    expect(ports).toEqual([...byStandby, ...byPrimary])
  })

  it.each(reads)('reads %s from the primary', async (_name, statement, work) => {
    standby.stop()
    expect(await listPorts(statement, work)).toEqual(byPrimary)
  })
})
