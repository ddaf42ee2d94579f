import { describe, expect, it } from 'vitest'

import { openCounters } from '#server/platform/rate-limits/counters.ts'
import { sealingWith } from '#server/platform/runtime/sealing.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { ada, bola, testSecret, unverified } from '#test/support/people/people.ts'

import { contactLimits, openContactAccess } from './campaign-response.ts'

const { database } = await freshDatabase()
const clock = { now: new Date('2026-05-01T09:00:00Z') }
const counters = openCounters({ database, sealing: sealingWith(testSecret), now: () => clock.now })
const getContactHiding = openContactAccess({ counters })

const contact = { name: 'Ada', email: 'ada@example.com', phone: '', isPublic: false }
const campaign = (id: string, change = {}) => ({
  id,
  ownerUid: ada.uid,
  status: 'approved' as const,
  contact,
  ...change,
})
const open = (from: number, to: number) =>
  Promise.all(
    Array.from({ length: to - from }, (_, index) =>
      getContactHiding(bola, campaign(`campaign-${from + index}`)),
    ),
  )

describe('the contact of a campaign', () => {
  it('is shown to its organiser without a confirmed address', async () => {
    expect(await getContactHiding(unverified(ada), campaign('one'))).toBeNull()
  })

  it('of more different campaigns than the limit of an hour is hidden, and of known ones is shown', async () => {
    const { perHour } = contactLimits
    expect(new Set(await open(0, perHour - 1))).toEqual(new Set([null]))

    const simultaneous = await open(perHour, perHour + 64)
    expect(simultaneous.filter((hiding) => hiding === null)).toHaveLength(1)
    expect(await getContactHiding(bola, campaign('campaign-0'))).toBeNull()
    expect(await getContactHiding(ada, campaign('campaign-99'))).toBeNull()

    clock.now = new Date(clock.now.getTime() + 3_600_001)
    expect(await open(perHour, perHour + 1)).toEqual([null])
  })

  it('of more campaigns than the limit of a day is hidden until the next day', async () => {
    const { perHour, perDay } = contactLimits
    for (let seen = 0; seen < perDay; seen += perHour) {
      await open(seen, Math.min(seen + perHour, perDay))
      clock.now = new Date(clock.now.getTime() + 3_600_001)
    }
    expect(await open(perDay, perDay + 1)).toEqual(['too-many'])

    clock.now = new Date(clock.now.getTime() + 86_400_000)
    expect(await open(perDay, perDay + 1)).toEqual([null])
  })

  it('that everyone may see counts for nobody', async () => {
    const shown = { contact: { ...contact, isPublic: true } }
    for (let count = 0; count <= contactLimits.perHour; count++)
      await getContactHiding(bola, campaign(`public-${count}`, shown))
    expect(await getContactHiding(bola, campaign('one'))).toBeNull()
  })
})
