import type { Database } from '#server/platform/database/database.ts'
import { openTestApp } from '#test/support/servers/app.ts'
import { mailsTo } from '#test/support/mail/mails.ts'
import { as, type visitor } from './people.ts'

type Databases = { database: Database; owner: Database }

/** The app with a clock that tests move, and without rate limits unless a test asks for them. */
export async function openAccountApp(
  { database, owner }: Databases,
  { hasLimits = false, trustedProxies = [] as string[] } = {},
) {
  let offsetMs = 0
  const now = () => new Date(Date.now() + offsetMs)
  const services = await openTestApp(database, {
    now,
    env: {
      RATE_LIMITS: hasLimits ? 'on' : 'off',
      TRUSTED_PROXIES: trustedProxies.join(','),
    },
  })
  return {
    ...services,
    now,
    advanceClock: (ms: number) => (offsetMs += ms),
    /** The mails to an address, oldest first, once the jobs that write mails have run. */
    mailsTo: (email: string) => mailsTo(owner, services.tasks, email),
  }
}

/** A browser that keeps cookies and sends them with each request. */
export function openBrowser(
  app: Parameters<typeof as>[0],
  who: { cookie: string } | typeof visitor,
) {
  const cookies = new Map('cookie' in who ? [parseCookie(who.cookie)] : [])
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    cookie,
    async request(path: string, sent: Parameters<ReturnType<typeof as>>[1] = {}) {
      const response = await as(app, { cookie: cookie() })(path, sent)
      for (const line of response.headers.getSetCookie()) {
        const [name, value] = parseCookie(line.split(';')[0] ?? '')
        if (/max-age=0/i.test(line)) cookies.delete(name)
        else cookies.set(name, value)
      }
      return response
    },
  }
}

function parseCookie(cookie: string): [string, string] {
  const [name = '', value = ''] = cookie.split('=')
  return [name, value]
}
