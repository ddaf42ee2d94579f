import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'

import { as, visitor } from '#test/support/people/people.ts'

import { donationForm } from '../architecture/matrix-payment.ts'
import { openWorld } from '../architecture/matrix-world.ts'

const world = await openWorld()
const { app, owner, campaigns, signed } = world
const floodSize = 40

it('stores webhooks and starts donations while readers hold every connection for people', async () => {
  const holder = await owner.pool.connect()
  await holder.query('begin; lock table campaign_listing in access exclusive mode')
  // Equal reads would share one query.
  const reads = Array.from({ length: floodSize }, (_, index) =>
    app.request(`/api/campaigns?city=City${index}`),
  )
  try {
    await holdAllConnections()
    await sendMoney()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  const statuses = await Promise.all(reads.map(async (read) => (await read).status))
  // A reader that waited for five seconds is asked to try again.
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(statuses).toContain(200)
})

async function holdAllConnections() {
  await expect
    .poll(async () => {
      const { rows } = await owner.pool.query<{ waiting: number }>(
        `select count(*)::integer as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0]?.waiting
    })
    .toBe(10)
}

async function sendMoney() {
  const body = JSON.stringify({ event: 'charge.success', data: { reference: 'unknown' } })
  const webhook = await app.request('/webhooks/paystack', {
    method: 'POST',
    headers: { ...signed(body), 'content-type': 'application/json' },
    body,
  })
  expect(webhook.status).toBe(200)

  const donation = await as(app, visitor)(`/api/campaigns/${campaigns.owners.id}/donations`, {
    method: 'POST',
    headers: { 'idempotency-key': randomUUID() },
    body: donationForm,
  })
  expect(donation.status).toBe(201)
}
