import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'

import { Refused } from '#server/http/context.ts'
import { embeddedContent } from '#server/providers/content/embedded/embedded-content.ts'
import { outbox } from '#server/mail/outbox.ts'
import { campaignStatuses } from '#shared/campaign.ts'
import { campaignEvents, type CampaignEvent } from '#shared/campaign-history.ts'
import { newCampaignBy } from '#test/campaigns.ts'
import { testDatabase } from '#test/database.ts'
import { ada, testOrigin } from '#test/people.ts'

import { openCampaignHistory } from './campaign-history.ts'
import { openPendingChanges, toProposal } from './pending-changes.ts'
import { openLifecycle } from './lifecycle.ts'
import {
  campaignTransitions,
  changeTransitions,
  findTransition,
  type CampaignStage,
} from './transition-rules.ts'

const { database, empty } = await testDatabase()
let moment = Date.UTC(2026, 0, 1)
const now = () => new Date(moment++)
const content = embeddedContent(database)
const history = openCampaignHistory(database)
const changes = openPendingChanges(database)
const lifecycle = openLifecycle({ content, history, changes, outbox, publicUrl: testOrigin, now })

beforeEach(empty)

type CampaignRule = (typeof campaignTransitions)[number]
type ChangeRule = (typeof changeTransitions)[number]

const anyEvent = fc.constantFrom(...campaignEvents)
const runs = { numRuns: 60 }

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
  it('reach every status and never leave the status cancelled', () => {
    const reached = new Set(campaignTransitions.map(({ to }) => to))
    expect([...reached].toSorted()).toEqual([...campaignStatuses].toSorted())
    expect(campaignTransitions.filter(({ from }) => from === 'cancelled')).toEqual([])
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
          const proposed = { ...toProposal(campaign), title: 'Two wells for Ife' }
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
