/** An address within the site. `key` identifies the entry of the history, and is 'default' for a document that was just opened. */
export type Location = {
  pathname: string
  search: string
  hash: string
  state: unknown
  key: string
}

export type Path = Pick<Location, 'pathname' | 'search' | 'hash'>
/** Relative to the current address. */
export type To = string | Partial<Path>

/** A path that starts with '//' stays one of this site: alone it would name another host. */
export const toHref = ({ pathname = '', search = '', hash = '' }: Partial<Path>): string =>
  (pathname.startsWith('//') ? `/.${pathname}` : pathname) + search + hash

export const toUrl = (to: To): string => (typeof to === 'string' ? to : toHref(to))

/** Undefined for an address of another site. */
export function resolvePath(to: To, from: Path): Path | undefined {
  const base = new URL(toHref({ pathname: from.pathname, search: from.search }), siteOrigin)
  const isText = typeof to === 'string'
  const url = parseUrl(isText ? to : toHref({ pathname: to.pathname ?? from.pathname }), base)
  if (url?.origin !== siteOrigin) return undefined
  if (!isText) {
    url.search = to.search ?? ''
    url.hash = to.hash ?? ''
  }
  return { pathname: url.pathname, search: url.search, hash: url.hash }
}

/** Whether a browser loads a document from it. It would run the script of 'javascript:'. */
export const isDocumentUrl = (url: string): boolean =>
  /^https?:$/.test(parseUrl(url, siteOrigin)?.protocol ?? '')

function parseUrl(url: string, base: string | URL): URL | undefined {
  try {
    return new URL(url, base)
  } catch {
    return undefined
  }
}

/** Whether both are one page, also at different places in it. */
export const isSamePage = (a: Path, b: Path): boolean =>
  a.pathname === b.pathname && a.search === b.search

/** Addresses with the site's own origin are resolved as others are, because the server knows no `window`. */
const siteOrigin = globalThis.window === undefined ? 'http://site.invalid' : window.location.origin
