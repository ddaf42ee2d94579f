import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { Refused } from '#server/platform/http/context.ts'
import { embeddedContent } from '#server/providers/content/embedded/embedded-content.ts'
import { sealingWith } from '#server/platform/runtime/sealing.ts'
import { campaignStatuses } from '#shared/campaign.ts'
import { campaignEvents, type CampaignEvent } from '#shared/campaign-history.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { newCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testOutbox as outbox } from '#test/support/mail/mails.ts'
import { ada, testOrigin } from '#test/support/people/people.ts'

import { openFingerprints } from '../similarity/comparisons.ts'
import {
  openEditHistory,
  versionKindByEvent,
  openVersions,
  isPublished,
} from '../versions/versions.ts'
import { openCampaignHistory } from './campaign-history.ts'
import { toCampaignContent } from '../versions/campaign-fields.ts'
import { openPendingChanges } from './pending-changes.ts'
import { openLifecycle } from './lifecycle.ts'
import {
  campaignTransitions,
  changeTransitions,
  findTransition,
  type CampaignStage,
} from './transition-rules.ts'

const { database } = await freshDatabase()
let moment = Date.UTC(2026, 0, 1)
const now = () => new Date(moment++)
const content = embeddedContent(database)
const history = openCampaignHistory(database)
const changes = openPendingChanges(database)
const sealing = sealingWith('a secret of the tests that is long enough')
const versions = openVersions({ database, sealing })
const lifecycle = openLifecycle({
  content,
  history,
  changes,
  versions,
  editHistory: openEditHistory(database),
  fingerprints: openFingerprints(database),
  outbox,
  publicUrl: testOrigin,
  now,
})

type CampaignRule = (typeof campaignTransitions)[number]
type ChangeRule = (typeof changeTransitions)[number]

const anyEvent = fc.constantFrom(...campaignEvents)
/** `npm run test:long` runs 1,000. */
const runs = { numRuns: Math.min(1_000, Number(process.env['HISTORIES'] ?? 60)) }

async function submitCampaign() {
  return lifecycle.submit(newCampaignBy(ada), async () => {})
}

const findCurrent = async (id: string) => {
  const campaign = await content.findCampaign(id)
  if (!campaign) throw new Error('the campaign was not found')
  return campaign
}

/** True when the work succeeded, false when it was refused. Rethrows other errors. */
async function attempt(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

const toRequest = (event: CampaignEvent) => ({ event, actorUid: 'someone', reason: 'Because.' })

/** Replays the history by the rules. Fails at the first event that they do not allow. */
async function replay(id: string): Promise<CampaignStage> {
  let status: CampaignStage = 'draft'
  for (const { event } of await history.list(id)) {
    const rule: CampaignRule | undefined = findTransition(campaignTransitions, status, event)
    expect(rule, `${event} from ${status}`).toBeDefined()
    status = rule?.to ?? status
  }
  return status
}

describe('transitions of a campaign', () => {
  it('reach every status and leave the status cancelled only by a takedown', () => {
    const reached = new Set(campaignTransitions.map(({ to }) => to))
    expect([...reached].toSorted()).toEqual([...campaignStatuses].toSorted())
    const fromCancelled = campaignTransitions.filter(({ from }) => from === 'cancelled')
    const left = fromCancelled.filter(({ to }) => to !== 'cancelled')
    expect(left.map(({ event }) => event)).toEqual(['takedown'])
  })

  it('have at most one rule for each status and event', () => {
    for (const rules of [campaignTransitions, changeTransitions]) {
      const pairs = rules.map(({ from, event }) => `${from} ${event}`)
      expect(new Set(pairs).size).toBe(pairs.length)
    }
  })

  it('happen only as the rules allow, for random sequences of events', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { maxLength: 12 }), async (events) => {
        const { id } = await submitCampaign()
        let status: CampaignStage = 'pending'
        for (const event of events) {
          const campaign = await findCurrent(id)
          const rule: CampaignRule | undefined = findTransition(campaignTransitions, status, event)
          const succeeded = await attempt(() => lifecycle.transition(campaign, toRequest(event)))
          expect(succeeded, `${event} from ${status}`).toBe(rule !== undefined)
          status = rule?.to ?? status
          expect((await findCurrent(id)).status).toBe(status)
        }
        expect(await replay(id)).toBe(status)
      }),
      runs,
    )
  })

  it('match the recorded history when several events arrive at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { minLength: 2, maxLength: 8 }), async (events) => {
        const campaign = await submitCampaign()
        const succeeded = await Promise.all(
          events.map((event) => attempt(() => lifecycle.transition(campaign, toRequest(event)))),
        )
        const { status } = await findCurrent(campaign.id)
        expect(await replay(campaign.id)).toBe(status)
        const entries = (await history.list(campaign.id)).length
        expect(entries).toBe(1 + succeeded.filter(Boolean).length)
      }),
      runs,
    )
  })
})

