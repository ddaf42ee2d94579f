import type { Abroad } from './abroad.ts'
import type { PaymentMode } from './donation.ts'

/** Settings that every page needs. */
export type Site = {
  /** Base of share links and canonical URLs, such as 'https://ajo.example', without a trailing slash. */
  origin: string
  mode: PaymentMode
  supportEmail: string
  /** When people answer there. */
  supportHours: string | null
  /** The postal address, line by line. Empty where the settings have none. */
  address: readonly string[]
  /** What the operator says on the landing page in the place of our words. */
  headline?: { title?: string | undefined; text?: string | undefined }
  year: number
  /** True when the page was rendered for a logged-in user. */
  isSignedIn: boolean
  abroad?: Abroad
}

/** Embedded in the document for the script that hydrates it. */
export type PageData = {
  site: Site
  /** URL of the entry script, and of the modules that this page needs. */
  entry: string
  modules: string[]
  /** URLs of the style sheets that are loaded after the first paint, where the document contains what that needs. */
  styles: string[]
  /** The data of the page. Null where only the browser loads them. */
  hydration: Hydration | null
  /** The document contains an app shell, which the browser replaces, instead of the markup of the page. */
  isShell: boolean
}

export type Hydration = {
  matches: PageMatch[]
  loaderData: Record<string, unknown>
  actionData: Record<string, unknown> | null
  errors: Record<string, unknown> | null
}

/** One level of the matched route. `id` is the source file of its screen. */
export type PageMatch = {
  id: string
  params: Record<string, string | undefined>
}

/** Id of the element that contains the `PageData`. */
export const pageDataId = 'page-data'

export type PageScript = 'app' | 'visit'

export type RenderedPage =
  | {
      kind: 'redirect'
      status: number
      location: string
      setCookies: string[]
    }
  | {
      kind: 'page'
      status: number
      /** Title and meta elements. `body` is the content of #root. Both are escaped by React. */
      head: string
      body: string
      hydration: Hydration | null
      isShell: boolean
      /** schema.org data for search engines. */
      structuredData?: Record<string, unknown>
      /** The script that hydrates the page: the app, or the smaller one for visitors. */
      script: PageScript
      /** Source files of the matched screens, to be preloaded with the entry script. */
      sources: string[]
      setCookies: string[]
      /** For the log. */
      unexpectedErrors: unknown[]
    }

/** Calls the API from within the server. */
export type ApiFetch = (path: string, init: RequestInit) => Promise<Response>

/** Without fields the page itself is loaded again. */
export type FormWait = { seconds: number; fields: Record<string, string> }

export type PageCaching = {
  /** The page is rendered as for a visitor and sent to everybody. The browser adds what is a person's own. */
  isCacheable: boolean
  /** The query parameters that it reads. Others change nothing. */
  query: readonly string[]
}

/** Implemented by `web/render.tsx`. */
export interface PageRenderer {
  render: (request: Request, page: { fetchApi: ApiFetch; site: Site }) => Promise<RenderedPage>
  /** The page on which a browser without script waits. Its form sends the hidden fields to the same address. */
  renderWait: (wait: FormWait, site: Site) => { head: string; body: string }
  getCaching: (pathname: string) => PageCaching
  /** Pattern of the page's route, such as '/c/:slug'. */
  toRoutePattern: (pathname: string) => string
}
