import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { paystackPayments } from '#server/providers/payments/paystack.ts'
import { testDatabase } from '#test/support/database/database.ts'

import { chargeTestMeans } from './charge.ts'
import { recorder, recordingSchema, replayer, toText, type Recording } from './recording.ts'
import { toReferences } from './rehearsal.ts'
import { rehearse } from './rehearse.ts'
import { sandboxKey } from '#packages/paystack-sandbox/test/open-sandbox.ts'
import { standingSandboxOn } from '#packages/paystack-sandbox/test/standing-sandbox.ts'

const directory = join(import.meta.dirname, '../../test/paystack/recordings')
const files = readdirSync(directory)
const read = (file: string) =>
  recordingSchema.parse(JSON.parse(readFileSync(join(directory, file), 'utf8')))

const { clock, pass, sandbox } = await standingSandboxOn(await testDatabase())

/** The rehearsal against the sandbox, whose clock passes four days between two readings of a refund. */
async function record(): Promise<Recording> {
  const startedAt = clock.now
  const { apiUrl: baseUrl, origin: checkoutOrigin } = sandbox
  const { fetch, take } = recorder({ baseUrl, references: toReferences(startedAt) })
  const endpoint = { baseUrl, secretKey: sandboxKey, checkoutOrigin, fetch }
  const findings = await rehearse({
    payments: paystackPayments({ ...endpoint, mode: 'sandbox' }),
    charge: (payment, means) => chargeTestMeans(endpoint, payment, means),
    startedAt,
    pause: async () => void (await pass(4 * 24 * 3_600_000)),
    settleAndDispute: async (reference) => {
      await sandbox.raiseDispute({ reference, amount: null, category: 'chargeback' })
      await sandbox.settle()
      await pass(4 * 3_600_000)
    },
    report: () => {},
  })
  return { source: 'sandbox', startedAt: startedAt.toISOString(), findings, exchanges: take() }
}

/** The same calls through the real adapter, answered from a recording. */
async function replay(recording: Recording) {
  const { fetch, origin, countLeft } = replayer(recording)
  const endpoint = { baseUrl: 'https://api.example', secretKey: sandboxKey, fetch }
  const mode = recording.source
  const payments = paystackPayments({ ...endpoint, mode, checkoutOrigin: origin, listPauseMs: 0 })
  const findings = await rehearse({
    payments,
    charge: (payment, means) => chargeTestMeans(endpoint, payment, means),
    startedAt: new Date(recording.startedAt),
    pause: async () => {},
    report: () => {},
  })
  return { findings, left: countLeft() }
}

describe.each(files)('the recording %s', (file) => {
  it('gives the recorded findings through the adapter', async () => {
    const recording = read(file)
    expect(await replay(recording)).toEqual({ findings: recording.findings, left: 0 })
  })

  it('holds payments, refunds in part and whole, settlements and disputes', () => {
    const { findings } = read(file)
    for (const start of [
      'pay by success: success',
      'refund 100000',
      'refund 500000',
      'settlements',
      'disputes',
    ])
      expect(findings.some((finding) => finding.startsWith(start))).toBe(true)
  })

  it('has no key, address, phone number, account number or card number', () => {
    const text = readFileSync(join(directory, file), 'utf8')
    expect(text).not.toMatch(/[ps]k_(?:test|live)_|[\w.]+@[\w.]+|\+234|AUTH_\w{4,}|SIG_\w{4,}/)
    expect(
      text.match(/"(?:number|account_number|bin|last4|cvv|pin|phone)":"[^"]*[1-9][^"]*"/g),
    ).toBeNull()
  })
})

it('records the sandbox’s answers, which replay with the same findings', async () => {
  const recording = await record()
  expect(recording.findings.filter((finding) => finding.includes('differs'))).toEqual([])
  const stored = recordingSchema.parse(JSON.parse(toText(recording)))
  expect(await replay(stored)).toEqual({ findings: recording.findings, left: 0 })
})

it('refuses to replay a call that was not recorded', async () => {
  const [file = ''] = files
  const { exchanges, ...recording } = read(file)
  await expect(replay({ ...recording, exchanges: exchanges.slice(1) })).rejects.toThrow(
    'call 1 is POST /subaccount; recorded: POST /transaction/initialize',
  )
})
