import { paths } from './paths.ts'

/**
 * Pages that a login leads back to: the dashboard, campaigns and lists of campaigns. Not the account pages, the landing page and the policies,
 * which people pass while they sign up, and not pages whose address contains a secret.
 */
const returnable = /^\/(?:dashboard|c|campaigns)(?:\/|$)/

/** The normalised path with its query, if it is a page of this site that a login may lead to (readings N3). */
export function toReturnPath(path: string): string | undefined {
  if (!path.startsWith('/')) return undefined
  // Appended, so that '//evil.example' is a path and no text is refused by the parser.
  const { pathname, search } = new URL(`https://ajo.invalid${path}`)
  return returnable.test(pathname) ? pathname + search : undefined
}

const donatePattern = /^\/dashboard\/campaign\/[^/]+\/donate$/

/** True for the pages for starting a campaign and for donating. */
export function isIntent(path: string): boolean {
  const [pathname = ''] = path.split('?')
  return pathname === paths.createCampaign || donatePattern.test(pathname)
}
