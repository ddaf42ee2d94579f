import type { ComponentProps, MouseEvent } from 'react'

import { isSamePage, resolvePath, toHref, toUrl, type To } from './location.ts'
import { LocationContext, NavigatorContext, useContextValue } from './page-view.tsx'

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  to: To
  /** The browser loads a document. */
  reloadDocument?: boolean
  replace?: boolean
  state?: unknown
  preventScrollReset?: boolean
}

/** A link that the router follows. A click for another tab or window, or for a file, is the browser's. */
export function Link({
  to,
  reloadDocument = false,
  replace,
  state,
  preventScrollReset,
  onClick,
  children,
  ...props
}: Props) {
  const { navigate } = useContextValue(NavigatorContext)
  const location = useContextValue(LocationContext)
  const path = resolvePath(to, location)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || reloadDocument || !path || !isPlainClick(event)) return
    event.preventDefault()
    const isSame = isSamePage(path, location) && path.hash === location.hash
    void navigate(path, { replace: replace ?? isSame, state, preventScrollReset })
  }
  return (
    <a {...props} href={path ? toHref(path) : toUrl(to)} onClick={follow}>
      {children}
    </a>
  )
}

const isPlainClick = ({ currentTarget, button, ...keys }: MouseEvent<HTMLAnchorElement>) =>
  button === 0 &&
  (currentTarget.target === '' || currentTarget.target === '_self') &&
  !currentTarget.hasAttribute('download') &&
  !(keys.metaKey || keys.altKey || keys.ctrlKey || keys.shiftKey)
