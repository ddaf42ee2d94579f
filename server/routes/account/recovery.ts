import { Hono } from 'hono'

import { actionCodeSchema, type Recovery } from '#shared/account.ts'

import type { Sessions } from '../../accounts/sessions.ts'
import { gate, noSubject } from '../../http/gate.ts'
import { jsonBody, type Env } from '../../http/context.ts'
import * as may from '../../policy/rules.ts'
import type { Identity } from '../../providers/identity/identity.ts'
import type { ConfirmedAddresses } from '../../supporters/confirmed-addresses.ts'
import { findOrCreateDocument, unwrapIdentity, type UserDocuments } from './account-response.ts'

type Deps = {
  identity: Identity
  content: UserDocuments
  sessions: Sessions
  confirmedAddresses: Pick<ConfirmedAddresses, 'confirmAccount'>
}

/** /api/account/recovery: links in warnings that a hosted identity provider mails itself. */
export function recoveryRoutes({ identity, content, sessions, confirmedAddresses }: Deps) {
  return new Hono<Env>()
    .post('/check', gate(may.useActionCode, noSubject), async (c) => {
      const { code } = await jsonBody(c, actionCodeSchema)
      const recovery: Recovery = unwrapIdentity(await identity.checkRecovery(code))
      return c.json({ recovery })
    })
    .post('/apply', gate(may.useActionCode, noSubject), async (c) => {
      const { code } = await jsonBody(c, actionCodeSchema)
      const account = unwrapIdentity(await identity.applyRecovery(code))
      const { uid, email, emailVerified } = account
      const { _id } = await findOrCreateDocument(content, account)
      await content.updateUser(_id, { email, emailVerified })
      if (emailVerified) await confirmedAddresses.confirmAccount(email)
      // Another person may know the password.
      unwrapIdentity(await identity.sendReset(email))
      if (c.var.actor.kind === 'user' && c.var.actor.uid === uid) sessions.cookies.remove(c)
      return c.body(null, 204)
    })
}
