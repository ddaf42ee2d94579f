import { brand } from '#shared/brand.ts'
import { randomUUID } from 'node:crypto'
import { lookup } from 'node:dns'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

import ipaddr from 'ipaddr.js'
import { Webhook } from 'standardwebhooks'
import * as z from 'zod/mini'

import type { CampaignEntry } from '#shared/campaign-ledger.ts'
import {
  listedDeliverySchema,
  type CampaignWebhook,
  type WebhookEvent,
} from '#shared/campaign-webhook.ts'

import type { Database } from '../../platform/database/database.ts'
import { asUuid, sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import { enqueueJob, type Task } from '../../platform/queue/queue.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import type { CampaignUpdates } from './updates.ts'

type Deps = {
  database: Database
  sealing: Pick<Sealing, 'fingerprint'>
  now: () => Date
  publicUrl: string
  content: Pick<ContentStore, 'findCampaign'>
  updates: Pick<CampaignUpdates, 'list'>
  listEntries: (campaignId: string, after: number, limit: number) => Promise<CampaignEntry[]>
  countEntries: (campaignId: string) => Promise<number>
  /** The edge of the network. Tests allow their own machine. */
  allowsAddress?: ((address: string) => boolean) | undefined
}

/** Minutes between attempts, three days in all, as Standard Webhooks proposes. */
const delays = [0.1, 5, 30, 120, 300, 600, 840, 1_200, 1_200]
const minuteMs = 60_000
const shownDeliveries = 50
const entriesAtOnce = 200
const answerMs = 15_000

const deliverTask = 'deliver-webhook'
const collectTask = 'collect-webhook-events'

const eventOfKind: Partial<Record<CampaignEntry['kind'], WebhookEvent>> = {
  charge: 'donation.paid',
  refund: 'donation.refunded',
  chargeback: 'donation.refunded',
  bank_reversal: 'donation.refunded',
  payout: 'payout.paid',
}

type Event = { key: string; event: WebhookEvent; at: string; data: object }

const webhookRow = z.object({
  campaignId: z.string(),
  id: z.string(),
  url: z.string(),
  createdAt: z.date(),
  wasApproved: z.boolean(),
  place: z.int(),
})
type StoredWebhook = z.output<typeof webhookRow>
const columns = sql`campaign_id as "campaignId", id, url, created_at as "createdAt", was_approved as "wasApproved", place`

/**
 * Events of a campaign for a program of its organiser, by Standard Webhooks: each at least once, with one id, and without anything about a person.
 * Events are read from what is stored, so that no booking waits for them and none is lost.
 */
export function openCampaignWebhooks(deps: Deps) {
  const { database, now } = deps
  const find = (campaignId: string) =>
    database.row(
      webhookRow,
      sql`select ${columns} from campaign_webhook where campaign_id = ${campaignId}`,
    )
  return {
    tasks: [
      {
        name: collectTask,
        lane: 'outgoing',
        cron: '* * * * *',
        run: () => collect(deps),
      },
      { name: deliverTask, lane: 'outgoing', run: (payload) => deliver(deps, payload) },
    ] satisfies Task[],

    async read(campaignId: string): Promise<CampaignWebhook> {
      const found = await find(campaignId)
      const deliveries = await database.rows(
        listedDeliverySchema,
        sql`select id, event, created_at as at, status,
              case when delivered_at is not null then 'delivered' when failed_at is not null then 'failed' else 'waiting' end as state
            from webhook_delivery where campaign_id = ${campaignId}
            order by created_at desc, id limit ${shownDeliveries}`,
      )
      const webhook = found ? { url: found.url, secret: toSecret(deps, found) } : null
      return { webhook, deliveries }
    },

    /** A new address has a new secret, and hears of what happens from now on. */
    async save({ id, status }: Pick<StoredCampaign, 'id' | 'status'>, url: string): Promise<void> {
      const place = await deps.countEntries(id)
      await database.run(sql`
        insert into campaign_webhook (campaign_id, id, url, created_at, was_approved, place)
        values (${id}, ${randomUUID()}::uuid, ${url}, ${now()}, ${status === 'approved'}, ${place})
        on conflict (campaign_id) do update set id = excluded.id, url = excluded.url, created_at = excluded.created_at,
          was_approved = excluded.was_approved, place = excluded.place
        where campaign_webhook.url <> excluded.url`)
    },

    async remove(campaignId: string): Promise<void> {
      await database.transaction(async ({ run }) => {
        await run(sql`delete from campaign_webhook where campaign_id = ${campaignId}`)
        await run(sql`delete from webhook_delivery where campaign_id = ${campaignId}`)
      })
    },

    /** Sends an event again, with its id. */
    async replay(campaignId: string, id: string): Promise<void> {
      const isFound = await database.transaction(async (queries) => {
        const changed = await queries.run(sql`
          update webhook_delivery set attempts = 0, delivered_at = null, failed_at = null
          where campaign_id = ${campaignId} and id = ${asUuid(id)}::uuid`)
        if (changed > 0) await enqueueJob(queries, toJob({ campaignId, id }))
        return changed > 0
      })
      if (!isFound) throw new Refused('not-found')
    },
  }
}

/** Derived from the secret of the installation, so that the database stores none. */
const toSecret = ({ sealing }: Deps, { campaignId, id }: StoredWebhook) =>
  `whsec_${sealing.fingerprint('webhook-secret', `${campaignId} ${id}`).toString('base64')}`

type Delivery = { campaignId: string; id: string }

const toJob = ({ campaignId, id }: Delivery) => ({
  task: deliverTask,
  payload: { campaignId, id },
  key: `${deliverTask} ${id}`,
  // A slow receiver delays only its own events.
  queue: `${deliverTask} ${campaignId}`,
})

/** Turns what happened since the last time into deliveries. */
async function collect(deps: Deps): Promise<void> {
  const { database } = deps
  const webhooks = await database.rows(webhookRow, sql`select ${columns} from campaign_webhook`)
  for (const webhook of webhooks) {
    const { events, place } = await listEvents(deps, webhook)
    await database.transaction(async (queries) => {
      for (const { key, event, at, data } of events) {
        const id = randomUUID()
        const body = JSON.stringify({ type: event, timestamp: at, data })
        const inserted = await queries.run(sql`
          insert into webhook_delivery (campaign_id, id, event_key, event, body, created_at)
          select ${webhook.campaignId}, ${id}::uuid, ${key}, ${event}, ${body}, ${deps.now()}
          from campaign_webhook where campaign_id = ${webhook.campaignId} and id = ${webhook.id}::uuid
          on conflict (campaign_id, event_key) do nothing`)
        if (inserted > 0) await enqueueJob(queries, toJob({ campaignId: webhook.campaignId, id }))
      }
      await queries.run(sql`
        update campaign_webhook set place = greatest(place, ${place})
        where campaign_id = ${webhook.campaignId} and id = ${webhook.id}::uuid`)
    })
  }
}

async function listEvents(deps: Deps, { campaignId, id, createdAt, ...webhook }: StoredWebhook) {
  const campaign = await deps.content.findCampaign(campaignId)
  if (!campaign) return { events: [], place: webhook.place }
  const address = { campaign: campaign.slug, url: `${deps.publicUrl}/c/${campaign.slug}` }
  const merged = (await deps.listEntries(campaignId, webhook.place, entriesAtOnce)).filter(
    ({ leaf }) => leaf !== null,
  )
  const { updates } = await deps.updates.list(campaignId, { limit: 20 })
  const events: Event[] = merged.flatMap(({ kind, place, day, leaf, raised, paidOut, total }) => {
    const event = eventOfKind[kind]
    const amountKobo = Math.abs(kind === 'payout' ? paidOut : raised)
    const data = { ...address, place, leaf, day, amountKobo, raisedKobo: total }
    const at = deps.now().toISOString()
    return event ? [{ key: `${id} entry ${place}`, event, at, data }] : []
  })
  for (const update of updates)
    if (update.at > createdAt.toISOString())
      events.push({
        key: `${id} update ${update.id}`,
        event: 'update.published',
        at: update.at,
        data: { ...address, title: update.title, text: update.text },
      })
  if (campaign.status === 'approved' && !webhook.wasApproved)
    events.push({
      key: `${id} approved`,
      event: 'campaign.approved',
      at: deps.now().toISOString(),
      data: address,
    })
  return { events, place: merged.at(-1)?.place ?? webhook.place }
}

const deliverySchema = z.object({ campaignId: z.string(), id: z.string() })
const waitingRow = z.object({ ...webhookRow.shape, body: z.string(), attempts: z.int() })

async function deliver(deps: Deps, payload: unknown): Promise<void> {
  const { database, now } = deps
  const { campaignId, id } = z.parse(deliverySchema, payload)
  const found = await database.row(
    waitingRow,
    sql`select campaign_id as "campaignId", webhook.id, url, webhook.created_at as "createdAt", was_approved as "wasApproved", place, body, attempts
        from webhook_delivery as delivery join campaign_webhook as webhook using (campaign_id)
        where campaign_id = ${campaignId} and delivery.id = ${id}::uuid and delivered_at is null and failed_at is null`,
  )
  if (!found) return
  const status = await post(deps, found, { id, body: found.body })
  const isDelivered = status !== null && status >= 200 && status < 300
  const attempts = found.attempts + 1
  const delay = delays[attempts - 1]
  const hasFailed = !isDelivered && delay === undefined
  await database.transaction(async (queries) => {
    await queries.run(sql`
      update webhook_delivery set attempts = ${attempts}, status = ${status}::smallint,
        delivered_at = ${isDelivered ? now() : null}::timestamptz, failed_at = ${hasFailed ? now() : null}::timestamptz
      where campaign_id = ${campaignId} and id = ${id}::uuid`)
    if (isDelivered || delay === undefined) return
    const runAt = new Date(now().getTime() + delay * minuteMs)
    await enqueueJob(queries, { ...toJob({ campaignId, id }), runAt })
  })
}

type Message = { id: string; body: string }

/** The status of the answer, or null where there was none. Redirects are not followed. */
async function post(deps: Deps, webhook: StoredWebhook, { id, body }: Message) {
  const allows = deps.allowsAddress ?? isPublicAddress
  const url = new URL(webhook.url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // A connection to an address asks no name server.
  if (isIP(host) !== 0 && !allows(host)) return null
  const messageId = `msg_${id}`
  const at = deps.now()
  const signature = new Webhook(toSecret(deps, webhook)).sign(messageId, at, body)
  const send = url.protocol === 'https:' ? requestSecure : requestPlain
  return new Promise<number | null>((resolve) => {
    const request = send(url, {
      method: 'POST',
      agent: false,
      lookup: lookupAllowed(allows),
      signal: AbortSignal.timeout(answerMs),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': brand,
        'webhook-id': messageId,
        'webhook-timestamp': Math.floor(at.getTime() / 1_000),
        'webhook-signature': signature,
      },
    })
    request.on('response', (response) => {
      resolve(response.statusCode ?? null)
      response.destroy()
    })
    request.on('error', () => resolve(null))
    request.end(body)
  })
}

/** Addresses of the internet, and none of a private network, of this machine or of the host's own services. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

/** A name is looked up for each connection, which then uses the address that was checked. */
const lookupAllowed =
  (allows: (address: string) => boolean): LookupFunction =>
  (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, [])
      const isAllowed = addresses.length > 0 && addresses.every(({ address }) => allows(address))
      if (!isAllowed) return done(new Error(`${host} is no public address`), [])
      return done(null, addresses)
    })
