import { browserNames, cookieSeconds } from '#shared/browser-names.ts'

import { readCookie, type PlainCookie } from '../api/cookies.ts'
import { isIntent, toReturnPath } from './return-path.ts'

/** A value that a later page needs. `writeCookies` stores the cookies of `keep` and `forget`, in the browser and on the server. */
export type CarriedValue<Value> = {
  /** In the browser without the request. */
  read: (request?: Request) => Value | undefined
  keep: (value: Value) => PlainCookie
  forget: PlainCookie
}

type Carried = 'lastPath' | 'intent' | 'mailedTo'

/**
 * Keeps a value in a cookie, because a cookie is also there after a reload, in a tab that a link in an email opens, and for the server
 * that handles a form without script. Values are not trusted: `parse` rejects what may not be used.
 */
export function carriedValue<Value>(
  carried: Carried,
  codec: { parse: (text: string) => Value | undefined; format: (value: Value) => string },
  seconds?: number,
): CarriedValue<Value> {
  const name = browserNames[carried]
  return {
    read: (request) => {
      const text = readCookie(name, request)
      return text === undefined ? undefined : codec.parse(text)
    },
    keep: (value) => ({ name, value: codec.format(value), seconds }),
    forget: { name, value: '', seconds: 0 },
  }
}

const asText = (text: string) => text

/** The path that was visited last without an error, with its query (specification §2, readings N3). */
export const lastPath = carriedValue<string>('lastPath', { parse: toReturnPath, format: asText })

/** The page for starting a campaign or donating that asked for a login. It counts until it is reached, also when other pages are visited. */
export const intent = carriedValue<string>(
  'intent',
  { parse: (text) => (isIntent(text) ? toReturnPath(text) : undefined), format: asText },
  cookieSeconds.intent,
)

/** The address that a link was mailed to, which must not be in URLs and logs, and when, in milliseconds since 1970. */
export const mailedTo = carriedValue<{ email: string; at: number }>(
  'mailedTo',
  {
    parse: (text) => {
      const [, at, email] = /^(\d+) (.+)$/.exec(text) ?? []
      return email === undefined ? undefined : { email, at: Number(at) }
    },
    format: ({ email, at }) => `${at} ${email}`,
  },
  cookieSeconds.mailedTo,
)

/** What logging out removes. */
export const forgetEverything: readonly PlainCookie[] = (
  ['lastPath', 'intent', 'mailedTo'] satisfies Carried[]
).map((carried) => ({ name: browserNames[carried], value: '', seconds: 0 }))
