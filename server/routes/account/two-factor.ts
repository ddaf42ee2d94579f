import { Hono } from 'hono'

import {
  twoFactorSetupSchema,
  twoFactorConfirmationSchema,
  twoFactorRemovalSchema,
} from '#shared/account.ts'

import { jsonBody, Refused, type Env } from '../../platform/http/context.ts'
import { toUser } from '../../platform/policy/actor.ts'
import { gate, noSubject } from '../../platform/http/gate.ts'
import * as may from '../../platform/policy/rules.ts'
import type { Identity } from '../../providers/identity/identity.ts'
import { requireTwoFactor, toRefusal, type TwoFactor } from '../../people/accounts/two-factor.ts'
import type { Sessions } from '../../people/accounts/sessions.ts'
import { requirePassword } from './account-response.ts'

type TwoFactorRouteDeps = { identity: Identity; sessions: Sessions; twoFactor: TwoFactor }

/** /api/account/two-factor: optional for users, required for the roles reviewer and admin. */
export function twoFactorRoutes({ identity, sessions, twoFactor }: TwoFactorRouteDeps) {
  return new Hono<Env>()
    .get('/', gate(may.readTwoFactor, noSubject), async (c) =>
      c.json(await twoFactor.getState(toUser(c.var.actor).uid)),
    )
    .post('/', gate(may.manageTwoFactor, noSubject), async (c) => {
      const { uid, email } = toUser(c.var.actor)
      const { currentPassword } = await jsonBody(c, twoFactorSetupSchema)
      requirePassword(await identity.checkPassword(uid, currentPassword))
      const setup = await twoFactor.startSetup(uid, email)
      if (!setup) throw new Refused('not-found')
      return c.json(setup)
    })
    .post('/confirm', gate(may.manageTwoFactor, noSubject), async (c) => {
      const actor = toUser(c.var.actor)
      const { code } = await jsonBody(c, twoFactorConfirmationSchema)
      const recoveryCodes = await twoFactor.confirmSetup(actor.uid, code)
      if (recoveryCodes === 'wrong') throw toRefusal(recoveryCodes)
      // Other browsers log in again with a code; this one has just entered it.
      await sessions.endAll(actor.uid)
      const account = await identity.findAccount(actor.uid)
      if (!account) throw new Refused('user-token-expired')
      await sessions.startForBrowser(c, account, actor, { twoFactor: true })
      return c.json({ recoveryCodes })
    })
    .post('/off', gate(may.manageTwoFactor, noSubject), async (c) => {
      const { uid } = toUser(c.var.actor)
      const { currentPassword, code } = await jsonBody(c, twoFactorRemovalSchema)
      requirePassword(await identity.checkPassword(uid, currentPassword))
      await requireTwoFactor(twoFactor, { uid, code, source: 'session' })
      await twoFactor.turnOff(uid)
      // The rights of a session never change: roles that need two-factor authentication end with it.
      await sessions.endAll(uid)
      sessions.cookies.remove(c)
      return c.body(null, 204)
    })
}
