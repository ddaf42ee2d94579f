import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { encodeText, toHex } from '#shared/transparency/bytes.ts'
import { openCheckpoint } from '#shared/transparency/checkpoint.ts'
import { decodeLeaf, type Leaf } from '#shared/transparency/leaf.ts'
import { hashLeaf } from '#shared/transparency/merkle.ts'
import { decodeBundle, entriesLevel, listNewTiles } from '#shared/transparency/tiles.ts'
import { addLeaf, emptyFrontier, frontierRoot } from '#shared/transparency/tree.ts'
import { kobo } from '#shared/money.ts'
import { freshOn } from '#test/support/people/fresh-database.ts'
import { campaignOfAda } from '#test/support/money/ledger.ts'
import { insertPaidDonations } from '#test/support/money/insert-donations.ts'
import { openLogApp } from '#test/support/servers/log-app.ts'

import { sql } from '../platform/database/sql.ts'
import { logChecks } from './check-log.ts'
import { generateSigningKey } from '../platform/runtime/files.ts'

const { at, database, owner } = await freshOn(openLogApp)

const advance = () => at.transparency.advance()

async function listLeaves(): Promise<Leaf[]> {
  const rows = await database.rows(
    z.object({ leaf: z.instanceof(Buffer) }),
    sql`select leaf from log_leaf order by leaf_index`,
  )
  return rows.map(({ leaf }) => decodeLeaf(leaf))
}

const listCharges = async () => (await listLeaves()).filter(({ kind }) => kind === 'charge')

const readState = () =>
  database.row(
    z.object({ size: z.int(), root: z.instanceof(Buffer), publishedSize: z.int() }),
    sql`select size, root, published_size as "publishedSize" from log_state`,
  )

/** The root of the archived entries, whose bundles must be those that are served. */
async function foldArchive(size = 0) {
  let frontier = emptyFrontier
  for (const name of listNewTiles(0, size).filter(({ level }) => level === entriesLevel)) {
    const stored = (await at.archive.readTile(name)) ?? Buffer.of()
    expect(stored).toEqual(Buffer.from((await at.transparency.readTile(name)) ?? []))
    for (const entry of decodeBundle(stored)) frontier = addLeaf(frontier, hashLeaf(entry))
  }
  return toHex(frontierRoot(frontier))
}

