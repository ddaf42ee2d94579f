import * as z from 'zod/mini'

import type { User } from '#server/platform/policy/actor.ts'
import { casesSchema } from '#shared/moderation.ts'
import { reportFiledSchema } from '#shared/report.ts'
import { as, bola, visitor, type Person } from '#test/support/people/people.ts'

export const fraudReport = { reason: 'fraud', details: 'The photos show another village.' }
export const question = 'Please say whose photos these are.'
export const takedownForm = {
  ground: 'fraud',
  publicReason: 'The photos are of another village.',
  reason: 'You used photos of another village.',
}

type App = Parameters<typeof as>[0]

/** A person of the same kind as bola under another name. */
export function named(name: string, roles: User['roles'] = []): User {
  const uid = `00000000-0000-4000-8000-${Buffer.from(name.padEnd(6, '-')).toString('hex')}`
  return { ...bola, uid, email: `${name}@example.com`, roles }
}

/** Reports, lists and decides through the API. */
export function moderate(app: App) {
  const list = async (who: Person, query = '') => {
    const answer = await as(app, who)(`/api/cases${query}`)
    return z.parse(casesSchema, await answer.json())
  }
  return {
    report: async (
      campaignId: string,
      who: Person | typeof visitor = visitor,
      body: object = fraudReport,
    ) => {
      const answer = await as(app, who)(`/api/campaigns/${campaignId}/reports`, {
        method: 'POST',
        body,
      })
      return z.parse(reportFiledSchema, await answer.json()).reference
    },
    list,
    findCase: async (who: Person, campaignId: string, query = '?state=all') => {
      const { cases } = await list(who, query)
      const found = cases.findLast((each) => each.campaignId === campaignId)
      if (!found) throw new Error('the campaign has no case')
      return found
    },
    act: (who: Person | typeof visitor, caseId: number, action: string, body: object = {}) =>
      as(app, who)(`/api/cases/${caseId}/${action}`, { method: 'POST', body }),
  }
}
