import { createHmac, randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '../storage/database.ts'
import { memoryDatabase } from '../../test/standing-sandbox.ts'
import { deliverDue, deliveryRunner, queueDelivery, schedules } from './deliveries.ts'

const { database, empty } = await memoryDatabase()
const secretKey = 'sk_test_vector_0001'
const startMs = Date.parse('2026-11-20T10:00:00Z')
const hourMs = 3_600_000

/** Merchant that records webhooks and answers with the given statuses, then with 200. */
function receiver(...answers: (number | 'never')[]) {
  const received: { body: string; signature: string | null; type: string | null }[] = []
  const waiting: (() => void)[] = []
  const deliver: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    received.push({
      body: await request.text(),
      signature: request.headers.get('x-paystack-signature'),
      type: request.headers.get('content-type'),
    })
    waiting.splice(0).forEach((resolve) => resolve())
    const answer = answers.shift() ?? 200
    if (answer !== 'never') return new Response(null, { status: answer })
    const { promise, reject } = Promise.withResolvers<Response>()
    const stop = () => reject(new DOMException('stopped', 'AbortError'))
    if (request.signal.aborted) stop()
    request.signal.addEventListener('abort', stop)
    return promise
  }
  const arrival = () => new Promise<void>((resolve) => waiting.push(resolve))
  return { deliver, received, arrival }
}

let nowMs = startMs
beforeEach(async () => {
  nowMs = startMs
  await empty()
})

const optionsFor = (deliver: typeof fetch) => ({
  database,
  webhookUrl: 'http://127.0.0.1:9/webhooks/paystack',
  secretKey,
  schedule: 'test' as const,
  compression: 1,
  timeoutMs: 30_000,
  pollMs: 60_000,
  now: () => new Date(nowMs),
  deliver,
  onError: (error: unknown) => {
    throw error
  },
})

const queue = (reference: string = randomUUID()) =>
  queueDelivery(
    database,
    { event: 'charge.success', reference, data: { reference, name: 'Ọlá ₦' } },
    new Date(nowMs),
  )

const readDeliveries = () =>
  database.rows(
    z.object({
      attempts: z.number(),
      next_at: z.nullable(z.date()),
      delivered_at: z.nullable(z.date()),
      last_response: z.nullable(z.string()),
    }),
    sql`select attempts, next_at, delivered_at, last_response from sandbox.delivery`,
  )

describe('a webhook', () => {
  it('is signed over the exact bytes of the body', async () => {
    const { deliver, received } = receiver()
    await queue('ajo-1')
    await deliverDue(optionsFor(deliver))
    const body = '{"event":"charge.success","data":{"reference":"ajo-1","name":"Ọlá ₦"}}'
    expect(received).toEqual([
      {
        body,
        signature: createHmac('sha512', secretKey).update(body).digest('hex'),
        type: 'application/json',
      },
    ])
  })

  it('is delivered after a 200 and after no other status', async () => {
    for (const answer of [201, 204, 302, 400, 500]) {
      await empty()
      await queue()
      const { deliver } = receiver(answer)
      await deliverDue(optionsFor(deliver))
      expect(await readDeliveries()).toMatchObject([
        { delivered_at: null, last_response: String(answer) },
      ])
    }
    const { deliver, received } = receiver(200)
    nowMs += hourMs
    await deliverDue(optionsFor(deliver))
    await deliverDue(optionsFor(deliver))
    expect(received).toHaveLength(1)
    expect(await readDeliveries()).toMatchObject([
      { next_at: null, delivered_at: new Date(nowMs), attempts: 2 },
    ])
  })

  it.each([
    ['test', [1, 1, 1, 1, 1, 1, 1, 1, 1, 1].map((hours) => hours * hourMs)],
    ['live', [0.05, 0.05, 0.05, ...Array<number>(72).fill(1)].map((hours) => hours * hourMs)],
  ] as const)('is attempted along the %s schedule, then given up', async (schedule, pauses) => {
    const { deliver, received } = receiver(...Array<number>(100).fill(500))
    const options = { ...optionsFor(deliver), schedule }
    expect(schedules[schedule]).toEqual(pauses)
    await queue()
    await deliverDue(options)
    for (const pauseMs of pauses) {
      nowMs += pauseMs - 1
      expect(await deliverDue(options)).toBe(0)
      nowMs += 1
      expect(await deliverDue(options)).toBe(1)
    }
    expect(received).toHaveLength(pauses.length + 1)
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
    expect(await readDeliveries()).toMatchObject([{ next_at: null, delivered_at: null }])
  })

  it('is retried sooner with compression', async () => {
    const { deliver } = receiver(500)
    const options = { ...optionsFor(deliver), compression: 3_600 }
    await queue()
    await deliverDue(options)
    nowMs += 1_000
    expect(await deliverDue(options)).toBe(1)
  })

  it('is sent once when four processes deliver at the same time', async () => {
    for (let number = 0; number < 25; number++) await queue()
    const { deliver, received } = receiver()
    const options = optionsFor(deliver)
    let sent = 0
    do {
      const counts = await Promise.all(Array.from({ length: 4 }, () => deliverDue(options)))
      sent = counts.reduce((sum, count) => sum + count)
    } while (sent > 0)
    expect(received).toHaveLength(25)
    expect(new Set(received.map(({ body }) => body)).size).toBe(25)
  })

  it('of a dead process is delivered by another after its lease', async () => {
    await queue()
    const dead = receiver('never')
    const stop = new AbortController()
    const dying = deliverDue(optionsFor(dead.deliver), stop.signal)
    await dead.arrival()
    const { deliver, received } = receiver()
    expect(await deliverDue(optionsFor(deliver))).toBe(0)
    nowMs += 35_000
    expect(await deliverDue(optionsFor(deliver))).toBe(1)
    expect(received).toHaveLength(1)
    stop.abort()
    await dying
    expect(await readDeliveries()).toMatchObject([{ delivered_at: new Date(nowMs), next_at: null }])
  })
})

describe('the runner', () => {
  it('delivers at once when woken', async () => {
    const { deliver, received, arrival } = receiver()
    const runner = deliveryRunner(optionsFor(deliver))
    runner.start()
    await queue()
    const arrived = arrival()
    runner.wake()
    await arrived
    await runner.stop()
    expect(received).toHaveLength(1)
  })

  it('delivers after a restart what was aborted', async () => {
    await queue()
    const before = receiver('never')
    const first = deliveryRunner(optionsFor(before.deliver))
    const arrived = before.arrival()
    first.start()
    await arrived
    await first.stop()
    expect(await readDeliveries()).toMatchObject([{ attempts: 0, delivered_at: null }])

    const after = receiver()
    const second = deliveryRunner(optionsFor(after.deliver))
    const arrivedAfter = after.arrival()
    second.start()
    await arrivedAfter
    await second.stop()
    expect(after.received).toHaveLength(1)
    expect(await readDeliveries()).toMatchObject([{ attempts: 1, last_response: '200' }])
  })
})
