import { Hono } from 'hono'

import {
  secondFactorBeginSchema,
  secondFactorConfirmSchema,
  secondFactorOffSchema,
} from '#shared/account.ts'
import { errorSentences } from '#shared/error-sentences.ts'

import { jsonBody, Refused, type Env } from '../http/context.ts'
import { signedIn } from '../policy/actor.ts'
import { gate, nothing } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'
import type { Identity } from '../providers/identity/identity.ts'
import type { SecondFactor } from '../accounts/two-factor.ts'
import type { Sessions } from '../accounts/sessions.ts'
import { mustKnowPassword } from './account-response.ts'

type Parts = { identity: Identity; sessions: Sessions; secondFactor: SecondFactor }

/** /api/account/second-factor: the second step of logging in, for everybody; reviewers and admins need it. */
export function secondFactorRoutes({ identity, sessions, secondFactor }: Parts) {
  return new Hono<Env>()
    .get('/', gate(may.manageSecondFactor, nothing), async (c) =>
      c.json(await secondFactor.stateOf(signedIn(c.var.actor).uid)),
    )
    .post('/', gate(may.manageSecondFactor, nothing), async (c) => {
      const { uid, email } = signedIn(c.var.actor)
      const { currentPassword } = await jsonBody(c, secondFactorBeginSchema)
      mustKnowPassword(await identity.checkPassword(uid, currentPassword))
      const begun = await secondFactor.begin(uid, email)
      if (!begun) throw new Refused('not-found')
      return c.json(begun)
    })
    .post('/confirm', gate(may.manageSecondFactor, nothing), async (c) => {
      const actor = signedIn(c.var.actor)
      const { code } = await jsonBody(c, secondFactorConfirmSchema)
      const recoveryCodes = await secondFactor.confirm(actor.uid, code)
      if (!Array.isArray(recoveryCodes)) throw refusedFactor(recoveryCodes)
      // Whoever was logged in without it logs in again; this browser has just shown it.
      await sessions.endAll(actor.uid)
      const account = await identity.findAccount(actor.uid)
      if (!account) throw new Refused('user-token-expired')
      await sessions.begin(c, account, actor, { secondFactor: true })
      return c.json({ recoveryCodes })
    })
    .post('/off', gate(may.manageSecondFactor, nothing), async (c) => {
      const { uid } = signedIn(c.var.actor)
      const { currentPassword, code } = await jsonBody(c, secondFactorOffSchema)
      mustKnowPassword(await identity.checkPassword(uid, currentPassword))
      await mustShowFactor(secondFactor, uid, code)
      await secondFactor.turnOff(uid)
      // A role that needs it sleeps again: what a session may do never changes under it.
      await sessions.endAll(uid)
      sessions.cookies.remove(c)
      return c.body(null, 204)
    })
}

export async function mustShowFactor(secondFactor: SecondFactor, uid: string, code: string) {
  const sentence = errorSentences['second-factor-required']
  if (code === '') throw new Refused('second-factor-required', { fields: { code: [sentence] } })
  const verdict = await secondFactor.check(uid, code)
  if (verdict !== 'right') throw refusedFactor(verdict)
}

function refusedFactor(verdict: 'wrong' | 'too-many') {
  if (verdict === 'too-many')
    return new Refused('too-many-requests', { retryAfterSeconds: 15 * 60 })
  const fields = { code: [errorSentences['second-factor-wrong']] }
  return new Refused('second-factor-wrong', { fields })
}
