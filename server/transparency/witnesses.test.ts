import { createPublicKey, sign } from 'node:crypto'
import { createServer } from 'node:http'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { follow, LogFault, nothingFollowed } from '#dev/witness/follow.ts'
import { openStateFile } from '#dev/witness/state-file.ts'
import { witnessRoutes } from '#dev/witness/witness-routes.ts'
import { openWitness } from '#dev/witness/witness.ts'
import { encodeText } from '#shared/transparency/bytes.ts'
import { openCheckpoint } from '#shared/transparency/checkpoint.ts'
import { formatVerifierKey, toVerifierKey, witnessKeyType } from '#shared/transparency/note.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { openLogApp, type LogApp } from '#test/support/servers/log-app.ts'
import { testLogKey } from '#test/support/servers/app.ts'
import { listMails } from '#test/support/mail/mails.ts'

import { sql } from '../platform/database/sql.ts'
import { parseSigningKey, generateSigningKey } from '../platform/runtime/files.ts'
import { openLogSigners } from './log-keys.ts'

const { database, owner, empty } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'ajo-witnesses-'))
const closing: (() => void)[] = [() => rmSync(folder, { recursive: true, force: true })]
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A witness of its own process, as far as the log can tell. */
async function startWitness(name: string) {
  const privateKey = parseSigningKey(generateSigningKey())
  if (!privateKey) throw new Error('no key')
  const raw = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32)
  const key = toVerifierKey(name, witnessKeyType, raw)
  const toSigners = await openLogSigners(
    { logKeys: [testLogKey], dataDir: '' },
    database,
    'sandbox',
  )
  const witness = openWitness({
    key,
    sign: (bytes) => sign(null, bytes, privateKey),
    logKeys: toSigners('localhost/log/sandbox').map((signer) => signer.key),
    state: await openStateFile(join(mkdtempSync(join(tmpdir(), 'ajo-w-')), 'state.json')),
    now: () => new Date(),
  })
  /** Where a request waits, as on a slow way to the witness. */
  const waiting: Promise<void>[] = []
  const arrived = new EventEmitter()
  const server = createServer((request, response) => {
    const wait = waiting.shift()
    if (wait) arrived.emit('request')
    void Promise.resolve(wait).then(() =>
      getRequestListener(witnessRoutes(witness).fetch)(request, response),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    key,
    setting: `${formatVerifierKey(key)} http://127.0.0.1:${port}/`,
    close: () => server.close(),
    /** The next request waits until it is let through. */
    holdNext() {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push(promise)
      return { held: once(arrived, 'request'), letThrough: resolve }
    },
  }
}

let at: LogApp
let witnesses: Awaited<ReturnType<typeof startWitness>>[]
const sent: string[] = []
let hookStatus: 204 | 503 = 204
const file = join(tmpdir(), `ajo-checkpoints-${process.pid}`)

beforeEach(async () => {
  await empty()
  sent.length = 0
  hookStatus = 204
  witnesses = [
    await startWitness('w1.example'),
    await startWitness('w2.example'),
    await startWitness('w3.example'),
  ]
  const received = new Hono().post('/', async (c) => {
    sent.push(await c.req.text())
    return c.body(null, hookStatus)
  })
  const hook = createServer((request, response) => {
    void getRequestListener(received.fetch)(request, response)
  }).listen(0, '127.0.0.1')
  await once(hook, 'listening')
  const address = hook.address()
  closing.push(
    () => hook.close(),
    () => rmSync(file, { force: true }),
  )
  at = await openLogApp({
    database,
    owner,
    env: {
      LOG_WITNESSES: witnesses.map(({ setting }) => setting).join(','),
      LOG_FILE: file,
      LOG_MAIL: 'auditor@example.org',
      LOG_WEBHOOK: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`,
    },
  })
})

const openPublished = async () => {
  const note = await (await at.app.request('/log/checkpoint')).text()
  return openCheckpoint(
    encodeText(note),
    await at.readLogKey(),
    witnesses.map(({ key }) => key),
  )
}

describe('witnesses of the log', () => {
  it('cosign every tree that is published, and the log serves their lines', async () => {
    for (const email of ['ola@example.com', 'tunde@example.com']) {
      await at.donate(email)
      expect(await at.transparency.advance()).toBeUndefined()
      expect([...(await openPublished()).witnesses.keys()]).toEqual([
        'w1.example',
        'w2.example',
        'w3.example',
      ])
    }
    expect((await openPublished()).checkpoint.size).toBe(3)
    expect((await at.transparency.checkLog()).findings).toEqual([])
  })

  it('may be away, and sign later', async () => {
    witnesses[0]?.close()
    await at.donate('ola@example.com')
    expect(await at.transparency.advance()).toBeUndefined()
    expect([...(await openPublished()).witnesses.keys()]).toEqual(['w2.example', 'w3.example'])
  })

  it('give a receipt its quorum of two, without which it waits for two minutes', async () => {
    witnesses[0]?.close()
    witnesses[1]?.close()
    const reference = await at.donate('ola@example.com')
    const countMails = async () =>
      (
        await database.rows(
          z.object({ text: z.string() }),
          sql`select text from mail_outbox where key like 'receipt %'`,
        )
      ).length
    await at.receipts.sendReceipt(reference)
    expect(await countMails()).toBe(0)

    at.pass(120_001)
    await at.receipts.sendReceipt(reference)
    expect(await countMails()).toBe(1)
    const row = await database.row(
      z.object({ note: z.string() }),
      sql`select checkpoint as note from receipt_proof`,
    )
    const opened = await openCheckpoint(
      encodeText(row?.note ?? ''),
      await at.readLogKey(),
      witnesses.map(({ key }) => key),
    )
    expect([...opened.witnesses.keys()]).toEqual(['w3.example'])
  })

  it('do not stop a process whose request arrives after the larger tree of another one', async () => {
    const other = await at.openAnotherProcess()
    for (const process of [at, other]) await process.transparency.advance()
    await at.donate('ola@example.com')
    const slow = witnesses[0]?.holdNext()
    const first = at.transparency.advance()
    await slow?.held
    await at.donate('tunde@example.com')
    expect(await other.transparency.advance()).toBeUndefined()
    slow?.letThrough()

    expect(await first).toBeUndefined()
    expect((await openPublished()).checkpoint.size).toBe(3)
  })

  it('do not stop a process that starts while another one publishes', async () => {
    await at.donate('ola@example.com')
    await at.transparency.advance()
    const starting = await at.openAnotherProcess()
    const slow = witnesses[0]?.holdNext()
    const first = starting.transparency.advance()
    await slow?.held
    await at.donate('tunde@example.com')
    expect(await at.transparency.advance()).toBeUndefined()
    slow?.letThrough()

    expect(await first).toBeUndefined()
  })

  it('do not stop a log by anything that it did not sign', async () => {
    const page = createServer((_request, response) => response.end('<p>This domain is for sale'))
    await once(page.listen(0, '127.0.0.1'), 'listening')
    closing.push(() => page.close())
    const address = page.address()
    const port = typeof address === 'object' ? address?.port : 0
    const [first] = witnesses
    if (!first) throw new Error('no witness')
    const process = await at.openAnotherProcess({
      LOG_WITNESSES: `${formatVerifierKey(first.key)} http://127.0.0.1:${port}/`,
    })
    await at.donate('ola@example.com')
    expect(await process.transparency.advance()).toBeUndefined()
    expect((await openPublished()).checkpoint.size).toBe(2)
  })

  it('stop a log whose database went back, also where its archive is lost', async () => {
    await at.donate('ola@example.com')
    await at.transparency.advance()
    await at.donate('tunde@example.com')
    await at.transparency.advance()
    // An older backup, and a new archive.
    await owner.pool.query(`begin; set local session_replication_role = replica;
      delete from log_leaf where leaf_index = 2; delete from log_opening where leaf_index = 2; delete from log_cosignature;
      delete from log_checkpoint where size = 3;
      update log_state set size = 2, published_size = 2, frontier = array[(select sha256('\\x01'::bytea || a.hash || b.hash)
        from log_leaf a, log_leaf b where a.leaf_index = 0 and b.leaf_index = 1)];
      update log_state set root = frontier[1]; commit`)
    rmSync(at.folder, { recursive: true })

    const restarted = await at.openAnotherProcess()
    expect(await restarted.transparency.advance()).toContain('has 3 leaves, and the database has 2')
  })

  it('are all that a receipt waits for, and not the places outside', async () => {
    await at.receipts.sendReceipt(await at.donate('ola@example.com'))
    expect(sent).toEqual([])
    await at.transparency.advance()
    expect(sent).toHaveLength(1)
  })

  it('receive no request inside a transaction, and the file, the webhook and the mail get the checkpoint', async () => {
    await at.donate('ola@example.com')
    await at.transparency.advance()
    const note = await (await at.app.request('/log/checkpoint')).text()

    expect(sent).toEqual([note])
    expect(readFileSync(file, 'utf8')).toBe(`${note}\n`)
    const mails = await listMails(database, 'auditor@example.org')
    expect(mails.map(({ text }) => text.includes(note.split('\n')[2] ?? ''))).toEqual([true])

    await at.donate('tunde@example.com')
    await at.transparency.advance()
    expect(sent).toHaveLength(1)
    at.pass(86_400_000)
    await at.transparency.advance()
    expect(sent).toHaveLength(2)
  })
})

