import { beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { openDeletionApp } from '#test/support/people/deletion-app.ts'
import { ada, as, bola, visitor, type Person } from '#test/support/people/people.ts'

import { createGuestDataUrl } from './personal-data.ts'

const at = await openDeletionApp('embedded')
const { owner } = at
const payloadRow = z.object({ payload: z.string() })

let person: Person
let other: Person

beforeEach(async () => {
  await at.empty()
  person = await at.createPerson(ada)
  other = await at.createPerson(bola)
})

const post = (path: string, body: object) => as(at.app, visitor)(path, { method: 'POST', body })

type Requester = { email: string; uid?: string }

/** Everything that people request by typing an address, and the link for an account that its owner secured. */
async function requestMails({ email, uid }: Requester, campaignId: string) {
  const claim = { amount: '5000', digits: '1234', email }
  const responses = [
    await post('/api/account/reset', { email }),
    await post('/api/guest-data/links', { email }),
    await post(`/api/campaigns/${campaignId}/transfer-claims`, claim),
  ]
  expect(responses.map(({ ok }) => ok)).toEqual([true, true, true])
  if (uid === undefined) return
  await owner.pool.query(
    `select graphile_worker.add_job('mail-reset-of-secured-account', json_build_object('uid', $1::text))`,
    [uid],
  )
}

/** As if each job had failed for the last time. */
const failJobs = () =>
  owner.pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no response'`,
  )

async function listPayloads({ email, uid }: Requester) {
  const { rows } = await owner.pool.query(
    `select payload::text as payload from graphile_worker._private_jobs`,
  )
  return z
    .parse(z.array(payloadRow), rows)
    .filter(({ payload }) => payload.includes(email) || payload.includes(`"${uid}"`))
}

it('are deleted with the account that their payload names by address or id, and others stay', async () => {
  const { id } = await at.publish(other)
  await requestMails(person, id)
  await requestMails(other, id)
  await failJobs()
  expect(await listPayloads(person)).toHaveLength(4)

  expect((await at.deleteAccount(person)).status).toBe(204)
  expect(await listPayloads(person)).toEqual([])
  expect(await listPayloads(other)).toHaveLength(4)
})

it('are deleted when a guest erases the data of the address', async () => {
  const { id } = await at.publish(other)
  const guest = { email: 'guest@example.com' }
  await requestMails(guest, id)
  await requestMails(other, id)
  await failJobs()
  expect(await listPayloads(guest)).toHaveLength(3)
  const { pathname } = new URL(
    createGuestDataUrl(
      { sealing: at.sealing, publicUrl: 'https://ajo.example', now: at.now },
      guest.email,
    ),
  )
  const path = pathname.replace('/my-donations', '/my-data')
  expect((await post(`${path}/erase`, {})).status).toBe(303)
  expect(await listPayloads(guest)).toEqual([])
  expect(await listPayloads(other)).toHaveLength(4)
})
