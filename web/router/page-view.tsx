import { Component, createContext, use, useMemo, type Context, type ReactNode } from 'react'

import { idle } from './navigation.ts'
import type { Navigator, RouterState } from './router.ts'
import type { Location } from './location.ts'
import type { Page } from './page.ts'
import type { KnownRoute } from './route.ts'

export const NavigatorContext = createContext<Navigator | null>(null)
export const LocationContext = createContext<Location | null>(null)
export const PageContext = createContext<ShownPage | null>(null)
/** The place of a route in the page. */
const LevelContext = createContext({ index: -1, id: '' })
const ErrorContext = createContext<unknown>(undefined)

export type ShownPage = Page &
  Pick<RouterState, 'navigation' | 'revalidation' | 'historyAction' | 'preventScrollReset'>

const untouched = {
  navigation: idle,
  revalidation: 'idle',
  historyAction: 'POP',
  preventScrollReset: true,
} as const

type Props = {
  page: Page & Partial<ShownPage>
  navigator: Navigator
}

/** The routes of a page within each other. */
export function PageView({ page, navigator }: Props) {
  const shown = useMemo(() => ({ ...untouched, ...page }), [page])
  return (
    <NavigatorContext value={navigator}>
      <LocationContext value={page.location}>
        <PageContext value={shown}>
          <Level index={0} />
        </PageContext>
      </LocationContext>
    </NavigatorContext>
  )
}

/** The inner route. */
export function Outlet() {
  const { index } = use(LevelContext)
  return <Level index={index + 1} />
}

export function useContextValue<Value>(context: Context<Value | null>): Value {
  const value = use(context)
  if (value === null) throw new Error('this component needs a router around it')
  return value
}

export const useLevelId = (): string => use(LevelContext).id

/** What a loader, an action or a component has thrown. */
export const useRouteError = (): unknown => use(ErrorContext)

function Level({ index }: { index: number }) {
  const { matches, errors, location, loaderData } = useContextValue(PageContext)
  const route = matches[index]?.route
  const level = useMemo(() => ({ index, id: route?.id ?? '' }), [index, route])
  if (!route) return null
  const known = errors && route.id in errors ? { error: errors[route.id] } : null
  if (known && route.errorElement === undefined) throw known.error
  const content = <LevelContext value={level}>{toContent(route)}</LevelContext>
  if (route.errorElement === undefined) return content
  return (
    <ErrorBoundary {...{ location, loaderData, known }} shown={route.errorElement}>
      {content}
    </ErrorBoundary>
  )
}

function toContent({ Component: Screen, element }: KnownRoute): ReactNode {
  if (Screen) return <Screen />
  return element === undefined ? <Outlet /> : element
}

type Failure = { error: unknown } | null
type Shown = Pick<Page, 'location' | 'loaderData'>
type BoundaryProps = Shown & { known: Failure; shown: ReactNode; children: ReactNode }
type BoundaryState = Shown & { thrown: Failure }

/** Shows the error of a loader or an action, or what a component threw, until another page or its data are shown. */
class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = {
    location: this.props.location,
    loaderData: this.props.loaderData,
    thrown: null,
  }

  static getDerivedStateFromError = (error: unknown) => ({ thrown: { error } })

  static getDerivedStateFromProps({ location, loaderData }: BoundaryProps, state: BoundaryState) {
    const isSame = location === state.location && loaderData === state.loaderData
    return isSame ? null : { thrown: null, location, loaderData }
  }

  override render() {
    const { known, shown, children } = this.props
    const failure = known ?? this.state.thrown
    return failure ? <ErrorContext value={failure.error}>{shown}</ErrorContext> : children
  }
}