describe('a place outside', () => {
  it('that refuses a checkpoint is tried again after its pause', async () => {
    hookStatus = 503
    await at.donate('ola@example.com')
    const advance = async () => {
      await at.transparency.advance()
      return sent.length
    }
    expect([await advance(), await advance()]).toEqual([1, 1])
    at.pass(10_000)
    hookStatus = 204
    expect([await advance(), await advance()]).toEqual([2, 2])
  })
})

describe('a follower', () => {
  const options = async () => ({
    url: 'http://localhost/log/',
    logKeys: [await at.readLogKey()],
    fetch: async (url: URL) => at.app.request(url.href),
  })

  it('reads every entry, and adds up every campaign', async () => {
    const reference = await at.donate('ola@example.com')
    await at.transparency.advance()
    const first = await follow(await options(), nothingFollowed())
    await at.refund(reference)
    await at.donate('tunde@example.com')
    await at.transparency.advance()

    const second = await follow(await options(), first)
    expect(second.frontier.size).toBe(4)
    expect([...second.campaigns.values()]).toEqual([{ place: 3, sum: 5_000_00 }])
  })

  it('raises the alarm when an entry that it read was changed', async () => {
    await at.donate('ola@example.com')
    await at.transparency.advance()
    const first = await follow(await options(), nothingFollowed())
    const changed = { ...first, frontier: { ...first.frontier, hashes: [new Uint8Array(32)] } }
    await at.donate('tunde@example.com')
    await at.transparency.advance()

    await expect(follow(await options(), changed)).rejects.toThrow(LogFault)
  })

  it('raises the alarm when the log shrank', async () => {
    await at.transparency.advance()
    const followed = { ...nothingFollowed(), frontier: { size: 9, hashes: [] } }
    await expect(follow(await options(), followed)).rejects.toThrow('shrank from 9 to 1')
  })
})
