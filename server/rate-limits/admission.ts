import { Refused } from '../http/context.ts'
import type { Attempts } from './attempts.ts'
import type { Limit, LimitedAction, Over } from './limit-table.ts'
import type { Puzzles } from './puzzle.ts'
import { secondsUntil } from './reading.ts'
import { breakerSubject, type Subjects } from './subjects.ts'

/** A request on its way in. */
export type Visit = {
  subjects: Subjects
  kilobytes: number
  /** What the browser found out for a puzzle. */
  solution: string | undefined
  /** One solved puzzle opens everything that asks for one. */
  isPaid: boolean
}

/** Something that is closed to the visit, and until when. */
export type Closed = { over: Over; endsAt: Date }

type Parts = { attempts: Attempts; puzzles: Puzzles; now: () => Date }

/** Lets a request through the limits of an action, or refuses it. */
export function openAdmission({ attempts, puzzles, now }: Parts) {
  return { admit, pass, countOutcome }

  async function admit(action: LimitedAction, visit: Visit) {
    for (const closed of await brokenFor(action, visit)) await pass(action, visit, closed)
    for (const limit of action.limits) {
      const endsAt = await reachedUntil(action, limit, visit)
      if (endsAt) await pass(action, visit, { over: limit.over, endsAt })
    }
  }

  /** Throws, unless it is a puzzle that is asked for and the visit brings it solved. */
  async function pass(action: LimitedAction, visit: Visit, { over, endsAt }: Closed) {
    const retryAfterSeconds = secondsUntil(endsAt, now().getTime())
    if (over === 'refuse') throw new Refused('too-many-requests', { retryAfterSeconds })
    const purpose = `${action.name} ${visit.subjects.network}`
    visit.isPaid ||= await puzzles.isSolved(purpose, visit.solution)
    if (visit.isPaid) return
    throw new Refused('too-many-requests', { retryAfterSeconds, puzzle: puzzles.make(purpose) })
  }

  async function brokenFor(action: LimitedAction, { subjects }: Visit): Promise<Closed[]> {
    const breakers = (action.breakers ?? []).flatMap(({ per, over }) => {
      const who = subjects[per]
      return who === undefined ? [] : [{ over, subject: breakerSubject(action, per, who) }]
    })
    if (breakers.length === 0) return []
    const found = await attempts.lookAll(breakers.map(({ subject }) => subject))
    return breakers.flatMap(({ over }, index) => {
      const endsAt = found[index]?.endsAt
      return endsAt ? [{ over, endsAt }] : []
    })
  }

  /** When the limit will be open again, or undefined while it is. */
  async function reachedUntil(
    action: LimitedAction,
    limit: Limit,
    visit: Visit,
  ): Promise<Date | undefined> {
    const subject = subjectOf(action, limit, visit.subjects)
    if (subject === undefined) return undefined
    if (action.counts === 'all') {
      const by = limit.unit === 'kilobytes' ? visit.kilobytes : 1
      const { count, endsAt } = await attempts.count(subject, limit.withinMs, by)
      return count > limit.most ? endsAt : undefined
    }
    const counted = await attempts.look(subject)
    return counted && counted.count >= limit.most ? counted.endsAt : undefined
  }

  async function countOutcome(action: LimitedAction, { subjects }: Visit, status: number) {
    if (action.counts === 'all' || (action.counts === 'accepted') !== status < 400) return
    for (const limit of action.limits) {
      const subject = subjectOf(action, limit, subjects)
      if (subject !== undefined) await attempts.count(subject, limit.withinMs)
    }
  }
}

/** Under what a limit is counted. */
export function subjectOf({ name }: LimitedAction, limit: Limit, subjects: Partial<Subjects>) {
  const { per, withinMs, over, unit } = limit
  const who = subjects[per]
  if (who === undefined) return undefined
  return `${name} ${over} ${per} ${withinMs}${unit ? ` ${unit}` : ''} ${who}`
}
