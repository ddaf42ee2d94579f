import { redirect } from '#web/router/responses.ts'

import { isBrowser, writeCookies, type PlainCookie } from '../api/cookies.ts'
import { intent, lastPath } from './carried-values.ts'
import { paths } from './paths.ts'
import { isIntent, toReturnPath } from './return-path.ts'

/** Redirects a visitor to the login page, which leads back to the requested path (specification §2, readings A4). */
export function redirectToLogin(request: Request): Response {
  return redirectAndLeadBack(request, paths.login)
}

/** Redirects to a step of the way in and keeps the requested path, to which the login leads afterwards. */
export function redirectAndLeadBack(request: Request, step: string): Response {
  const { pathname, search } = new URL(request.url)
  const path = pathname + search
  const wanted = isIntent(path) ? [intent.keep(path)] : []
  return redirect(step, { headers: writeCookies([lastPath.keep(path), ...wanted]) })
}

/** Where a login leads: to what the person wanted to do, else to the last visited path, else to the overview (specification §4, Login flow). */
export function toNextPath(request: Request): string {
  return intent.read(request) ?? lastPath.read(request) ?? paths.overview
}

/** Whether the account is asked for because the person wants to start a campaign. */
export const isToStartCampaign = (request: Request) => toNextPath(request) === paths.createCampaign

export const forgetNextPath = [lastPath.forget, intent.forget]

/**
 * The page from which a link led to this document, as a cookie. Pages that are the same for everyone cannot set cookies, and without script
 * nothing else records their visit. Pages with an error do not send their path (`sendPage`).
 */
export function keepReferrer(request: Request): PlainCookie[] {
  const referrer = isBrowser ? null : request.headers.get('referer')
  if (!referrer?.startsWith(`${new URL(request.url).origin}/`)) return []
  const { pathname, search } = new URL(referrer)
  const path = toReturnPath(pathname + search)
  return path === undefined ? [] : [lastPath.keep(path)]
}