describe('transitions of a pending change', () => {
  it('happen only as the rules allow, for random sequences of events', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { maxLength: 12 }), async (events) => {
        const { id } = await submitCampaign()
        await lifecycle.transition(await findCurrent(id), toRequest('approve'))
        let status: ChangeRule['from'] = 'none'
        for (const event of events) {
          const campaign = await findCurrent(id)
          const change = await changes.find(id)
          const proposed = { ...toCampaignContent(campaign), title: 'Two wells for Ife' }
          const next = { proposed, accountNumberSealed: undefined, at: now() }
          const succeeded = await attempt(async () => {
            if (event === 'change-propose')
              return lifecycle.transition(campaign, { ...toRequest(event), proposal: next })
            if (!change) throw new Refused('campaign-status-changed')
            return lifecycle.transition(campaign, { ...toRequest(event), change })
          })
          const rule: ChangeRule | undefined = findTransition(changeTransitions, status, event)
          expect(succeeded, `${event} from ${status}`).toBe(rule !== undefined)
          status = rule?.to ?? status
          expect((await changes.find(id))?.status ?? 'none').toBe(status)
          expect((await findCurrent(id)).status).toBe('approved')
        }
      }),
      runs,
    )
  })
})

describe('a transition of a public campaign', () => {
  const rules = campaignTransitions.filter(({ to }) => isPublished({ status: to }))
  const countVersions = async (id: string) => (await versions.listPublic(id)).length

  async function insertWithStatus(status: CampaignStage) {
    const { id } = await submitCampaign()
    if (status !== 'pending')
      await lifecycle.transition(await findCurrent(id), toRequest('approve'))
    if (status !== 'draft' && status !== 'pending' && status !== 'approved')
      await content.changeCampaign(id, { to: status })
    return id
  }

  it.each(rules)('from $from by $event writes a version of what it changes', async (rule) => {
    const id = await insertWithStatus(rule.from)
    const before = await countVersions(id)
    const fields = { startDate: '2099-05-01' }
    const request = { ...toRequest(rule.event), fields }
    const failure = await lifecycle.transition(await findCurrent(id), request).then(
      () => undefined,
      (error: Error) => error.message,
    )
    const makesVersion = versionKindByEvent[rule.event] !== undefined
    expect(failure).toBe(
      makesVersion ? undefined : `${rule.event} must not change a public campaign`,
    )
    const { startDate } = await findCurrent(id)
    expect(startDate === fields.startDate).toBe(makesVersion)
    expect(await countVersions(id)).toBe(makesVersion ? before + 1 : before)
    expect((await versions.findLatest(id))?.content.startDate).toBe(startDate)
  })

  it('is refused where the edit should have waited for a reviewer', async () => {
    const id = await insertWithStatus('approved')
    const request = { ...toRequest('edit'), fields: { title: 'Two wells for Ife' } }
    await expect(lifecycle.transition(await findCurrent(id), request)).rejects.toThrow(
      'must wait for review',
    )
    expect((await findCurrent(id)).title).toBe('A well for Ife')
  })
})
