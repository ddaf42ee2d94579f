import type { Location } from './location.ts'
import {
  LocationContext,
  NavigatorContext,
  PageContext,
  useContextValue,
  useLevelId,
} from './page-view.tsx'
import type { DataWithInit } from './responses.ts'
import type { Params } from './route.ts'
import type { Navigation } from './navigation.ts'
import type { Navigate, RouterState } from './router.ts'

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
