import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import { encodeText, toBase64, toHex } from '#shared/transparency/bytes.ts'
import { formatCheckpoint, openCheckpoint } from '#shared/transparency/checkpoint.ts'
import { hashLeaf } from '#shared/transparency/merkle.ts'
import {
  formatNote,
  logKeyType,
  toSignedBytes,
  toVerifierKey,
  witnessKeyType,
} from '#shared/transparency/note.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import {
  addLeaf,
  consistencyRanges,
  emptyFrontier,
  frontierRoot,
  hashRange,
  type Subtree,
} from '#shared/transparency/tree.ts'

import { openStateFile } from './state-file.ts'
import { witnessRoutes } from './witness-routes.ts'
import { openWitness } from './witness.ts'

const folder = mkdtempSync(join(tmpdir(), 'ajo-witness-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let turn = 0

function createKey(name: string, type: typeof logKeyType | typeof witnessKeyType) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  return {
    key: toVerifierKey(name, type, raw),
    sign: (bytes: Uint8Array) => Uint8Array.from(sign(null, bytes, privateKey)),
  }
}

const log = createKey('ajo.example/log/live', logKeyType)
const own = createKey('witness.example/w1', witnessKeyType)
const thief = createKey('ajo.example/log/live', logKeyType)

/** A log whose entries begin with `prefix`, so that two logs with the same beginning can differ later. */
function growLog(size: number, { from = Infinity, signer = log } = {}) {
  const subtrees = new Map<string, Uint8Array>()
  let frontier = emptyFrontier
  for (let index = 0; index < size; index++) {
    const leaf = hashLeaf(encodeText(`${index < from ? 'entry' : 'other'} ${index}`))
    frontier = addLeaf(frontier, leaf, ({ height, index: at }, hash) =>
      subtrees.set(`${height} ${at}`, hash),
    )
  }
  const root = frontierRoot(frontier)
  const text = formatCheckpoint({ origin: log.key.name, size, root })
  const signature = signer.sign(toSignedBytes(text))
  const find = ({ height, index }: Subtree) =>
    subtrees.get(`${height} ${index}`) ?? new Uint8Array(32)
  return {
    note: formatNote({ text, signatures: [{ ...signer.key, signature }] }),
    proofFrom: (older: number) =>
      consistencyRanges(older, size).map((range) => hashRange(range, find)),
  }
}

async function openServed() {
  const state = await openStateFile(join(folder, `${turn}.json`))
  const witness = openWitness({
    ...own,
    logKeys: [log.key],
    state,
    now: () => new Date(1_800_000_000_000),
  })
  const app = witnessRoutes(witness)
  return {
    send: async (older: number, proof: readonly Uint8Array[], note: string) => {
      const body = `${[`old ${older}`, ...proof.map(toBase64)].join('\n')}\n\n${note}`
      const response = await app.request('/add-checkpoint', { method: 'POST', body })
      return { status: response.status, text: await response.text(), headers: response.headers }
    },
    post: async (body: string) =>
      (await app.request('/add-checkpoint', { method: 'POST', body })).status,
    last: () => app.request(`/${toHex(sha256(encodeText(log.key.name)))}/checkpoint`),
  }
}

let at: Awaited<ReturnType<typeof openServed>>
beforeEach(async () => {
  turn += 1
  at = await openServed()
})

const grow = async (older: number, size: number) => {
  const { note, proofFrom } = growLog(size)
  return at.send(older, older === 0 ? [] : proofFrom(older), note)
}

describe('a witness', () => {
  it('cosigns a log that grows, and serves what it signed last', async () => {
    expect((await at.last()).status).toBe(404)
    for (const [older, size] of [
      [0, 3],
      [3, 7],
      [7, 300],
      [300, 300],
    ] as const) {
      const { status, text } = await grow(older, size)
      expect(status).toBe(200)
      const opened = await openCheckpoint(encodeText(growLog(size).note + text), log.key, [own.key])
      expect([...opened.witnesses]).toEqual([['witness.example/w1', 1_800_000_000]])
    }
    const { checkpoint } = await openCheckpoint(encodeText(await (await at.last()).text()), log.key)
    expect(checkpoint.size).toBe(300)
  })

  it('remembers what it signed after a restart', async () => {
    await grow(0, 7)
    at = await openServed()
    expect(await grow(0, 9)).toMatchObject({ status: 409, text: '7\n' })
    expect((await grow(7, 9)).status).toBe(200)
  })

  it('answers the size that it knows to a proof from another one', async () => {
    await grow(0, 7)
    const answer = await grow(3, 9)
    expect(answer).toMatchObject({ status: 409, text: '7\n' })
    expect(answer.headers.get('content-type')).toBe('text/x.tlog.size')
  })

  it('refuses a second history, a smaller tree and another tree of the same size', async () => {
    await grow(0, 7)
    const fork = growLog(9, { from: 5 })
    expect((await at.send(7, fork.proofFrom(7), fork.note)).status).toBe(422)
    expect((await at.send(7, growLog(9).proofFrom(7), fork.note)).status).toBe(422)
    expect((await at.send(7, [], growLog(7, { from: 5 }).note)).status).toBe(422)
    expect((await at.send(7, [], growLog(9).note)).status).toBe(422)
    expect((await at.send(7, [], growLog(3).note)).status).toBe(400)
    expect((await at.send(3, [], growLog(3).note)).status).toBe(409)
    expect((await grow(7, 9)).status).toBe(200)
  })

  it('refuses a log that it does not follow, and a checkpoint that the log did not sign', async () => {
    expect((await at.send(0, [], growLog(3, { signer: thief }).note)).status).toBe(403)
    expect(
      (await at.send(0, [], growLog(3).note.replaceAll('ajo.example', 'oja.example'))).status,
    ).toBe(404)
    expect((await at.send(0, [], growLog(3).note.replace('\n3\n', '\n4\n'))).status).toBe(403)
  })

  it.each([
    '',
    'old 0',
    'old 00\n\nx',
    'old 0\nAA\n\nx',
    `old 0\n${'AAAA\n'.repeat(64)}\nx`,
    'old -1\n\nx',
  ])('refuses the malformed request %j', async (body) => {
    expect(await at.post(body)).toBe(400)
  })

  it('never goes back when two requests arrive at once', async () => {
    await grow(0, 3)
    const answers = await Promise.all([grow(3, 7), grow(3, 9), grow(3, 5)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
  })
})
