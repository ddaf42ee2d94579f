import { Hono } from 'hono'

import { accountDeletionSchema } from '#shared/account.ts'

import type { Drafts } from '../campaigns/submission/drafts.ts'
import type { Database } from '../database/database.ts'
import { jsonBody, Refused, type Env } from '../http/context.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { accountDeletedMail } from '../mail/account-mail.ts'
import type { Outbox } from '../mail/mail.ts'
import { signedIn } from '../policy/actor.ts'
import { gate, nothing } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'
import { erasePerson, hasOpenCampaign } from '../privacy/erase-person.ts'
import { personalData } from '../privacy/personal-data.ts'
import type { ContentStore } from '../providers/content/content.ts'
import type { Identity } from '../providers/identity/identity.ts'
import type { Sealing } from '../runtime/sealing.ts'
import type { SecondFactor } from '../accounts/two-factor.ts'
import type { Sessions } from '../accounts/sessions.ts'
import { mustKnowPassword } from './account-response.ts'
import { mustShowFactor } from './two-factor.ts'

type Parts = {
  database: Database
  identity: Identity
  content: ContentStore
  sessions: Sessions
  secondFactor: SecondFactor
  drafts: Drafts
  totals: Pick<Ledger, 'hasDonations'>
  sealing: Sealing
  outbox: Outbox
}

/** /api/account/data and /api/account/deletion: what a person may ask of whoever keeps data about them. */
export function privacyRoutes(parts: Parts) {
  const { database, identity, sessions, secondFactor, outbox } = parts
  const own = { ...parts, now: () => new Date() }
  return new Hono<Env>()
    .get('/data', gate(may.readOwnData, nothing), async (c) => {
      c.header('content-disposition', 'attachment; filename="ajo-my-data.json"')
      return c.json(await personalData(parts, signedIn(c.var.actor)))
    })
    .post('/deletion', gate(may.deleteAccount, nothing), async (c) => {
      const actor = signedIn(c.var.actor)
      const { uid, email } = actor
      const { currentPassword, code = '' } = await jsonBody(c, accountDeletionSchema)
      mustKnowPassword(await identity.checkPassword(uid, currentPassword))
      if ((await secondFactor.stateOf(uid)).isOn) await mustShowFactor(secondFactor, uid, code)
      if (await hasOpenCampaign(own, uid)) throw new Refused('account-has-campaigns')
      await erasePerson(own, actor)
      mustKnowPassword(await identity.deleteAccount(uid, currentPassword))
      await database.transaction((queries) => outbox.enqueue(queries, accountDeletedMail(email)))
      sessions.cookies.remove(c)
      return c.body(null, 204)
    })
}
