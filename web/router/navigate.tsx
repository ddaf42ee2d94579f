import type { ComponentProps, MouseEvent } from 'react'

import { isSamePage, resolvePath, toHref, toUrl, type To, type Location } from './location.ts'
import type { Navigation } from './navigation.ts'
import {
  LocationContext,
  NavigatorContext,
  useContextValue,
  PageContext,
  useLevelId,
} from './page-view.tsx'
import type { DataWithInit } from './responses.ts'
import type { Params } from './route.ts'
import type { Navigate, RouterState } from './router.ts'

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

export { useRouteError } from './page-view.tsx'

type Run = (...args: never[]) => unknown
type Unwrapped<Value> = Value extends Response
  ? never
  : Value extends DataWithInit<infer Inner>
    ? Inner
    : Value
/** What a loader or an action returns, without redirects, status and headers. */
export type DataFrom<Source> = Source extends Run ? Unwrapped<Awaited<ReturnType<Source>>> : Source

/** Fields that are promised in the browser. In a page of the server they have settled. */
type Shown<Data> = Data extends readonly unknown[]
  ? Data
  : Data extends object
    ? {
        [Name in keyof Data]: Data[Name] extends Promise<infer Value>
          ? Data[Name] | Value
          : Data[Name]
      }
    : Data

/** The data of this component's route. */
export function useLoaderData<Source>(): Shown<DataFrom<Source>> {
  const { loaderData } = useContextValue(PageContext)
  return loaderData[useLevelId()] as Shown<DataFrom<Source>>
}

/** The answer to the last form, or undefined. */
export function useActionData<Source>(): DataFrom<Source> | undefined {
  const { actionData } = useContextValue(PageContext)
  return actionData?.[useLevelId()] as DataFrom<Source> | undefined
}

export const useNavigate = (): Navigate => useContextValue(NavigatorContext).navigate

export const useLocation = (): Location => useContextValue(LocationContext)

/** The parameters of all levels of the address. */
export const useParams = (): Params => useContextValue(PageContext).matches.at(-1)?.params ?? {}

export const useSearchParams = (): URLSearchParams => new URLSearchParams(useLocation().search)

/** What is on its way. */
export const useNavigation = (): Navigation => useContextValue(PageContext).navigation

/** Loads the code that a form of the page is handled by. */
export const usePrepare = () => useContextValue(NavigatorContext).prepare

/** Loads the data of the page again. */
export function useRevalidator(): {
  state: RouterState['revalidation']
  revalidate: () => Promise<void>
} {
  const { revalidate } = useContextValue(NavigatorContext)
  return { state: useContextValue(PageContext).revalidation, revalidate }
}
