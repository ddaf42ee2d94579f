import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { encodeText, toBase64 } from '#shared/transparency/bytes.ts'
import { formatVerifierKey } from '#shared/transparency/note.ts'
import { verifyLoggedReceipt } from '#shared/transparency/receipt-check.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { openLogApp } from '#test/support/servers/log-app.ts'
import { readPdfText } from '#test/support/documents/pdf-text.ts'

import { sql } from '../platform/database/sql.ts'

/** 10,000 in the long run. */
const count = Number(process.env['RECEIPTS'] ?? 20)

const { database, owner } = await testDatabase()
const at = await openLogApp({ database, owner })
const folder = mkdtempSync(join(tmpdir(), 'ajo-verifier-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const pages: string[] = []
let logKey = ''

beforeAll(async () => {
  const references: string[] = []
  for (let number = 0; number < count; number++) {
    references.push(await at.donate(`donor${number}@example.com`))
    // Some receipts share a checkpoint, and most do not.
    if (number % 3 === 0) await at.transparency.advance()
  }
  await at.transparency.advance()
  logKey = formatVerifierKey(await at.readLogKey())
  const rows = await database.rows(
    z.object({ code: z.string() }),
    sql`select access_code as code from donation join ledger_entry on donation_id = id order by booked_at, id`,
  )
  for (const { code } of rows) {
    const response = await at.app.request(`/api/donations/${code}/receipt.pdf`)
    pages.push(readPdfText(Buffer.from(await response.arrayBuffer())))
  }
  writeFileSync(
    join(folder, 'keys.json'),
    JSON.stringify({
      receipt: at.signing.publicKey.subarray(-32).toString('hex'),
      log: [logKey],
    }),
  )
}, 3_600_000)

/** The answers of the verifier that is not ours: one line for each receipt. */
function verifyOutside(texts: readonly string[]): Promise<string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<string[]>()
  const script = join(import.meta.dirname, '../../test/verifier/verify_receipt.py')
  const options = { maxBuffer: 1 << 28 }
  const child = execFile('python3', [script, join(folder, 'keys.json')], options, (error, out) => {
    if (error) reject(error)
    else resolve(out.trimEnd().split('\n'))
  })
  child.stdin?.end(texts.join('\f'))
  return promise
}

const block = /BEGIN AJO PROOF-----([^]*?)-----END AJO PROOF/

function open(page: string) {
  const encoded = block.exec(page)?.[1]?.replaceAll(/\s/g, '') ?? ''
  const [text = '', signature = '', head = '', note = ''] = splitProof(
    Buffer.from(encoded, 'base64').toString(),
  )
  return { text: `${text}\n`, signature, head, note }
}

/** The checkpoint contains an empty line of its own. */
function splitProof(text: string): string[] {
  const parts = text.split('\n\n')
  return [...parts.slice(0, 3), parts.slice(3).join('\n\n')]
}

type Opened = ReturnType<typeof open>
const close = ({ text, signature, head, note }: Opened) =>
  `-----BEGIN AJO PROOF-----\n${toBase64(encodeText([text.slice(0, -1), signature, head, note].join('\n\n')))}\n-----END AJO PROOF-----`

async function verifyInside({ text, head, note }: Opened): Promise<string> {
  try {
    const proof = `${head}\n\n${note}`
    const { leaf, index, size } = await verifyLoggedReceipt({ text, proof, logKeys: [logKey] })
    return `ok ${leaf.raised} ${index} ${size}`
  } catch {
    return 'refused'
  }
}

/** Each kind changes one thing. Only the first is found by the receipt's signature alone. */
const forgeries: ((own: Opened, other: Opened, turn: number) => Opened)[] = [
  (own, other) => ({ ...own, head: other.head }),
  (own, other) => ({ ...own, head: other.head, note: other.note }),
  (own, _other, turn) => ({ ...own, head: flip(own.head, 40 + turn) }),
  (own, _other, turn) => ({ ...own, note: flip(own.note, turn) }),
  (own) => ({ ...own, head: own.head.replace(/index \d+/, (found) => `${found}1`) }),
  (own) => ({ ...own, head: own.head.split('\n').slice(0, -1).join('\n') }),
  (own) => ({ ...own, head: `${own.head}\n${toBase64(new Uint8Array(32))}` }),
  (own) => ({ ...own, head: own.head.replace('@v1', '@v2') }),
  (own) => ({ ...own, note: own.note.replace(/\n\d+\n/, (found) => found.replace('\n', '\n1')) }),
  (own) => ({ ...own, text: own.text.replace('NGN 5000.00', 'NGN 50000.00') }),
  (own) => ({ ...own, text: own.text.replace(/subject: .*/, 'subject: donation:other') }),
]
const forgeryCount = Number(process.env['FORGERIES'] ?? 3 * forgeries.length)

/** Changes one letter to another that base64 allows, too. */
function flip(text: string, position: number): string {
  const place = position % text.length
  return text.slice(0, place) + (text[place] === 'A' ? 'B' : 'A') + text.slice(place + 1)
}

describe('a verifier that is not ours', () => {
  it('accepts every receipt from the text of its PDF, and agrees with ours', async () => {
    const answers = await verifyOutside(pages)
    expect(pages).toHaveLength(count)
    expect(answers.filter((answer) => !answer.startsWith('ok 500000 '))).toEqual([])
    expect(await Promise.all(pages.map((page) => verifyInside(open(page))))).toEqual(answers)
  }, 3_600_000)

  it('refuses every forgery, as ours does', async () => {
    const forged = Array.from({ length: forgeryCount }, (_, turn) => {
      const own = open(pages[turn % pages.length] ?? '')
      const other = open(pages[(turn + 1) % pages.length] ?? '')
      const change = forgeries[turn % forgeries.length]
      return change ? change(own, other, turn) : own
    })
    const answers = await verifyOutside(forged.map(close))
    expect(answers).toHaveLength(forgeryCount)
    expect(answers.filter((answer) => !answer.startsWith('refused '))).toEqual([])
    const own = await Promise.all(forged.map(verifyInside))
    expect(own.filter((answer) => answer !== 'refused')).toEqual([])
  }, 3_600_000)
})