describe('the transparency log', () => {
  it('begins with a signed empty tree and a genesis leaf', async () => {
    expect(await advance()).toBeUndefined()

    expect((await listLeaves()).map(({ kind, place }) => `${kind} ${place}`)).toEqual(['genesis 0'])
    const notes = await database.rows(
      z.object({ size: z.int(), note: z.string() }),
      sql`select size, note from log_checkpoint order by size`,
    )
    const key = await at.readLogKey()
    for (const { size, note } of notes)
      expect((await openCheckpoint(encodeText(note), key)).size).toBe(size)
    expect(notes.map(({ size }) => size)).toEqual([0, 1])
    expect(key.name).toBe('localhost/log/sandbox')
  })

  it('gives every entry and the approved payee one leaf, with places, sums and the charge that a return refers to', async () => {
    const first = await at.donate('ola@example.com')
    at.pass(1_000)
    await at.donate('tunde@example.com')
    await advance()
    await at.refund(first, kobo(1_000_00))
    await advance()
    await advance()

    const leaves = await listLeaves()
    expect(
      leaves
        .slice(1)
        .map(({ kind, place, raised, sum, refersTo }) => ({ kind, place, raised, sum, refersTo })),
    ).toEqual([
      { kind: 'charge', place: 1, raised: 5_000_00, sum: 5_000_00, refersTo: undefined },
      { kind: 'charge', place: 2, raised: 5_000_00, sum: 10_000_00, refersTo: undefined },
      { kind: 'payee', place: 2, raised: 0, sum: 10_000_00, refersTo: undefined },
      { kind: 'refund', place: 3, raised: -1_000_00, sum: 9_000_00, refersTo: 1 },
    ])
    const total = (await at.ledger.campaignTotals([campaignOfAda.id])).get(campaignOfAda.id)
    expect(leaves.at(-1)?.sum).toBe(total?.raised)
    expect((await at.transparency.checkLog()).findings).toEqual([])
  })

  it('gives an expense a leaf with its sum and day alone, another one when it ends, and finds a changed one', async () => {
    await at.donate('ola@example.com')
    await owner.run(sql`
      insert into expense (campaign_id, owner_uid, line, amount_kobo, day, payee, document_id, written_at)
      select ${campaignOfAda.id}, 'uid-ada', 'Pump', amount, '2026-03-04', 'A shop in Ife', gen_random_uuid(), now()
      from unnest(array[3000, 4000, 5000]) amount`)
    await owner.run(sql`update expense set withdrawn_at = now() where amount_kobo = 4000`)
    await owner.run(
      sql`update expense set struck_at = now(), struck_by = 'uid', struck_reason = 'No proof.' where amount_kobo = 5000`,
    )
    await advance()

    const leaves = (await listLeaves()).filter(({ kind }) => kind === 'spending')
    const day = Date.parse('2026-03-04') / 86_400_000
    expect(leaves.every((leaf) => leaf.place === 1 && leaf.day === day)).toBe(true)
    expect(leaves.map(({ donor, owner: share, raised }) => [donor, share, raised])).toEqual(
      [3000, 4000, 5000, -4000, -5000].map((sum) => [sum, -sum, 0]),
    )
    const opened = await owner.rows(
      z.object({ subject: z.string() }),
      sql`select subject from log_opening where subject like 'spending:%'`,
    )
    for (const { subject } of opened) expect(subject).toMatch(/^spending:\d+:[-0-9a-f]{36}$/)
    expect((await at.transparency.checkLog()).findings).toEqual([])

    await owner.pool.query(
      `update money_decision set facts = facts || '{"amount_kobo": 3001}' where kind = 'expense' and facts ->> 'amount_kobo' = '3000'`,
    )
    const { findings } = await at.transparency.checkLog()
    expect(findings.map(({ name }) => name)).toEqual([logChecks.states])
  })

  it('logs a reversal after its charge when both wait, also if the charge is older than a recent scan', async () => {
    const reference = await at.donate('ola@example.com')
    await advance()
    const late = await at.donate('tunde@example.com')
    at.pass(20 * 60_000)
    await at.refund(late)
    await at.refund(reference)
    await advance()

    const kinds = (await listLeaves()).map(({ kind, refersTo }) => `${kind} ${refersTo ?? ''}`)
    expect(kinds.slice(0, 4)).toEqual(['genesis ', 'charge ', 'payee ', 'charge '])
    expect(kinds.slice(4).toSorted()).toEqual(['refund 1', 'refund 3'])
  })

  it('finds an entry whose time lies before the recent ones within an hour', async () => {
    await advance()
    const clock = at.clock.now
    at.clock.now = new Date(clock.getTime() - 3_600_000)
    await at.donate('ola@example.com')
    at.clock.now = clock
    await advance()
    expect(await listCharges()).toEqual([])

    at.pass(3_600_000)
    await advance()
    expect(await listCharges()).toHaveLength(1)
  })

  it('publishes trees that only grow, in tiles that every size has', async () => {
    const sizes = [0]
    const roots = [toHex(frontierRoot(emptyFrontier))]
    for (let round = 0; round < 4; round++) {
      for (let turn = 0; turn <= round; turn++) await at.donate(`donor${round}-${turn}@example.com`)
      await advance()
      const state = await readState()
      sizes.push(state?.size ?? 0)
      roots.push(state?.root.toString('hex') ?? '')
      expect(state?.publishedSize).toBe(state?.size)
    }
    for (const [round, size] of sizes.entries()) expect(await foldArchive(size)).toBe(roots[round])
  })

  it('goes on with a new key alone although nothing was added while both signed', async () => {
    const [former, next] = [generateSigningKey(), generateSigningKey()]
    Object.assign(at, await openLogApp({ database, owner, env: { LOG_KEY: former } }))
    await at.donate('ola@example.com')
    await advance()
    at.pass(60_000)
    const both = await at.openAnotherProcess({ LOG_KEY: `${next},${former}` })
    expect(await both.transparency.advance()).toBeUndefined()

    const alone = await at.openAnotherProcess({ LOG_KEY: next })
    await at.donate('tunde@example.com')
    expect(await alone.transparency.advance()).toBeUndefined()
    expect(await listCharges()).toHaveLength(2)
  })

  it('is whole in an archive whose full tile is newer than its checkpoint', async () => {
    await advance()
    const note = (await at.archive.readCheckpoint()) ?? ''
    await insertPaidDonations(owner.pool, 300)
    at.pass(3_600_000)
    await advance()
    // As a process leaves it that is killed between the two, and as a check finds it that began before.
    await at.archive.writeCheckpoint(note)

    expect((await at.transparency.checkLog()).findings).toEqual([])
  })

  it('never waits in a donation, and lets one of many processes lead', async () => {
    const others = await Promise.all([at.openAnotherProcess(), at.openAnotherProcess()])
    const all = [at, ...others]
    await advance()
    const references: string[] = []
    for (let turn = 0; turn < 20; turn++)
      references.push(await at.start(`donor${turn}@example.com`))
    const running = references.map(at.report)
    await Promise.all([
      ...running,
      ...all.flatMap((each) => [each.transparency.advance(), each.transparency.advance()]),
    ])
    await Promise.all(all.map((each) => each.transparency.advance()))
    await advance()

    expect(await listCharges()).toHaveLength(20)
    expect((await at.transparency.checkLog()).findings).toEqual([])
  })

  it('leaves the log to others while a leader stands still, and lets it add nothing after it lost the lock', async () => {
    await advance()
    await at.donate('ola@example.com')
    const frozen = await owner.pool.connect()
    await frozen.query('begin')
    await frozen.query('select from log_state for update')
    await advance()
    expect(await listLeaves()).toHaveLength(1)

    await owner.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and query like '%log_state for update%'`,
    )
    // Depending on the moment, the client reads the server's message or cannot write to the closed socket.
    await expect(frozen.query('commit')).rejects.toThrow(/terminat|connection|EPIPE|ECONNRESET/i)
    frozen.release(true)
    // The server answers the client before it gives up the lock.
    await expect
      .poll(async () => {
        await advance()
        return (await listCharges()).length
      })
      .toBe(1)
    expect((await at.transparency.checkLog()).findings).toEqual([])
  })

  it('logs each of 64 simultaneous entries once, though one stays uncommitted for long and one is rolled back', async () => {
    const references = []
    for (let number = 0; number < 64; number++) {
      const reference = await at.donate(`donor${number}@example.com`)
      references.push(reference)
    }
    await owner.pool.query('delete from log_leaf')
    const holding = await owner.pool.connect()
    await holding.query('begin')
    await holding.query(`
      create temp table held as select * from ledger_entry order by effect_key limit 2`)
    await holding.query(
      `delete from ledger_entry using held where ledger_entry.effect_key = held.effect_key`,
    )
    const { rows } = await holding.query<{ columns: string }>(`
      select string_agg(column_name, ', ') as columns from information_schema.columns
      where table_name = 'ledger_entry' and is_generated = 'NEVER'`)
    await holding.query('commit')
    const columns = rows[0]?.columns ?? ''
    const insert = (place: number) =>
      holding.query(
        `insert into ledger_entry (${columns}) select ${columns} from held order by effect_key offset ${place} limit 1`,
      )
    await holding.query('begin')
    await insert(0)
    await advance()
    expect(await listCharges()).toHaveLength(62)
    await holding.query('commit')
    await holding.query('begin')
    await insert(1)
    await holding.query('rollback')
    await advance()
    expect(await listCharges()).toHaveLength(63)
    await insert(1)
    holding.release(true)
    await advance()

    const places = (await listCharges()).map(({ place }) => place)
    expect(places).toEqual(Array.from({ length: 64 }, (_, index) => index + 1))
    expect((await at.transparency.checkLog()).findings).toEqual([])
  })
})
