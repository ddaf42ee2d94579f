import { createShell } from '#server/app.ts'
import type { Database } from '#server/database/database.ts'
import { openLog } from '#server/runtime/log.ts'
import { outbox } from '#server/mail/outbox.ts'
import { embeddedUsers } from '#server/providers/content/embedded-user.ts'
import { embeddedIdentity } from '#server/providers/identity/embedded.ts'
import { accountRoutes } from '#server/routes/account.ts'
import { feedbackRoutes } from '#server/routes/feedback.ts'
import { secondFactorRoutes } from '#server/routes/two-factor.ts'
import { sessionListRoutes } from '#server/routes/security.ts'
import { sessionRoutes } from '#server/routes/session.ts'
import { openSecondFactor } from '#server/accounts/two-factor.ts'
import { openSessions } from '#server/accounts/sessions.ts'

import { limitsOn, limitsSealing } from './rate-limits.ts'
import { mailsTo } from './mails.ts'
import { as, testOrigin, type visitor } from './people.ts'

type Databases = { database: Database; owner: Database }

/** Everything about accounts behind the real shell, on a real database. */
export function accountApp(
  { database, owner }: Databases,
  { hasLimits = false, trustedProxies = [] as string[] } = {},
) {
  let offsetMs = 0
  const now = () => new Date(Date.now() + offsetMs)
  const config = {
    publicUrl: testOrigin,
    isPublicUrlGiven: true,
    isLoopback: true,
    trustedProxies,
    operatorEmail: 'operator@ajo.example',
  }
  const sessions = openSessions({ database, publicUrl: testOrigin, outbox, now })
  const identity = embeddedIdentity({ database, outbox, publicUrl: testOrigin, now })
  const content = embeddedUsers(database)
  const limits = limitsOn(database, { now })
  const { attempts } = limits
  const secondFactor = openSecondFactor({ database, sealing: limitsSealing, attempts, now })
  const shell = createShell({ config, log: openLog('silent'), actorOf: sessions.actorOf })
  if (hasLimits) shell.use(limits.guard)
  const app = shell
    .route('/api/account/second-factor', secondFactorRoutes({ identity, sessions, secondFactor }))
    .route('/api/account/sessions', sessionListRoutes({ sessions, database }))
    .route('/api/account', accountRoutes({ identity, content, sessions, database, outbox, config }))
    .route('/api/session', sessionRoutes({ identity, content, sessions, secondFactor }))
    .route('/api/feedback', feedbackRoutes({ database, outbox, config }))

  return {
    app,
    identity,
    sessions,
    content,
    secondFactor,
    now,
    passTime: (ms: number) => (offsetMs += ms),
    /** The mails to an address, oldest first, as far as they were caused by now. */
    mailsTo: (email: string) => mailsTo(owner, identity.tasks, email),
  }
}

/** A browser: it keeps the cookies that it is given and sends them along. */
export function openBrowser(
  app: Parameters<typeof as>[0],
  who: { cookie: string } | typeof visitor,
) {
  const cookies = new Map('cookie' in who ? [pairOf(who.cookie)] : [])
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    cookie,
    async request(path: string, sent: Parameters<ReturnType<typeof as>>[1] = {}) {
      const answer = await as(app, { cookie: cookie() })(path, sent)
      for (const line of answer.headers.getSetCookie()) {
        const [name, value] = pairOf(line.split(';')[0] ?? '')
        if (/max-age=0/i.test(line)) cookies.delete(name)
        else cookies.set(name, value)
      }
      return answer
    },
  }
}

function pairOf(cookie: string): [string, string] {
  const [name = '', value = ''] = cookie.split('=')
  return [name, value]
}
