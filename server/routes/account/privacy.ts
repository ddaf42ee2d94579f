import { Hono } from 'hono'

import { accountDeletionSchema } from '#shared/account.ts'

import type { Foundation } from '../../providers/foundation.ts'
import type { Drafts } from '../../campaigns/submission/drafts.ts'
import { jsonBody, type Env } from '../../platform/http/context.ts'
import { accountDeletedMail } from '../../platform/mail/account-mail.ts'
import { findLanguage } from '../../platform/mail/reader-language.ts'
import { toUser } from '../../platform/policy/actor.ts'
import { gate, noSubject } from '../../platform/http/gate.ts'
import * as may from '../../platform/policy/rules.ts'
import type { Deletions } from '../../people/privacy/deletions.ts'
import { erasePerson } from '../../people/privacy/erase-person.ts'
import { exportPersonalData } from '../../people/privacy/personal-data.ts'
import type { AccountEvents } from '../../people/accounts/account-events.ts'
import { requireTwoFactor, type TwoFactor } from '../../people/accounts/two-factor.ts'
import type { Sessions } from '../../people/accounts/sessions.ts'
import { requirePassword } from './account-response.ts'

type PrivacyRouteDeps = Pick<
  Foundation,
  'database' | 'identity' | 'content' | 'sealing' | 'outbox'
> & {
  sessions: Sessions
  twoFactor: TwoFactor
  drafts: Drafts
  deletions: Pick<Deletions, 'deleteOwnCampaigns'>
  accountEvents: AccountEvents
}

/** /api/account/data and /api/account/deletion: data export and erasure. */
export function privacyRoutes(deps: PrivacyRouteDeps) {
  const { database, identity, sessions, twoFactor, outbox } = deps
  return new Hono<Env>()
    .get('/data', gate(may.readOwnData, noSubject), async (c) => {
      c.header('content-disposition', 'attachment; filename="ajo-my-data.json"')
      return c.json(await exportPersonalData(deps, toUser(c.var.actor)))
    })
    .post('/deletion', gate(may.deleteAccount, noSubject), async (c) => {
      const actor = toUser(c.var.actor)
      const { uid, email } = actor
      const { currentPassword, code = '' } = await jsonBody(c, accountDeletionSchema)
      requirePassword(await identity.checkPassword(uid, currentPassword))
      if ((await twoFactor.getState(uid)).isOn)
        await requireTwoFactor(twoFactor, { uid, code, source: 'session' })
      // The language is gone with the account.
      const mail = accountDeletedMail(email, await findLanguage(database, uid))
      await erasePerson(deps, actor)
      requirePassword(await identity.deleteAccount(uid, currentPassword))
      await database.transaction((queries) => outbox.enqueue(queries, mail))
      sessions.cookies.remove(c)
      return c.body(null, 204)
    })
}
