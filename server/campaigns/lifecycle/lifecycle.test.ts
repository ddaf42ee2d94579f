import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'

import type { Queries } from '#server/database/database.ts'
import { Refused } from '#server/http/context.ts'
import { embeddedContent } from '#server/providers/content/embedded.ts'
import { outbox } from '#server/mail/outbox.ts'
import { campaignStatuses } from '#shared/campaign.ts'
import { campaignEvents, type CampaignEvent } from '#shared/campaign-history.ts'
import { newCampaignBy } from '#test/campaigns.ts'
import { testDatabase } from '#test/database.ts'
import { ada, testOrigin } from '#test/people.ts'

import { campaignHistory } from './campaign-history.ts'
import { openChanges, proposalOf } from './pending-changes.ts'
import { campaignCourse } from './transitions.ts'
import { campaignSteps, changeSteps, stepFrom, type Stage } from './lifecycle.ts'

const { database, empty } = await testDatabase()
let moment = Date.UTC(2026, 0, 1)
const now = () => new Date(moment++)
const content = embeddedContent(database)
const history = campaignHistory(database)
const changes = openChanges(database)
const course = campaignCourse({ content, history, changes, outbox, publicUrl: testOrigin, now })

beforeEach(empty)

type CampaignStep = (typeof campaignSteps)[number]
type ChangeStep = (typeof changeSteps)[number]

const anyEvent = fc.constantFrom(...campaignEvents)
const runs = { numRuns: 60 }

async function submitted() {
  const campaign = await content.insertCampaign(newCampaignBy(ada))
  await database.transaction((queries) => course.begin(queries, campaign))
  return campaign
}

const current = async (id: string) => {
  const campaign = await content.findCampaign(id)
  if (!campaign) throw new Error('the campaign is gone')
  return campaign
}

/** True where the step was taken. Whatever else than a refusal fails is a mistake. */
async function tries(work: (queries: Queries) => Promise<void>): Promise<boolean> {
  try {
    await database.transaction(work)
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

const doing = (event: CampaignEvent) => ({ event, actorUid: 'somebody', reason: 'Because.' })

/** Follows a history by the table alone. Fails at the first line that the table does not have. */
async function walked(id: string): Promise<Stage> {
  let place: Stage = 'draft'
  for (const { event } of await history.list(id)) {
    const step: CampaignStep | undefined = stepFrom(campaignSteps, place, event)
    expect(step, `${event} from ${place}`).toBeDefined()
    place = step?.to ?? place
  }
  return place
}

describe('the course of a campaign', () => {
  it('knows a way to every status, and back from none that is an end', () => {
    const reached = new Set(campaignSteps.map(({ to }) => to))
    expect([...reached].toSorted()).toEqual([...campaignStatuses].toSorted())
    expect(campaignSteps.filter(({ from }) => from === 'cancelled')).toEqual([])
  })

  it('says for every place and event one step at most', () => {
    for (const steps of [campaignSteps, changeSteps]) {
      const pairs = steps.map(({ from, event }) => `${from} ${event}`)
      expect(new Set(pairs).size).toBe(pairs.length)
    }
  })

  it('goes no step that is not in the table, in whatever order they are tried', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { maxLength: 12 }), async (events) => {
        const { id } = await submitted()
        let place: Stage = 'pending'
        for (const event of events) {
          const campaign = await current(id)
          const step: CampaignStep | undefined = stepFrom(campaignSteps, place, event)
          const taken = await tries((queries) => course.take(queries, campaign, doing(event)))
          expect(taken, `${event} from ${place}`).toBe(step !== undefined)
          place = step?.to ?? place
          expect((await current(id)).status).toBe(place)
        }
        expect(await walked(id)).toBe(place)
      }),
      runs,
    )
  })

  it('goes one way however many try at once, and writes down what it went', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { minLength: 2, maxLength: 8 }), async (events) => {
        const campaign = await submitted()
        const taken = await Promise.all(
          events.map((event) => tries((queries) => course.take(queries, campaign, doing(event)))),
        )
        const { status } = await current(campaign.id)
        expect(await walked(campaign.id)).toBe(status)
        const lines = (await history.list(campaign.id)).length
        expect(lines).toBe(1 + taken.filter(Boolean).length)
      }),
      runs,
    )
  })
})

describe('the course of a change', () => {
  it('goes no step that is not in the table, and ends with its campaign', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { maxLength: 12 }), async (events) => {
        const { id } = await submitted()
        await database.transaction(async (queries) =>
          course.take(queries, await current(id), doing('approve')),
        )
        let place: ChangeStep['from'] = 'none'
        for (const event of events) {
          const campaign = await current(id)
          const change = await changes.find(id)
          const proposed = { ...proposalOf(campaign), title: 'Two wells for Ife' }
          const next = { proposed, accountNumberSealed: undefined, at: now() }
          const taken = await tries(async (queries) => {
            if (event === 'change-propose')
              return course.propose(queries, campaign, { actorUid: ada.uid, change: next })
            if (!change) throw new Refused('campaign-moved-on')
            return course.takeChange(queries, { campaign, change }, doing(event))
          })
          const step: ChangeStep | undefined = stepFrom(changeSteps, place, event)
          expect(taken, `${event} from ${place}`).toBe(step !== undefined)
          place = step?.to ?? place
          expect((await changes.find(id))?.status ?? 'none').toBe(place)
          expect((await current(id)).status).toBe('approved')
        }
      }),
      runs,
    )
  })
})
