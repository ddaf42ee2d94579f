import type { PaymentMode } from './donation.ts'

/** What every page knows about the place it is served from. */
export type Site = {
  /** 'https://ajo.example', without a slash: share links and canonical addresses begin with it. */
  origin: string
  mode: PaymentMode
  supportEmail: string
  year: number
  /** Whether the document was made for somebody who is signed in. */
  isSignedIn: boolean
}

/** Travels in the document, for the script that takes over what the server rendered. */
export type PageData = {
  site: Site
  /** The script's entry and everything this page needs of it. */
  entry: string
  modules: string[]
  /** Null where the page is rendered by the browser alone. */
  hydration: Hydration | null
}

export type Hydration = {
  matches: PageMatch[]
  loaderData: Record<string, unknown>
  actionData: Record<string, unknown> | null
  errors: Record<string, unknown> | null
}

/** One level of the route that answered: `id` is the source file of its screen. */
export type PageMatch = {
  id: string
  params: Record<string, string | undefined>
  pathname: string
  pathnameBase: string
}

/** The id of the element that holds it. */
export const pageDataId = 'page-data'

export type PageScript = 'app' | 'visit'

/** One page as the renderer hands it to the server. */
export type RenderedPage =
  | {
      kind: 'redirect'
      status: number
      location: string
      /** What a loader or an action wants remembered on the way. */
      setCookies: string[]
    }
  | {
      kind: 'page'
      status: number
      /** Title, description and the like; the rest is the content of #root. Both escaped by React. */
      head: string
      body: string
      hydration: Hydration | null
      /** What the page is about, for search engines (schema.org). */
      about?: Record<string, unknown>
      /** Which script takes over: the app, or the small one of the pages that visitors read. */
      script: PageScript
      /** Source files of the matched screens, to be loaded with the script's entry. */
      sources: string[]
      /** What loaders and actions of the page set. */
      setCookies: string[]
      /** What went wrong and nobody expected, for the log. */
      failures: unknown[]
    }

/** How a visitor's page reaches the API from inside the server. */
export type PageSend = (path: string, init: RequestInit) => Promise<Response>

/** What `web/render.tsx` offers to the server. */
export interface PageRenderer {
  render: (request: Request, page: { send: PageSend; site: Site }) => Promise<RenderedPage>
  /** True if the page is the same for every visitor and needs no query, so that it may be kept. */
  isSameForAll: (pathname: string) => boolean
}
